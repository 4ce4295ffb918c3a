// The round page: one draft, entered by tapping, by typing cards or by quick entry; previewed as it grows; saved once.

import { Preview } from "./asking.js";
import { asksMisdeal, isVoid } from "./count.js";
import { blank, envelope, fromRound, isBlank, newSeat, openDecisions, revived, seatsInPlay, setCard, setsAside, slots, spins, usedCards } from "./draft.js";
import { Forfeits } from "./forfeits.js";
import { Irregularities } from "./irregularities.js";
import { Keeping } from "./keeping.js";
import { Keypad } from "./keypad.js";
import { Keys } from "./keys.js";
import { read, write } from "./line.js";
import { Picture } from "./picture.js";
import { Sending } from "./sending.js";
import { Telling } from "./telling.js";

const byId = (id) => document.getElementById(id);

class Page {
  constructor(terms) {
    this.terms = terms;
    this.root = byId("round");
    this.none = byId("pays").firstElementChild;
    this.keeping = new Keeping(terms);
    this.answer = null;
    this.pending = "";
    this.tried = false;
    this.refusal = "";
    this.restore();
    this.picture = new Picture(this);
    this.keypad = new Keypad(byId("keypad"), this);
    this.telling = new Telling(this);
    this.irregularities = new Irregularities(this);
    this.forfeits = new Forfeits(this);
    this.sending = new Sending(this);
    this.preview = new Preview(terms.urls.preview, { answered: (answer) => this.take(answer), signedOut: () => this.sending.signedOut() });
    this.keys = new Keys(this);
    this.listen();
    this.draw();
    this.preview.ask(this.sendable().body);
    this.sending.begin();
    this.showPaid();
  }

  // ── The draft

  restore() {
    const kept = this.keeping.load();
    if (kept?.draft) this.draft = revived(kept.draft, this.terms);
    else this.draft = this.terms.prefill ? fromRound(this.terms.prefill, this.terms) : blank(this.terms);
    // What was sent without a response yet; until then nothing can be changed.
    this.sent = kept?.sent ?? null;
    this.line = kept?.line ?? write(this.draft, this.terms);
    this.problems = read(this.line, this.terms).problems;
    this.current = seatsInPlay(this.draft, this.terms)[0] ?? null;
    this.cursor = this.nextSlot();
    byId("line").value = this.line;
  }

  get locked() {
    return this.sent !== null;
  }

  keep() {
    if (isBlank(this.draft) && !this.line && !this.sent) this.keeping.clear();
    else this.keeping.store({ draft: this.draft, line: this.line, sent: this.sent });
  }

  // Every change goes through here: it is drawn, stored and previewed.
  change(act, { line = null, decided = false } = {}) {
    if (this.locked) return;
    this.cleared = null;
    const wasOptional = this.isOptional(this.cursor);
    act(this.draft);
    // The cursor leaves a slot that need not be filled any more.
    if (!wasOptional && this.isOptional(this.cursor)) this.cursor = this.nextSlot();
    this.line = line ?? [write(this.draft, this.terms), ...this.problems.map((problem) => problem.text)].filter(Boolean).join("  ");
    if (line === null) byId("line").value = this.line;
    if (decided) this.goOn();
    this.follow();
  }

  // The display and the stored draft follow the draft.
  follow() {
    if (!slots(this.draft, this.terms).some((slot) => slot.id === this.cursor)) this.cursor = this.nextSlot();
    if (!this.draft.seats[this.current]) this.current = seatsInPlay(this.draft, this.terms)[0] ?? null;
    this.refusal = "";
    this.keep();
    this.draw();
    this.preview.ask(this.sendable().body);
  }

  sendable() {
    return envelope(this.draft, this.terms);
  }

  // Start over. The same button restores the draft until something else is entered.
  clear() {
    if (this.locked) return;
    const before = { draft: this.draft, line: this.line };
    const back = this.cleared;
    this.draft = back?.draft ?? blank(this.terms);
    this.line = back?.line ?? "";
    this.problems = read(this.line, this.terms).problems;
    byId("line").value = this.line;
    this.cleared = back ? null : before;
    this.tried = false;
    this.cursor = this.nextSlot();
    this.show("cards");
    this.follow();
  }

