// Announce new alerts: the bell moves, a screen reader reads the text, and the page title shows the count. The server
// sends the time of the latest alert (data-newest); only a later one is new.

const bell = document.getElementById("bell");
const said = document.getElementById("bell-said");
const SEEN = 8000;

const title = document.title;
const way = () => bell?.querySelector(".bell-way");
let newest = Number(way()?.dataset.newest ?? 0);
let calming = null;

function count() {
  const number = Number(way()?.dataset.number ?? 0);
  document.title = number > 0 ? `(${number}) ${title}` : title;
}

function call(alert) {
  said.textContent = `New alert. ${alert}`;
  bell.classList.remove("rang");
  void bell.offsetWidth; // restart the animation
  bell.classList.add("rang");
  clearTimeout(calming);
  calming = setTimeout(() => bell.classList.remove("rang"), SEEN);
}

document.addEventListener("htmx:afterSwap", (event) => {
  if (!bell || event.detail.target !== bell) return;
  count();
  const { newest: last = 0, said: alert } = way()?.dataset ?? {};
  if (Number(last) > newest) call(alert);
  newest = Math.max(newest, Number(last));
});

count();
