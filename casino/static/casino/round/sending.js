// Save a round exactly once, even if responses are lost; with a second signature if it has a violation.

import { Saving } from "./asking.js";
import { blank, isBlank } from "./draft.js";

const byId = (id) => document.getElementById(id);
const SIGNED = ["breach_reason", "second_badge", "second_pin"];

export class Sending {
  // `page` has terms, draft, keeping, telling, problems (of the line), sendable(), leadTo(), keep() and draw().
  constructor(page) {
    this.page = page;
    this.saving = new Saving(page.terms.urls.save, { saved: (answer) => this.saved(answer), refused: (status, answer) => this.refused(status, answer), waiting: (why) => this.waiting(why), signedOut: () => this.signedOut() });
    byId("save").addEventListener("click", () => this.save());
    byId("sent-now").addEventListener("click", () => this.saving.retry());
    byId("refusals").addEventListener("click", (event) => { if (event.target.closest("[data-breach]")) this.breach(); });
    byId("breach-form").addEventListener("submit", (event) => {
      event.preventDefault();
      this.sign();
    });
    byId("breach").addEventListener("close", () => { byId("breach_second_pin").value = ""; });
  }

  // A round that was sent without a response before this page was loaded.
  begin() {
    const { page } = this;
    if (page.sent?.secret) {
      // The PIN is not stored: ask for the signature again and send the same round under the same key.
      byId("breach_breach_reason").value = page.sent.body.breach_reason;
      byId("breach_second_badge").value = page.sent.body.second_badge;
      this.unlock();
      this.askToSign([{ message: "It was sent before without a response. Sign again; it will not be logged twice." }]);
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
    else this.send(page.sendable().body, {});
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
    const wasSigned = page.sent?.secret;
    if (problem.code === "key_reused") page.draft.key = crypto.randomUUID();
    this.unlock();
    page.tried = true;
    if (wasSigned && problem.errors?.some((error) => SIGNED.includes(error.path))) {
      this.askToSign(problem.errors);
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
      this.askToSign();
      return;
    }
    page.refusal = "Enter the round as it was played first. Then sign.";
    if (lack) this.ask(lack);
    else byId("line").focus();
  }

  askToSign(errors = []) {
    const said = byId("breach-said");
    said.replaceChildren(...errors.map((error) => Object.assign(document.createElement("li"), { textContent: error.message })));
    said.hidden = errors.length === 0;
    byId("breach_second_pin").value = "";
    if (!byId("breach").open) byId("breach").showModal();
    byId(errors.length > 0 ? "breach_second_pin" : "breach_breach_reason").focus();
  }

  sign() {
    const [reason, badge, pin] = SIGNED.map((name) => byId(`breach_${name}`).value.trim());
    const empty = [[reason, "Enter why it was played anyway."], [badge, "Enter the signer's badge."], [pin, "Enter the signer's PIN."]].filter(([value]) => !value);
    if (empty.length > 0) {
      this.askToSign(empty.map(([, message]) => ({ message })));
      return;
    }
    byId("breach").close();
    this.send({ ...this.page.sendable().body, breach_reason: reason, second_badge: badge }, { second_pin: pin });
  }
}