  readLine(text) {
    const { draft, problems, seat } = read(text, this.terms);
    this.problems = problems;
    this.change(() => {
      for (const name of ["key", "deck", "failed_device", "void_explanation", "played_at"]) draft[name] = this.draft[name];
      this.draft = draft;
      this.cursor = this.nextSlot();
      this.current = seat;
    }, { line: text });
    this.show(this.cursor || problems.length > 0 ? "cards" : "pays");
  }

  // ── Cards

  nextSlot(after = null) {
    const all = slots(this.draft, this.terms);
    const from = all.findIndex((slot) => slot.id === after) + 1;
    return [...all.slice(from), ...all.slice(0, from)].find((slot) => !slot.card && !slot.optional)?.id ?? null;
  }

  isOptional(id) {
    return slots(this.draft, this.terms).some((slot) => slot.id === id && slot.optional);
  }

  put(card) {
    const id = this.cursor ?? this.nextSlot();
    if (!id || usedCards(this.draft, this.terms).has(card)) return;
    this.pending = "";
    this.change((draft) => {
      setCard(draft, id, card);
      this.cursor = this.nextSlot(id);
      if (id.startsWith("seat.")) this.current = Number(id.split(".")[1]);
    });
    if (!this.cursor) this.showPays();
  }

  choose(id) {
    const slot = slots(this.draft, this.terms).find((each) => each.id === id);
    if (!slot || this.locked) return;
    this.show("cards");
    if (slot.seat) this.current = slot.seat;
    const again = this.cursor === id;
    this.cursor = id;
    if (slot.card) this.change((draft) => setCard(draft, id, null));
    else if (id.startsWith("set_aside.") && setsAside(this.draft, this.terms) === again) this.irregularities.setAside(!again);
    else this.draw();
  }

  takeBack() {
    const all = slots(this.draft, this.terms);
    const here = this.cursor ? all.findIndex((slot) => slot.id === this.cursor) : all.length;
    const last = all.slice(0, here).findLast((slot) => slot.card);
    if (!last || this.locked) return;
    this.cursor = last.id;
    this.show("cards");
    this.change((draft) => setCard(draft, last.id, null));
  }

  // ── Seats

  chooseSeat(number) {
    if (this.locked) return;
    this.current = number;
    if (this.draft.seats[number]) this.draw();
    else this.change((draft) => { draft.seats[number] = newSeat(this.terms, number); });
  }

  remove(number) {
    this.change((draft) => { delete draft.seats[number]; });
  }

  again() {
    this.change((draft) => {
      for (const last of this.terms.last) draft.seats[last.seat] ??= newSeat(this.terms, last.seat);
      this.current = seatsInPlay(draft, this.terms)[0];
      this.cursor = this.nextSlot();
    });
  }

  // Move on to the next seat once this one is complete.
  goOn() {
    const seat = this.draft.seats[this.current];
    if (!seat || this.isOpen(seat)) return;
    const order = seatsInPlay(this.draft, this.terms);
    const from = order.indexOf(this.current) + 1;
    const next = [...order.slice(from), ...order.slice(0, from)].find((number) => this.isOpen(this.draft.seats[number]));
    if (next) this.current = next;
    else if (!this.cursor) this.showPays();
  }

  isOpen(seat) {
    if (seat.forfeit) return false;
    const exposed = this.terms.exposed_for && seat.bonus[this.terms.exposed_for] && seat.exposed === null;
    return openDecisions(seat, this.terms).length > 0 || exposed || (spins(seat, this.terms) && seat.spin === "");
  }

  // Go to what is missing next.
  leadTo({ slot, seat, field, irregularity, forfeit }) {
    if (slot) {
      this.cursor = slot;
      this.show("cards");
    } else if (seat) this.current = seat;
    else if (irregularity) this.irregularities.open();
    else if (forfeit) this.forfeits.open(forfeit);
    else if (field) (byId(field).querySelector("button") ?? byId(field)).focus();
  }

  // ── Drawing

  draw() {
    const wrong = this.telling.wrong();
    const settlement = this.answer?.settlement ?? this.answer?.partly;
    const results = new Map((settlement?.seats ?? []).map((seat) => [seat.seat, seat]));
    this.picture.draw({ wrong, results });
    this.keypad.draw(wrong);
    this.telling.draw(wrong, settlement);
    this.irregularities.draw(wrong);
    byId("again").disabled = this.terms.last.every((last) => this.draft.seats[last.seat]);
    byId("clear").disabled = isBlank(this.draft) && !this.line && !this.cleared;
    byId("clear").textContent = this.cleared ? "Undo" : "Clear";
    this.root.classList.toggle("tried", this.tried);
    this.root.classList.toggle("is-void", isVoid(this.draft, this.terms));
  }

