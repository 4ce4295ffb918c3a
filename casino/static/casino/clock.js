// Countdowns by the server's clock. The tablet's clock may be wrong, and timers stop while it sleeps.
//
//   <time data-due="2026-11-16T04:00:00Z">                   0:35 left · overdue 0:04 · 45 s left
//   <time data-since="2026-11-16T03:18:00Z">                 0:42, and 0:42 ago with data-words="ago"
//                                                            and data-under-a-minute: the text instead of 45 s
//   <progress data-from="2026-11-16T00:00:00Z">              value = seconds since then
//
// The server renders the same text; without this script it is right when the page loads.

const TICK = 1000;
const DRIFT = 2000;

let anchor = null;

function setAnchor(serverTime, at = performance.now()) {
  const server = Date.parse(serverTime);
  if (Number.isNaN(server)) return;
  anchor = { server, performance: at, wall: Date.now() - (performance.now() - at) };
}

// Two clocks have run since the anchor. If they disagree, the tablet slept or its clock was set. Use the later time until
// the server answers: it errs toward "overdue", the safe side.
function elapsed() {
  const steady = performance.now() - anchor.performance;
  const wall = Date.now() - anchor.wall;
  return { time: wall - steady > DRIFT ? wall : steady, drifted: Math.abs(wall - steady) > DRIFT };
}

function serverNow() {
  return anchor.server + elapsed().time;
}

// As compliance/formatting.py: hours and minutes, and less than a minute in seconds.
function duration(milliseconds) {
  const seconds = Math.floor(milliseconds / 1000);
  const minutes = Math.floor(seconds / 60);
  if (seconds > 0 && minutes === 0) return `${seconds} s`;
  return `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, "0")}`;
}

// As compliance/formatting.py:format_due.
function dueText(left) {
  const span = duration(Math.abs(left));
  return left > 0 ? `${span} left` : `overdue ${span}`;
}

function write(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

const shownAbsolute = new Set();

function isAbsolute(time) {
  const button = time.closest(".clock");
  return Boolean(button?.id) && shownAbsolute.has(button.id);
}

// The status and word of a row that depend on time alone. data-stages has them with the seconds after which they begin.
function setStatus(time, left) {
  const row = time.closest("[data-clocked]");
  const stage = JSON.parse(time.dataset.stages).findLast(([after]) => after <= -left / 1000);
  if (!row || !stage) return;
  const [, status, text] = stage;
  for (const part of [row, ...row.querySelectorAll("[data-status]")]) {
    if (part.dataset.status !== status) part.dataset.status = status;
  }
  const word = row.querySelector(".status-word");
  if (word) write(word, text);
}

function draw() {
  if (!anchor) return;
  const now = serverNow();
  for (const time of document.querySelectorAll("time[data-due]")) {
    const left = Date.parse(time.dataset.due) - now;
    write(time, isAbsolute(time) ? time.dataset.absolute : dueText(left));
    if (time.dataset.stages) setStatus(time, left);
  }
  for (const time of document.querySelectorAll('time[data-since]:not([data-since=""])')) {
    const span = Math.max(0, now - Date.parse(time.dataset.since));
    const words = time.dataset.words ? ` ${time.dataset.words}` : "";
    const text = span < 60000 && time.dataset.underAMinute ? time.dataset.underAMinute : duration(span) + words;
    write(time, isAbsolute(time) ? time.dataset.absolute : text);
  }
  for (const bar of document.querySelectorAll("progress[data-from]")) {
    bar.value = Math.min(bar.max, Math.max(0, (now - Date.parse(bar.dataset.from)) / 1000));
  }
}

// Get the server time: live parts refresh and bring it along; a page without live parts asks for it alone.
let asking = false;

async function resync() {
  const parts = document.querySelectorAll("[data-live]");
  for (const part of parts) window.htmx?.trigger(part, "tick");
  if (parts.length > 0 || asking) return;
  asking = true;
  try {
    const response = await fetch(location.href, { method: "HEAD", cache: "no-store" });
    setAnchor(response.headers.get("X-Server-Time") ?? response.headers.get("Date"));
    draw();
  } catch {
    // No connection: keep the current anchor.
  } finally {
    asking = false;
  }
}

function everySecond() {
  if (anchor && !document.hidden) {
    if (elapsed().drifted) resync();
    draw();
  }
}

const [navigation] = performance.getEntriesByType("navigation");
setAnchor(document.querySelector('meta[name="server-time"]')?.content, navigation?.responseStart ?? 0);
if (navigation?.type === "back_forward") resync();
draw();
setInterval(everySecond, TICK);

document.addEventListener("visibilitychange", () => {
  if (!document.hidden) resync();
});

window.addEventListener("pageshow", (event) => {
  if (event.persisted) resync();
});

document.addEventListener("htmx:afterRequest", (event) => {
  const serverTime = event.detail.xhr?.getResponseHeader("X-Server-Time");
  if (serverTime) setAnchor(serverTime);
});

for (const change of ["htmx:afterSwap", "clock:draw"]) document.addEventListener(change, draw);

// Toggle the absolute time on tap.
document.addEventListener("click", (event) => {
  const button = event.target.closest?.(".clock");
  if (!button?.id) return;
  if (!shownAbsolute.delete(button.id)) shownAbsolute.add(button.id);
  draw();
});
