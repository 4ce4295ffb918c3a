// Parts that refresh themselves ([data-live]) without disturbing the user.

// The part that refreshes, not a form inside it.
const live = (event) => (event.detail.elt?.matches?.("[data-live]") ? event.detail.elt : null);

// Do not refresh while the user presses something, reads an open citation, or has typed something.
let pressing = false;
document.addEventListener("pointerdown", () => { pressing = true; }, true);
for (const end of ["pointerup", "pointercancel"]) {
  document.addEventListener(end, () => setTimeout(() => { pressing = false; }, 50), true);
}

function inUse(part) {
  return pressing || part.querySelector(":popover-open") !== null || hasInput(part);
}

function hasInput(part) {
  return [...part.querySelectorAll("input:not([type=hidden])")].some((field) => field.value !== field.defaultValue);
}

// Forms have another token in every response.
function withoutTokens(text) {
  return text.replace(/name="csrfmiddlewaretoken" value="[^"]*"/g, "");
}

const shown = new WeakMap();
let openDetails = [];

document.addEventListener("htmx:beforeRequest", (event) => {
  const part = live(event);
  // A hidden page needs no refresh, except the bell, whose number is in the page title.
  const unseen = document.hidden && part?.dataset.live !== "always";
  if (part && (unseen || inUse(part))) event.preventDefault();
});

document.addEventListener("htmx:beforeSwap", (event) => {
  const { xhr, target } = event.detail;
  const part = live(event);
  if (event.detail.elt?.matches?.("[data-live], [data-loads]") && isWholePage(xhr)) {
    // Signed out: reload to get the sign-in page. A temporary error must not replace the page.
    event.detail.shouldSwap = false;
    if (xhr.status >= 400) setStale(true);
    else if (isElsewhere(xhr, event.detail.pathInfo.requestPath)) location.reload();
    return;
  }
  if (!part || target !== part) return;
  const text = withoutTokens(xhr.responseText);
  if (inUse(part) || shown.get(part) === text) {
    event.detail.shouldSwap = false;
    return;
  }
  shown.set(part, text);
  openDetails = [...part.querySelectorAll("details[open][id]")].map((details) => details.id);
});

document.addEventListener("htmx:afterSwap", (event) => {
  if (!live(event)) return;
  for (const id of openDetails) document.getElementById(id)?.setAttribute("open", "");
  openDetails = [];
});

function isElsewhere(xhr, requested) {
  return new URL(xhr.responseURL).pathname !== new URL(requested, location.href).pathname;
}

function isWholePage(xhr) {
  return /^\s*<!doctype html/i.test(xhr.responseText);
}

// Warn that the page may be old, and how old, by the server's clock.
const stale = document.getElementById("stale");
let lastHeard = document.querySelector('meta[name="server-time"]')?.content;

function setStale(isStale) {
  if (!stale || stale.hidden === !isStale) return;
  stale.querySelector("time").dataset.since = lastHeard;
  document.dispatchEvent(new Event("clock:draw"));
  stale.hidden = !isStale;
}

for (const failure of ["htmx:sendError", "htmx:timeout", "htmx:responseError"]) {
  document.addEventListener(failure, (event) => {
    if (live(event)) setStale(true);
  });
}

document.addEventListener("htmx:afterRequest", (event) => {
  if (!live(event) || !event.detail.successful) return;
  lastHeard = event.detail.xhr.getResponseHeader("X-Server-Time") ?? lastHeard;
  setStale(false);
});

// Close a menu on a click elsewhere or on Escape.
document.addEventListener("click", (event) => {
  for (const menu of document.querySelectorAll("details.menu-box[open]")) {
    if (!menu.contains(event.target)) menu.open = false;
  }
});

document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape") return;
  for (const menu of document.querySelectorAll("details.menu-box[open]")) {
    menu.open = false;
    menu.querySelector("summary").focus();
  }
});
