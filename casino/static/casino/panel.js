// Open acts in a panel over the page: <a href="/tables/CC-04/change-deck/" data-panel>. Without this script the link
// opens the act as a page with the same form.

const panel = document.getElementById("panel");
const body = document.getElementById("panel-body");

let opener = null;
let address = null;
let sending = null;
let unshown = false;

// Opening

document.addEventListener("click", (event) => {
  const link = event.target.closest?.("a[data-panel]");
  if (!link || !panel || !window.htmx) return;
  if (event.defaultPrevented || event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  open(link);
});

function open(link) {
  if (!panel.contains(link)) opener = { element: link, id: link.id };
  // Reopen a panel that was closed by mistake with its input.
  if (link.href === address && !panel.open && isTouched()) {
    show();
    return;
  }
  address = link.href;
  link.setAttribute("aria-busy", "true");
  window.htmx
    .ajax("GET", link.href, { source: panel, target: body, swap: "innerHTML" })
    .catch(() => {})
    .finally(() => link.removeAttribute("aria-busy"));
}

function isTouched() {
  return [...body.querySelectorAll("input, textarea, select")].some((control) => {
    if (control.type === "hidden" || control.type === "password") return false;
    if (control.type === "checkbox" || control.type === "radio") return control.checked !== control.defaultChecked;
    if (control.tagName === "SELECT") return [...control.options].some((option) => option.selected !== option.defaultSelected);
    return control.value !== control.defaultValue;
  });
}

function show() {
  if (!panel.open) panel.showModal();
  const wrong = body.querySelector("[aria-invalid=true], .errorlist, .refusal, [data-refused]");
  // On a touch screen, focus would open the keyboard over the text.
  const field = matchMedia("(pointer: fine)").matches && firstToFill();
  const target = wrong ?? (field || document.getElementById("panel-title"));
  if (!target?.matches("input, select, textarea, button, a")) target?.setAttribute("tabindex", "-1");
  target?.focus();
}

// Skip fields that are already filled in.
function firstToFill() {
  const fields = [...body.querySelectorAll("form :is(input, select, textarea):not([type=hidden])")];
  return fields.find((field) => isRequired(field) && !isFilled(field)) ?? fields[0];
}

// In a required group of checkboxes no single box is required.
function isRequired(field) {
  return field.required || field.closest("fieldset[data-required]") !== null;
}

function isFilled(field) {
  if (field.type === "checkbox" || field.type === "radio") return body.querySelector(`input[name="${CSS.escape(field.name)}"]:checked`) !== null;
  return field.value !== "";
}

// Closing

panel?.addEventListener("click", (event) => {
  const closer = event.target.closest("[data-panel-close]");
  if (!closer) return;
  event.preventDefault();
  panel.close();
});

panel?.addEventListener("close", () => {
  // Never leave a PIN in a closed panel.
  for (const secret of body.querySelectorAll("input[type=password]")) secret.value = "";
  const back = opener?.element.isConnected ? opener.element : document.getElementById(opener?.id);
  back?.focus();
});

// Disable the button while a form is being sent, also on full pages.

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (form.method !== "post") return;
  if (form.dataset.sending) {
    event.preventDefault();
    event.stopImmediatePropagation();
    return;
  }
  setSending(form, true);
}, true);

function setSending(form, isSending) {
  const buttons = form.querySelectorAll("button:not([type=button])");
  if (isSending) {
    form.dataset.sending = "yes";
    form.querySelector(".not-sent")?.remove();
    sending = { form, focused: document.activeElement };
  } else {
    delete form.dataset.sending;
  }
  // After the browser has read the form, so that the button's value is sent too.
  setTimeout(() => {
    for (const button of buttons) {
      button.disabled = isSending;
      button.setAttribute("aria-busy", String(isSending));
    }
    if (!isSending && sending?.form === form && form.contains(sending.focused)) sending.focused.focus();
  });
}

window.addEventListener("pageshow", () => {
  for (const form of document.querySelectorAll("form[data-sending]")) setSending(form, false);
});

