// The keypad of one seat: its wagers, its decisions, its spin, and forfeits.

import { bet, betAmount, fold, lastStakes, ofKind, openDecisions, spins } from "./draft.js";
import { amount, cents, short, shown } from "./money.js";

export function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name === "on") for (const [type, act] of Object.entries(value)) element.addEventListener(type, act);
    else if (value === true) element.setAttribute(name, "");
    else if (value !== false && value !== null && value !== undefined) element.setAttribute(name, value);
  }
  element.append(...children.filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

const key = (words, act, attributes = {}) => make("button", { type: "button", class: "button", on: { click: act }, ...attributes }, words);

export function wagerSummary(stakes, terms) {
  const parts = [`$${short(stakes.ante)}`];
  for (const wager of ofKind(terms, "bonus", "spin")) {
    if (stakes.bonus[wager.name]) parts.push(wager.kind === "spin" ? wager.short : `${wager.short} $${short(stakes.bonus[wager.name])}`);
  }
  return parts.join(" · ");
}

export class Keypad {
  // `page` has terms, draft, current (the number of the seat), change(act) and remove(number).
  constructor(root, page) {
    this.root = root;
    this.page = page;
    this.terms = page.terms;
    this.updates = [];
    this.title = root.querySelector("h2");
    this.empty = make("p", { class: "keypad-empty" });
    this.body = make("div", { class: "keypad-body" }, this.stakes(), this.decisions());
    root.replaceChildren(this.head(), this.empty, this.body);
  }

  get seat() {
    return this.page.draft.seats[this.page.current];
  }

  // Change the seat; `decided` lets the page move to the next seat once nothing is open.
  act(change, decided = false) {
    if (this.seat) this.page.change(() => change(this.seat), { decided });
  }

  head() {
    const again = key("", () => this.act((seat) => Object.assign(seat, lastStakes(this.terms, this.page.current))), { class: "button small again" });
    const remove = key("Not in play", () => this.page.remove(this.page.current), { class: "button small" });
    const parts = [this.title, again];
    this.updates.push((seat) => {
      const last = seat && lastStakes(this.terms, this.page.current);
      const same = last && wagerSummary(last, this.terms) === wagerSummary(seat, this.terms);
      again.hidden = !last || same;
      again.textContent = last ? `Again ${wagerSummary(last, this.terms)}` : "";
      remove.hidden = !seat;
    });
    const least = ofKind(this.terms, "bet").find((wager) => wager.times)?.times.at_least;
    if (least) {
      const all = key(`All ${least}×`, () => this.act((seat) => {
        seat.fold = null;
        for (const wager of ofKind(this.terms, "bet")) bet(seat, wager, { times: String(wager.times.at_least) }, this.terms);
      }, true), { class: "button small" });
      this.updates.push((seat) => { all.hidden = !seat; });
      parts.push(all);
    }
    if (this.terms.forfeits.length > 0) parts.push(this.forfeit());
    parts.push(remove);
    return make("header", { class: "keypad-head" }, ...parts);
  }

  forfeit() {
    const button = key("Forfeit", () => this.page.forfeits.open(this.page.current), { class: "button small", "data-field": "forfeit", "aria-haspopup": "dialog" });
    this.updates.push((seat) => {
      button.hidden = !seat;
      button.setAttribute("aria-pressed", String(Boolean(seat?.forfeit)));
    });
    return button;
  }

  // ── Wagers before the deal

  stakes() {
    const ante = ofKind(this.terms, "ante")[0];
    const boxes = [this.stepper("Ante", ante, (seat) => seat.ante, (seat, text) => { seat.ante = text; }, false)];
    for (const wager of ofKind(this.terms, "bonus")) {
      boxes.push(wager.equals ? this.follower(wager) : this.stepper(wager.label, wager, (seat) => seat.bonus[wager.name] ?? "", (seat, text) => this.setBonus(seat, wager, text), true));
      if (wager.name === this.terms.exposed_for) boxes.push(this.exposed(wager));
    }
    if (this.terms.spin) boxes.push(this.spin());
    return make("div", { class: "keypad-stakes" }, ...boxes);
  }

  setBonus(seat, wager, text) {
    if (text) seat.bonus[wager.name] = text;
    else delete seat.bonus[wager.name];
    for (const other of ofKind(this.terms, "bonus")) {
      if (other.equals !== wager.name || !seat.bonus[other.name]) continue;
      if (text) seat.bonus[other.name] = text;
      else delete seat.bonus[other.name];
    }
    if (!text && wager.name === this.terms.exposed_for) seat.exposed = null;
  }

  stepper(label, wager, get, set, optional) {
    const least = cents(wager.least) ?? 100;
    const step = (seat, by) => {
      const now = cents(get(seat)) ?? 0;
      const next = now + by * least;
      const most = cents(wager.most) ?? Infinity;
      set(seat, next < least ? (optional ? "" : amount(least)) : amount(Math.min(next, most)));
    };
    const input = make("input", { type: "text", inputmode: "decimal", autocomplete: "off", "aria-label": `${label} in dollars`, "data-field": wager.name, on: { input: () => this.act((seat) => set(seat, input.value.trim())) } });
    this.updates.push((seat) => { if (seat && document.activeElement !== input) input.value = short(get(seat)); });
    return make("div", { class: "stake", role: "group", "aria-label": label }, make("span", { class: "stake-name" }, optional ? wager.short : label),
      key("−", () => this.act((seat) => step(seat, -1)), { "aria-label": `${label}: less` }), input,
      key("+", () => this.act((seat) => step(seat, 1)), { "aria-label": `${label}: more` }));
  }

  // A wager that must equal another is either made or not.
  follower(wager) {
    const button = key(wager.label, () => this.act((seat) => {
      if (seat.bonus[wager.name]) delete seat.bonus[wager.name];
      else {
        seat.bonus[wager.equals] ||= wager.least ?? "";
        seat.bonus[wager.name] = seat.bonus[wager.equals];
      }
    }), { class: "button wide", "data-field": wager.name });
    this.updates.push((seat) => {
      const made = Boolean(seat?.bonus[wager.name]);
      button.setAttribute("aria-pressed", String(made));
      button.textContent = made ? `${wager.label} $${short(seat.bonus[wager.name])}` : wager.label;
    });
    return make("div", { class: "stake" }, button);
  }

  exposed(wager) {
    const keys = [[true, "Exposed"], [false, "Not exposed"]].map(([value, words]) => {
      const button = key(words, () => this.act((seat) => { seat.exposed = seat.exposed === value ? null : value; }, true), { class: "button wide" });
      this.updates.push((seat) => {
        button.disabled = !seat?.bonus[wager.name];
        button.setAttribute("aria-pressed", String(Boolean(seat) && seat.exposed === value));
      });
      return button;
    });
    return make("div", { class: "stake", role: "group", "aria-label": "Cards exposed", "data-field": "exposed" }, ...keys);
  }

  spin() {
    const { spin } = this.terms;
    const label = this.terms.wagers.find((wager) => wager.name === spin.wager).label;
    const button = key(`${label} $${short(spin.stake)}`, () => this.act((seat) => {
      if (seat.bonus[spin.wager]) delete seat.bonus[spin.wager];
      else seat.bonus[spin.wager] = spin.stake;
    }), { class: "button wide", "data-field": spin.wager });
    const place = make("select", { "aria-label": "Where the wheel stopped", "data-field": "spin", autocomplete: "off", on: { change: () => this.act((seat) => { seat.spin = place.value; }, true) } },
      make("option", { value: "" }, "Wheel…"), ...spin.positions.map((each) => make("option", { value: each.at }, `${each.at} · ${each.top ? (spin.top_prize ? `top prize ${shown(cents(spin.top_prize))}` : "top prize") : `$${short(each.pays)}`}${each.community ? `, others $${short(each.community)}` : ""}`)));
    this.updates.push((seat) => {
      button.setAttribute("aria-pressed", String(Boolean(seat?.bonus[spin.wager])));
      place.disabled = !seat || !spins(seat, this.terms);
      place.value = seat && spins(seat, this.terms) ? seat.spin : "";
      place.toggleAttribute("data-wanted", Boolean(seat && spins(seat, this.terms) && seat.spin === ""));
    });
    return make("div", { class: "stake", role: "group", "aria-label": label }, button, place);
  }

  // ── Decisions

  decisions() {
    const bets = ofKind(this.terms, "bet");
    const rows = bets.length > 0 ? bets.map((wager) => this.betRow(wager)) : [this.axisRow()];
    return make("div", { class: "keypad-decisions" }, ...rows);
  }

  betRow(wager) {
    const { at_least, at_most, whole } = wager.times;
    const keys = Array.from({ length: at_most - at_least + 1 }, (_, place) => {
      const times = String(at_least + place);
      const button = key(`${times}×`, () => this.act((seat) => this.toggleBet(seat, wager, times), true), { "aria-label": `${wager.label} ${times} times the ante` });
      this.updates.push((seat) => button.setAttribute("aria-pressed", String(seat?.bets[wager.name]?.times === times)));
      return button;
    });
    const parts = [make("span", { class: "stake-name" }, wager.label), ...keys, this.foldKey(wager.decision, wager.label)];
    if (!whole) parts.push(this.betAmount(wager));
    return make("div", { class: "decision", role: "group", "aria-label": wager.label, "data-field": wager.name }, ...parts);
  }

  toggleBet(seat, wager, times) {
    if (seat.bets[wager.name]?.times === times) delete seat.bets[wager.name];
    else bet(seat, wager, { times }, this.terms);
  }

  betAmount(wager) {
    const input = make("input", { type: "text", inputmode: "decimal", autocomplete: "off", placeholder: "$", "aria-label": `${wager.label} in dollars`, on: { input: () => this.act((seat) => {
      if (input.value.trim()) bet(seat, wager, { amount: input.value.trim() }, this.terms);
      else delete seat.bets[wager.name];
    }) } });
    this.updates.push((seat) => {
      if (!seat || document.activeElement === input) return;
      const made = seat.bets[wager.name];
      input.value = made ? short(betAmount(seat, made)) : "";
    });
    return input;
  }

  foldKey(decision, label) {
    const button = key("Fold", () => this.act((seat) => {
      if (seat.fold === decision) seat.fold = null;
      else fold(seat, decision, this.terms);
    }, true), { class: "button fold", "aria-label": `Fold at ${label.toLowerCase()}` });
    this.updates.push((seat) => button.setAttribute("aria-pressed", String(seat?.fold === decision)));
    return button;
  }

  axisRow() {
    const keys = this.terms.axes.map((axis) => {
      const button = key(axis.label, () => this.act((seat) => {
        seat.fold = null;
        seat.axis = seat.axis === axis.name ? null : axis.name;
      }, true), { class: "button wide" });
      this.updates.push((seat) => button.setAttribute("aria-pressed", String(seat?.axis === axis.name)));
      return button;
    });
    const [decision] = this.terms.decisions;
    return make("div", { class: "decision", role: "group", "aria-label": "Plays", "data-field": "axis" }, make("span", { class: "stake-name" }, "Plays"), ...keys, this.foldKey(decision.name, decision.label));
  }

  // ── Drawing

  draw(wrong) {
    const { seat } = this;
    this.title.textContent = seat ? `Seat ${this.page.current}` : "Seats";
    this.body.inert = !seat;
    this.root.toggleAttribute("data-empty", !seat);
    this.empty.textContent = seat ? "" : this.terms.last.length > 0 ? "Tap a seat to deal it in, or Same seats again." : "Tap each seat in play.";
    for (const update of this.updates) update(seat);
    for (const field of this.root.querySelectorAll("[data-field]")) field.toggleAttribute("data-wrong", Boolean(seat) && wrong.has(`${this.page.current}.${field.dataset.field}`));
    const open = seat ? openDecisions(seat, this.terms)[0] : null;
    for (const row of this.root.querySelectorAll(".decision")) {
      const wager = this.terms.wagers.find((each) => each.name === row.dataset.field);
      row.toggleAttribute("data-open", Boolean(open) && (!wager || wager.decision === open));
    }
  }
}
