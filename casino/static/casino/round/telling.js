// Messages about the draft: under quick entry, at the stub, in the footer, and at each field with an error.

import { asksDealt, asksMisdeal, expectedStub, isVoid, outcome, total, voidReason } from "./count.js";
import { failure, isBlank, isExplained, needsJackpot } from "./draft.js";
import { missing, NOT_YET } from "./missing.js";
import { net } from "./money.js";
import { isOfSignature } from "./signing.js";

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

  drawCount(wrong) {
    const { draft, terms } = this.page;
    const [stub, dealt, said, jackpot] = ["stub", "dealt", "stub-said", "jackpot"].map(byId);
    if (document.activeElement !== stub) stub.value = draft.stub;
    stub.toggleAttribute("data-wrong", wrong.has("stub"));
    byId("dealt-box").hidden = !asksDealt(draft, terms);
    if (document.activeElement !== dealt) dealt.value = draft.dealt;
    dealt.toggleAttribute("data-wrong", wrong.has("dealt"));
    byId("misdealt").hidden = !asksMisdeal(draft, terms);
    for (const button of byId("misdealt").querySelectorAll("[data-misdeal]")) button.setAttribute("aria-pressed", String(String(draft.misdeal) === button.dataset.misdeal));
    said.textContent = this.countWords();
    said.classList.toggle("wrong", total(draft, terms)?.whole === false);
    byId("jackpot-box").hidden = !needsJackpot(draft, terms);
    if (document.activeElement !== jackpot) jackpot.value = draft.jackpot;
  }

  // The stub is counted blind: what is expected is shown only after a count was entered.
  countWords() {
    const { draft, terms } = this.page;
    if (draft.stub === "") {
      if (!terms.count.due) return "";
      return isVoid(draft, terms) ? "No count is owed in a void round; the next complete round owes it." : "Count due.";
    }
    const [found, expected] = [total(draft, terms), expectedStub(draft, terms)];
    if (asksDealt(draft, terms)) return found ? this.sumWords(found) : "Count the cards on the table too.";
    if (expected === null) return "";
    return `Expected ${expected}${found?.aside ? `, with ${found.aside} set aside` : ""}.`;
  }

  sumWords({ stub, dealt, aside, sum, whole }) {
    return `${[stub, dealt, ...(aside ? [aside] : [])].join(" + ")} = ${sum}: ${whole ? "whole deck" : "not whole"}.`;
  }

  // ── The footer

  get lacks() {
    return missing(this.page.draft, this.page.terms);
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
    if (asksMisdeal(draft, this.page.terms) && draft.misdeal === null) return "Wrong count. Was it misdealt?";
    if (isVoid(draft, this.page.terms)) return this.voidWords();
    if (!settlement) return isBlank(draft) ? "Enter community cards, then seats." : "";
    const seats = settlement.order.map((number) => settlement.seats.find((seat) => seat.seat === number));
    return `${seats.map((seat) => `${seat.seat}\u00a0${net(seat.net)}`).join(" · ")}${answer.partly ? " …" : ""} · house ${net(settlement.totals.house_net)}`;
  }

  // What a void round does: by its count, or by its reason, with the device that fails and the count that is passed on.
  voidWords() {
    const { draft, terms } = this.page;
    const reason = terms.irregularities.find((each) => each.name === voidReason(draft, terms));
    const device = failure(draft, terms)?.device;
    const words = [outcome(draft, terms)?.text ?? reason?.does ?? "The round is void and every wager is returned."];
    const found = asksDealt(draft, terms) ? total(draft, terms) : null;
    if (found) words.unshift(this.sumWords(found));
    if (device) words.push(`${device.label} is out of order.`);
    if (isExplained(draft, terms)) words.push("Another person signs when you save.");
    return words.join(" ");
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
    const here = missing(draft, terms);
    const isMissing = (error) => NOT_YET.has(error.code) || isOfSignature(error)
      || (jackpot && /jackpot|top_prize/.test(error.path)) || here.some((lack) => lack.path?.test(error.path));
    return (answer?.errors ?? []).filter((error) => !isMissing(error));
  }

  wrong() {
    return new Set(this.errors().map((error) => this.placeOf(error)));
  }

  placeOf(error) {
    const { places } = this.page.sendable();
    if (places[error.path]) return places[error.path];
    const seat = /^((?:seats|forfeits)\[\d+\])\.?(?:wagers\.)?(.*)$/.exec(error.path);
    if (!seat || !places[seat[1]]) return error.path;
    return `${places[seat[1]]}.${seat[1].startsWith("forfeits") ? "forfeit" : this.fieldOf(seat[2])}`;
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
    return `${seat && !error.message.startsWith("Seat ") ? `Seat ${seat[1]}${wager ? ` · ${wager.label.toLowerCase()}` : ""}: ` : ""}${error.message}${rest > 0 ? ` (and ${rest} more)` : ""}`;
  }
}
