// The keyboard, when no field has the focus: two keys enter the next card; others act like buttons.

import { cardOf } from "./cards.js";

const byId = (id) => document.getElementById(id);

export class Keys {
  // `page` has terms, cursor, pending (a rank waiting for its suit) and the actions of the keys.
  constructor(page) {
    this.page = page;
    this.shortcuts = {
      "/": () => byId("line").focus(),
      "?": () => byId("help").showModal(),
      "=": () => page.again(),
      Backspace: () => page.takeBack(),
      Enter: (event) => this.enter(event),
    };
    document.addEventListener("keydown", (event) => this.press(event));
  }

  press(event) {
    const inDialog = document.querySelector("dialog[open]");
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      if (!inDialog) this.page.sending.save();
      return;
    }
    if (event.ctrlKey || event.metaKey || event.altKey || inDialog || event.target.closest?.("input, select, textarea, [popover]")) return;
    if (this.card(event) || !(event.key in this.shortcuts)) return;
    if (this.shortcuts[event.key](event) !== false) event.preventDefault();
  }

  // Enter presses a focused button; anywhere else it saves.
  enter(event) {
    if (event.target.closest("button, a, summary") && !event.target.closest(".slot[data-card='']")) return false;
    this.page.sending.save();
    return true;
  }

  isRank(event) {
    return !event.ctrlKey && !event.metaKey && !event.altKey && event.key.length === 1 && (event.key === "1" || this.page.terms.ranks.includes(event.key.toUpperCase()));
  }

  // Rank, then suit: "a" "s", and "1" "0" "s" for the ten.
  card(event) {
    const { page } = this;
    const key = event.key.toLowerCase();
    if (page.pending && /^[shdc]$/.test(key)) {
      event.preventDefault();
      this.put(cardOf(page.pending + key));
      return true;
    }
    if (page.pending === "1" && key === "0") page.pending = "T";
    else if (this.isRank(event)) page.pending = event.key.toUpperCase();
    else {
      if (event.key.length === 1) page.pending = "";
      page.draw();
      return false;
    }
    event.preventDefault();
    page.show("cards");
    page.draw();
    return true;
  }

  put(card) {
    const { page } = this;
    page.put(card);
    page.pending = "";
    page.draw();
    const next = page.cursor ? document.querySelector(`[data-slot="${page.cursor}"]`) : byId("save");
    next.focus({ preventScroll: true });
  }
}
