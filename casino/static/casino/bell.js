// The bell makes itself seen and heard when another alert rings: the page shows it, a screen reader says it, and the
// title of a page behind others counts it. The server says which alert rang last; only a later one is news.

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
  void bell.offsetWidth; // so that the same motion begins anew
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
