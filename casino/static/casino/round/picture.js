// The table picture: community cards, seats with cards and wagers, and the 52 card keys, used ones gray.

import { rankShown, spoken, SUITS } from "./cards.js";
import { betAmount, isUnseen, lastStakes, ofKind, openDecisions, slots, spins, usedCards } from "./draft.js";
import { make, wagerSummary } from "./keypad.js";
import { net, short } from "./money.js";

const names = new WeakMap();

function face(card) {
  const { symbol } = SUITS[card[1]];
  return make("span", { class: "card", "data-suit": card[1], "aria-hidden": "true" }, make("b", {}, rankShown(card)), make("span", { class: "card-suit" }, symbol), make("i", {}, card[1]));
}

export class Picture {
  constructor(page) {
    this.page = page;
    this.slots = [...document.querySelectorAll(".slot")];
    this.keys = [...document.querySelectorAll(".key")];
    this.seats = [...document.querySelectorAll(".seat")];
    this.picker = document.getElementById("picker");
    for (const slot of this.slots) names.set(slot, [slot.getAttribute("aria-label").split(":")[0], [...slot.childNodes]]);
    this.listen();
  }

  listen() {
    const { page } = this;
    for (const slot of this.slots) slot.addEventListener("click", () => page.choose(slot.dataset.slot));
    for (const key of this.keys) key.addEventListener("click", () => page.put(key.dataset.card));
    for (const seat of this.seats) seat.querySelector(".seat-name").addEventListener("click", () => page.chooseSeat(Number(seat.dataset.seat)));
    this.picker.addEventListener("keydown", (event) => this.move(event));
  }

  // Arrows move from key to key; only one of the 52 is a Tab stop.
  move(event) {
    const steps = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
    const step = steps[event.key];
    const key = event.target.closest(".key");
    if (!step || !key) return;
    event.preventDefault();
    const across = this.page.terms.ranks.length;
    const rows = this.keys.length / across;
    let place = this.keys.indexOf(key);
    do {
      const column = (place % across + step[0] + across) % across;
      const row = (Math.floor(place / across) + step[1] + rows) % rows;
      place = row * across + column;
    } while (this.keys[place].disabled && this.keys[place] !== key);
    this.keys[place].focus();
  }

  setTabStop() {
    const free = this.keys.filter((key) => !key.disabled);
    const stop = free.find((key) => key === document.activeElement) ?? free[0];
    for (const key of this.keys) key.tabIndex = key === stop ? 0 : -1;
  }

  draw({ wrong, results }) {
    const { draft, terms, cursor, pending } = this.page;
    const found = new Map(slots(draft, terms).map((slot) => [slot.id, slot]));
    for (const slot of this.slots) this.drawSlot(slot, found.get(slot.dataset.slot), cursor, wrong);
    const used = usedCards(draft, terms);
    for (const key of this.keys) {
      key.disabled = used.has(key.dataset.card);
      key.toggleAttribute("data-meant", Boolean(pending) && key.dataset.card[0] === pending);
    }
    this.setTabStop();
    for (const seat of this.seats) this.drawSeat(seat, wrong, results);
  }

  drawSlot(slot, found, cursor, wrong) {
    const id = slot.dataset.slot;
    const card = found?.card ?? null;
    const [name, empty] = names.get(slot);
    const unseen = Boolean(found?.seat && found.optional);
    slot.disabled = !found;
    slot.toggleAttribute("data-next", id === cursor);
    slot.toggleAttribute("data-optional", Boolean(found?.optional));
    slot.toggleAttribute("data-unseen", unseen);
    slot.toggleAttribute("data-wrong", wrong.has(id));
    if (slot.dataset.card !== (card ?? "")) slot.replaceChildren(...(card ? [face(card)] : empty));
    slot.dataset.card = card ?? "";
    slot.setAttribute("aria-label", `${name}: ${card ? spoken(card) : id === cursor ? "empty, next" : unseen ? "not shown" : "empty"}`);
  }

  drawSeat(element, wrong, results) {
    const { draft, terms, current } = this.page;
    const number = Number(element.dataset.seat);
    const seat = draft.seats[number];
    const last = lastStakes(terms, number);
    const result = seat && results.get(number);
    element.toggleAttribute("data-in", Boolean(seat));
    element.toggleAttribute("data-current", Boolean(seat) && number === current);
    element.toggleAttribute("data-wrong", [...wrong].some((each) => each.startsWith(`${number}.`) || each === String(number)));
    const [state, stakes, sum] = [".seat-state", ".seat-stakes", ".seat-net"].map((part) => element.querySelector(part));
    state.textContent = seat ? this.stateOf(seat) : last ? "again" : "deal in";
    stakes.replaceChildren(...(seat ? this.stakesOf(seat) : [make("span", { class: "quiet" }, last ? wagerSummary(last, terms) : "")]));
    sum.textContent = result ? net(result.net) : "";
    sum.classList.toggle("negative", Boolean(result) && result.net.startsWith("-"));
    const name = element.querySelector(".seat-name");
    name.setAttribute("aria-pressed", String(Boolean(seat) && number === current));
    name.setAttribute("aria-label", seat ? `Seat ${number}${state.textContent ? `, ${state.textContent}` : ""}` : `Seat ${number}: deal in${last ? ` again, ${wagerSummary(last, terms)}` : ""}`);
  }

  stateOf(seat) {
    const { terms } = this.page;
    if (seat.forfeit) return "forfeit";
    if (seat.fold) return "fold";
    if (spins(seat, terms) && seat.spin === "") return "spin?";
    if (seat.axis) return { vertical: "↕ vert.", horizontal: "↔ hor." }[seat.axis] ?? seat.axis;
    return openDecisions(seat, terms).length > 0 ? "" : "✓";
  }

  // The ante and the bets in betting order, then the optional wagers.
  stakesOf(seat) {
    const { terms } = this.page;
    const bets = ofKind(terms, "bet").map((wager) => seat.bets[wager.name]).filter(Boolean);
    const shown = bets.map((made) => (made.times !== undefined ? `${made.times}×` : `$${short(betAmount(seat, made))}`));
    const place = seat.spin !== "" && spins(seat, terms) ? ` ${seat.spin}` : "";
    const bonus = ofKind(terms, "bonus", "spin").filter((wager) => seat.bonus[wager.name]);
    return [
      make("span", { class: "bets" }, make("b", {}, seat.ante ? `$${short(seat.ante)}` : "no ante"), ` ${shown.join(" ")}`),
      ...bonus.map((wager) => make("span", {}, wager.kind === "spin" ? `${wager.short}${place}` : `${wager.short} $${short(seat.bonus[wager.name])}`)),
    ];
  }
}
