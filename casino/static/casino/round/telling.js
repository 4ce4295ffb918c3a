// Messages about the draft: under quick entry, at the stub, in the footer, and at each field with an error.

import { expectedStub, isBlank, needsJackpot } from "./draft.js";
import { missing, NOT_YET } from "./missing.js";
import { net } from "./money.js";

const byId = (id) => document.getElementById(id);

export class Telling {
  // `page` has terms, draft, problems (of the line), answer (to the last preview), tried and refusal.
  constructor(page) {
    this.page = page;
    this.hint = [...byId("line-said").childNodes];
  }

  draw(wrong, settlement) {
    this.drawLine();
    this.drawCount(wrong);
    this.drawFoot(settlement);
  }

  drawLine() {
    const said = byId("line-said");
    const { problems } = this.page;
    const [problem] = problems;
    said.classList.toggle("wrong", Boolean(problem));
    byId("line").setAttribute("aria-invalid", String(Boolean(problem)));
    if (problem) said.textContent = `${problem.message}${problems.length > 1 ? ` · and ${problems.length - 1} more` : ""}.`;
    else if (said.dataset.said !== "hint") said.replaceChildren(...this.hint);
    said.dataset.said = problem ? "problem" : "hint";
  }

  // ── The count

  get wrongCount() {
    const { draft, terms } = this.page;
    const expected = expectedStub(draft, terms);
    return expected !== null && /^\d+$/.test(draft.stub) && Number(draft.stub) !== expected;
  }

  // What a wrong count does, once it is known whether cards were misdealt.
  get fate() {
    const { draft, terms } = this.page;
    if (!this.wrongCount || draft.misdeal === null) return null;
    return draft.misdeal ? terms.count.misdealt : terms.count.not_whole;
  }

  drawCount(wrong) {
    const { draft, terms } = this.page;
    const expected = expectedStub(draft, terms);
    const [stub, said, jackpot] = ["stub", "stub-said", "jackpot"].map(byId);
    if (document.activeElement !== stub) stub.value = draft.stub;
    stub.toggleAttribute("data-wrong", wrong.has("stub"));
    byId("misdealt").hidden = !this.wrongCount;
    for (const button of byId("misdealt").querySelectorAll("[data-misdeal]")) button.setAttribute("aria-pressed", String(String(draft.misdeal) === button.dataset.misdeal));
    said.textContent = expected !== null ? `Expected ${expected}.` : terms.count.due ? "Count due." : "";
    said.classList.toggle("wrong", this.wrongCount);
    byId("jackpot-box").hidden = !needsJackpot(draft, terms);
    if (document.activeElement !== jackpot) jackpot.value = draft.jackpot;
  }

  // ── The footer

  get lacks() {
    return missing(this.page.draft, this.page.terms, { wrongCount: this.wrongCount });
  }

  drawFoot(settlement) {
    const { answer, draft, tried } = this.page;
    const { lacks } = this;
    const ready = Boolean(answer?.ready) && lacks.length === 0;
    const wrong = this.wrongWords(lacks);
    byId("sums").textContent = this.sums(settlement);
    const said = byId("said");
    said.classList.toggle("wrong", Boolean(wrong) || (tried && lacks.length > 0));
    if (wrong) said.textContent = wrong;
    else if (lacks.length > 0 && !isBlank(draft)) said.textContent = `To enter: ${lacks.slice(0, 3).map((each) => each.words).join(" · ")}${lacks.length > 3 ? " …" : ""}`;
    else said.textContent = ready ? "Ready to save." : "";
    byId("save").toggleAttribute("data-ready", ready);
    this.speak(wrong || (ready ? `Ready to save. ${byId("sums").textContent}` : ""));
  }

  sums(settlement) {
    const { answer, draft } = this.page;
    if (this.wrongCount && draft.misdeal === null) return "Wrong count. Was it misdealt?";
    if (this.fate) return this.fate.text;
    if (settlement?.status === "void") return `Void: every wager is returned.${settlement.deck_removed ? " The deck leaves the table." : ""}`;
    if (!settlement) return isBlank(draft) ? "Enter community cards, then seats." : "";
    const seats = settlement.order.map((number) => settlement.seats.find((seat) => seat.seat === number));
    return `${seats.map((seat) => `${seat.seat} ${net(seat.net)}`).join(" · ")}${answer.partly ? " …" : ""} · house ${net(settlement.totals.house_net)}`;
  }

  wrongWords(lacks) {
    const { answer, draft, refusal } = this.page;
    const [error] = this.errors();
    if (refusal) return refusal;
    if (error) return this.told(error);
    const [gate] = answer?.refusals ?? [];
    return gate && lacks.length === 0 && !isBlank(draft) ? gate.message : "";
  }

  // Announced only after it has been shown for a moment.
  speak(words) {
    clearTimeout(this.speaking);
    this.speaking = setTimeout(() => {
      if (byId("spoken").textContent !== words) byId("spoken").textContent = words;
    }, 1200);
  }

  // ── Errors

  // Errors, without what is merely missing.
  errors() {
    const { answer, draft, terms } = this.page;
    const jackpot = needsJackpot(draft, terms) && !draft.jackpot;
    return (answer?.errors ?? []).filter((error) => !NOT_YET.has(error.code) && !(jackpot && /jackpot|top_prize/.test(error.path)));
  }

  wrong() {
    return new Set(this.errors().map((error) => this.placeOf(error)));
  }

  placeOf(error) {
    const { places } = this.page.sendable();
    if (places[error.path]) return places[error.path];
    const seat = /^(seats\[\d+\])\.?(?:wagers\.)?(.*)$/.exec(error.path);
    return seat && places[seat[1]] ? `${places[seat[1]]}.${this.fieldOf(seat[2])}` : error.path;
  }

  // Two equal antes are entered in one field; raises follow the axis.
  fieldOf(name) {
    const { wagers } = this.page.terms;
    const wager = wagers.find((each) => each.name === name);
    if (wager?.kind === "ante") return wagers.find((each) => each.kind === "ante").name;
    return wager?.kind === "raise" ? "axis" : name;
  }

  told(error) {
    const seat = /^(?:seat\.)?(\d+)\.(.*)$/.exec(this.placeOf(error));
    const wager = seat && this.page.terms.wagers.find((each) => each.name === seat[2]);
    const rest = this.errors().length - 1;
    return `${seat ? `Seat ${seat[1]}${wager ? ` · ${wager.label.toLowerCase()}` : ""}: ` : ""}${error.message}${rest > 0 ? ` (and ${rest} more)` : ""}`;
  }
}
