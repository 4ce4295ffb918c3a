// Save a round exactly once, even if responses are lost; with a second signature if it has a violation, or is void for a
// reason that the rules do not name.

import { Saving } from "./asking.js";
import { blank, isBlank } from "./draft.js";
import { isOfSignature, Signing } from "./signing.js";

const byId = (id) => document.getElementById(id);

export class Sending {
  // `page` has terms, draft, keeping, telling, problems (of the line), sendable(), leadTo(), keep() and draw().
  constructor(page) {
    this.page = page;
    this.saving = new Saving(page.terms.urls.save, { saved: (answer) => this.saved(answer), refused: (status, answer) => this.refused(status, answer), waiting: (why) => this.waiting(why), signedOut: () => this.signedOut() });
    byId("save").addEventListener("click", () => this.save());
    byId("sent-now").addEventListener("click", () => this.saving.retry());
    byId("refusals").addEventListener("click", (event) => { if (event.target.closest("[data-breach]")) this.breach(); });
    const signed = (entered, secret) => this.send({ ...this.page.sendable().body, ...entered }, secret);
    this.breaching = new Signing("breach", signed);
    this.voiding = new Signing("voiding", signed);
  }

  // Who signs for a violation signs for a void round, too.
  signingOf(body) {
    return body.breach_reason ? this.breaching : this.voiding;
  }

  // A round that was sent without a response before this page was loaded.
  begin() {
    const { page } = this;
    if (page.sent?.secret) {
      // The PIN is not stored: ask for the signature again and send the same round under the same key.
      const signing = this.signingOf(page.sent.body);
      signing.fill(page.sent.body);
      this.unlock();
      signing.ask([{ message: "It was sent before without a response. Sign again; it will not be logged twice." }]);
    } else if (page.sent) {
      this.lock(true);
      this.waiting("The server did not respond before this page was loaded.");
      this.saving.send(JSON.stringify(page.sent.body), page.draft.key);
    }
  }

  save() {
    const { page } = this;
    if (page.locked || isBlank(page.draft)) return;
    const { lacks } = page.telling;
    if (page.problems.length > 0) byId("line").focus();
    else if (lacks.length > 0) this.ask(lacks[0]);
    else this.sendOrSign(page.sendable().body);
  }

  sendOrSign(body) {
    if (!body.void_explanation) {
      this.send(body, {});
      return;
    }
    byId("voiding-why").textContent = body.void_explanation;
    this.voiding.ask();
  }

  ask(lack) {
    this.page.tried = true;
    this.page.leadTo(lack);
    this.page.draw();
  }

  // `signed` is sent but not stored on the tablet.
  send(body, signed) {
    const { page } = this;
    page.sent = { body, secret: "second_pin" in signed };
    page.keep();
    this.lock(true);
    this.saving.send(JSON.stringify({ ...body, ...signed }), page.draft.key);
  }

  // Until it is known whether the round was logged, it cannot be changed.
  lock(locked) {
    byId("round").inert = locked;
    byId("deck").disabled = locked;
    byId("save").setAttribute("aria-busy", String(locked));
    byId("save").disabled = locked;
    if (!locked) byId("sent").hidden = true;
  }

  unlock() {
    this.page.sent = null;
    this.lock(false);
    this.page.keep();
  }

  // ── Responses

  saved(answer) {
    const { page } = this;
    page.keeping.clear();
    page.draft = blank(page.terms);
    location.assign(`${page.terms.urls.page}?paid=${answer.id}`);
  }

  // A refusal does not use up the key: a response under it may have been lost. Only if something else was logged under
  // it does the draft get a new key.
  refused(status, problem) {
    const { page } = this;
    const signing = page.sent?.secret ? this.signingOf(page.sent.body) : null;
    if (problem.code === "key_reused") page.draft.key = crypto.randomUUID();
    this.unlock();
    page.tried = true;
    if (signing && problem.errors?.some(isOfSignature)) {
      signing.ask(problem.errors);
      return;
    }
    if (problem.errors) page.answer = { ...page.answer, errors: problem.errors, ready: false };
    page.refusal = `Not saved. ${this.why(status, problem)}`;
    page.draw();
    byId("refusals").querySelector(".refusal")?.scrollIntoView({ block: "nearest" });
    if (problem.violations) page.preview.send(page.sendable().body);
  }

  why(status, problem) {
    if (problem.code === "key_reused") return "It was sent before with different content and may have been logged. Check the table's rounds.";
    if (status === 403) return "You may not log rounds here, or you have signed in again since. Reload the page; your entry is kept.";
    if (problem.violations) return problem.violations.map((each) => each.message).join(" ");
    const [first] = problem.errors ?? [];
    return first ? this.page.telling.told(first) : problem.detail ?? "Check the entry.";
  }

  waiting(why) {
    this.say("Not saved yet.", `${why} Retrying automatically. Nothing is lost, and nothing is logged twice.`, { retry: true });
  }

  signedOut() {
    if (this.page.sent) this.unlock();
    this.say("Not saved: your session has ended.", "Your entry is kept on this tablet. Sign in, then save.", { signIn: true });
  }

  say(what, why, { retry = false, signIn = false }) {
    byId("sent-what").textContent = what;
    byId("sent-why").textContent = why;
    byId("sent-now").hidden = !retry;
    byId("sent-sign-in").hidden = !signIn;
    byId("sent-sign-in").href = `${this.page.terms.urls.sign_in}?next=${encodeURIComponent(location.pathname + location.search)}`;
    byId("sent").hidden = false;
  }

  // ── Log anyway (violation)

  breach() {
    const { page } = this;
    const [lack] = page.telling.lacks.filter((each) => each.field !== "stub");
    if (!lack && page.problems.length === 0) {
      this.breaching.ask();
      return;
    }
    page.refusal = "Enter the round as it was played first. Then sign.";
    if (lack) this.ask(lack);
    else byId("line").focus();
  }
}