// Responses

const inPanel = (event) => panel && event.detail.target === body;
const isWholePage = (xhr) => /^\s*<!doctype html/i.test(xhr.responseText);

let files = new Map();

document.addEventListener("htmx:beforeSwap", (event) => {
  if (!inPanel(event)) return;
  const { xhr, requestConfig } = event.detail;
  if (isWholePage(xhr)) {
    event.detail.shouldSwap = false;
    if (requestConfig.verb === "get") location.assign(address);
    else if (xhr.status < 400) notSent("Not sent: you are signed out. Nothing was changed, and your input is still here. Sign in again in a new tab and do it there. If you cannot sign in, ask an administrator.");
    else notSent("Not sent: your role may not do this, or you have signed in again since. Nothing was changed. Reload the page.");
    return;
  }
  // The server cannot send chosen files back with its errors.
  files = new Map([...body.querySelectorAll("input[type=file]")].map((input) => [input.name, input.files]));
});

// After an act the page reloads. Restore focus and scroll position for keyboard users.

const PLACE = "place";

document.addEventListener("htmx:beforeOnLoad", (event) => {
  if (!inPanel(event) || event.detail.xhr.getResponseHeader("HX-Refresh") !== "true") return;
  const id = panel.open ? opener?.id : sending?.focused?.id;
  sessionStorage.setItem(PLACE, JSON.stringify({ page: location.href, id, left: scrollX, top: scrollY }));
  history.scrollRestoration = "manual";
});

function goBackToPlace() {
  const kept = sessionStorage.getItem(PLACE);
  if (!kept) return;
  sessionStorage.removeItem(PLACE);
  history.scrollRestoration = "auto";
  const { page, id, left, top } = JSON.parse(kept);
  if (page !== location.href) return;
  // A finished step has no button; use that of the next step.
  const back = document.getElementById(id) ?? (/^step-/.test(id) && document.querySelector("[aria-current=step] [id^=step-]"));
  if (back) {
    scrollTo(left, top);
    back.focus({ preventScroll: true });
    back.scrollIntoView({ block: "nearest" });
  } else {
    const message = document.querySelector(".message");
    message?.setAttribute("tabindex", "-1");
    message?.focus();
  }
}

goBackToPlace();

document.addEventListener("htmx:afterSwap", (event) => {
  if (!inPanel(event)) return;
  for (const [name, chosen] of files) {
    const input = body.querySelector(`input[type=file][name="${CSS.escape(name)}"]`);
    if (input && chosen.length > 0) input.files = chosen;
  }
  files.clear();
  unshown = true;
});

// Wait until htmx handles the form: an earlier submit would leave the page.
document.addEventListener("htmx:afterSettle", (event) => {
  if (!unshown || !inPanel(event)) return;
  unshown = false;
  show();
});

document.addEventListener("htmx:afterRequest", (event) => {
  const form = event.detail.elt;
  if (form instanceof HTMLFormElement && form.isConnected) setSending(form, false);
});

for (const failure of ["htmx:sendError", "htmx:timeout"]) {
  document.addEventListener(failure, (event) => {
    if (inPanel(event)) notSent("Not sent: no connection. Nothing is lost. Press again.");
  });
}

document.addEventListener("htmx:responseError", (event) => {
  if (inPanel(event)) notSent("Not saved: server error. Nothing is lost. Press again, or call the shift manager.");
});

function notSent(words) {
  const form = body.querySelector("form");
  if (!form || !panel.open) {
    couldNotOpen();
    return;
  }
  form.querySelector(".not-sent")?.remove();
  const message = document.createElement("p");
  message.className = "not-sent";
  message.setAttribute("role", "alert");
  message.textContent = words;
  const foot = form.querySelector(".act-foot");
  if (foot) foot.before(message);
  else form.append(message);
  message.scrollIntoView({ block: "nearest" });
}

function couldNotOpen() {
  const template = document.getElementById("panel-unreachable");
  body.replaceChildren(template.content.cloneNode(true));
  body.querySelector("a").href = address;
  show();
}
