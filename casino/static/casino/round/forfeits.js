// A seat that forfeits its wagers: what the player did, by the clause of the rules, and who decided.

import { setForfeit } from "./draft.js";

const byId = (id) => document.getElementById(id);

export class Forfeits {
  constructor(page) {
    this.page = page;
    this.dialog = byId("forfeit");
    if (!this.dialog) return;
    this.choices = [...this.dialog.querySelectorAll("[name=forfeit]")];
    byId("forfeit-form").addEventListener("change", () => this.check());
    byId("forfeit-form").addEventListener("submit", (event) => {
      if (event.submitter?.value !== "confirm") return;
      if (this.choices.some((choice) => choice.checked)) this.confirm();
      else {
        event.preventDefault();
        this.say("Choose what the player did, or that the seat does not forfeit.");
      }
    });
  }

  open(number) {
    const seat = this.page.draft.seats[number];
    this.number = number;
    byId("forfeit-title").textContent = `Seat ${number}: forfeit`;
    for (const choice of this.choices) choice.checked = choice.value === (seat.forfeit ? seat.clause ?? null : "");
    byId("forfeit-decided-by").value = seat.decided_by ?? this.page.terms.logged_by;
    this.say("");
    this.check();
    this.dialog.showModal();
  }

  get chosen() {
    return this.choices.find((choice) => choice.checked);
  }

  check() {
    byId("forfeit-decided-by").disabled = !this.chosen?.value;
    if (this.chosen) this.say("");
  }

  say(words) {
    byId("forfeit-said").replaceChildren(...(words ? [Object.assign(document.createElement("li"), { textContent: words })] : []));
    byId("forfeit-said").hidden = !words;
  }

  confirm() {
    const { chosen } = this;
    const forfeit = chosen.value ? chosen.dataset.forfeit : null;
    this.page.change((draft) => {
      const seat = draft.seats[this.number];
      setForfeit(seat, forfeit, chosen.value || null, this.page.terms);
      if (forfeit) seat.decided_by = byId("forfeit-decided-by").value;
    }, { decided: true });
  }
}