  take(answer) {
    if (this.locked) return;
    this.answer = answer;
    const pays = byId("pays");
    // Do not replace what someone is reading.
    if (!pays.querySelector(":popover-open")) {
      if (answer.html) pays.innerHTML = answer.html;
      else if (!pays.querySelector(".pays-none")) pays.replaceChildren(this.none.cloneNode(true));
    }
    const refusals = byId("refusals");
    if (!refusals.querySelector(":popover-open") && refusals.dataset.shown !== answer.refusals_html) {
      refusals.innerHTML = answer.refusals_html;
      refusals.dataset.shown = answer.refusals_html;
    }
    this.draw();
  }

  show(which) {
    for (const name of ["cards", "pays"]) {
      byId(`tab-${name}`).setAttribute("aria-selected", String(name === which));
      byId(`tab-${name}`).tabIndex = name === which ? 0 : -1;
    }
    this.root.dataset.face = which;
  }

  // Once nothing is missing, show the payouts.
  showPays() {
    if (this.telling.lacks.every((each) => each.field === "stub")) this.show("pays");
  }

  // What the dealer pays for the previous round, until the next one starts.
  showPaid() {
    const paid = byId("paid");
    if (!paid) return;
    paid.showModal();
    paid.addEventListener("close", () => history.replaceState(null, "", this.terms.urls.page));
    byId("next-round").addEventListener("click", () => paid.close());
    paid.addEventListener("keydown", (event) => {
      if (!this.keys.isRank(event)) return;
      paid.close();
      this.keys.press(event);
    });
  }

  // ── Listening

  listen() {
    const line = byId("line");
    line.addEventListener("input", () => this.readLine(line.value));
    byId("line-form").addEventListener("submit", (event) => {
      event.preventDefault();
      this.sending.save();
    });
    byId("again").addEventListener("click", () => this.again());
    byId("clear").addEventListener("click", () => this.clear());
    byId("help-open").addEventListener("click", () => byId("help").showModal());
    for (const closer of document.querySelectorAll("dialog [data-close]")) closer.addEventListener("click", () => closer.closest("dialog").close());
    this.listenToCount();
    this.listenToDeck();
    this.listenToFaces();
  }

  listenToCount() {
    byId("stub").addEventListener("input", () => this.change((draft) => {
      draft.stub = byId("stub").value.trim();
      if (!asksMisdeal({ ...draft, misdeal: null }, this.terms)) draft.misdeal = null;
    }));
    byId("dealt").addEventListener("input", () => this.change((draft) => { draft.dealt = byId("dealt").value.trim(); }));
    byId("jackpot").addEventListener("input", () => this.change((draft) => { draft.jackpot = byId("jackpot").value.trim(); }));
    byId("misdealt").addEventListener("click", (event) => {
      const button = event.target.closest("[data-misdeal]");
      if (button) this.change((draft) => { draft.misdeal = button.dataset.misdeal === "true"; });
    });
  }

  // The deck whose turn it is, or the deck of a corrected round, need not be sent.
  listenToDeck() {
    const select = byId("deck");
    const said = [...select.options].find((option) => option.value === String(this.draft.deck));
    if (said) said.selected = true;
    else this.draft.deck = null;
    select.addEventListener("change", () => this.change((draft) => {
      draft.deck = "turn" in select.selectedOptions[0].dataset ? null : Number(select.value);
    }));
  }

  listenToFaces() {
    for (const name of ["cards", "pays"]) byId(`tab-${name}`).addEventListener("click", () => this.show(name));
    byId("tab-cards").parentElement.addEventListener("keydown", (event) => {
      if (!["ArrowLeft", "ArrowRight"].includes(event.key)) return;
      const other = byId("tab-cards").tabIndex === 0 ? "pays" : "cards";
      this.show(other);
      byId(`tab-${other}`).focus();
    });
  }
}

const terms = byId("round-terms");
if (terms) new Page(JSON.parse(terms.textContent));
