// Quick entry: a whole round in one line, read while it is typed, and written back from the page.
//
//   x qsjsts9s8s  1 asks 5 311 b5  4 6h6d 5 f  s41
//
// The help dialog explains it (templates/games/rounds/entry/grammar.html); tests/browser/test_quick_entry.py verifies that.

import { cardOf } from "./cards.js";
import { bet, blank, blankSeat, clausesOf, fold, isUnseen, lastStakes, newSeat, ofKind, openDecisions, setForfeit } from "./draft.js";
import { short } from "./money.js";

// A point without cents is still being typed.
const NUMBER = "\\d+(?:\\.\\d{0,2})?";
const AMOUNT = `\\$?${NUMBER}`;

const sticky = (source) => new RegExp(source, "iy");

class Line {
  constructor(text, terms) {
    this.text = text;
    this.terms = terms;
    this.draft = blank(terms);
    this.problems = [];
    this.at = 0;
    this.seat = null;
    this.target = "community";
    this.filled = 0;
    this.seen = new Set();
    const card = `(?:10|[${terms.ranks}])[shdc]`;
    const letters = terms.hands.map((hand) => hand.letter).join("");
    // The order matters: what could be a card is a card; a number right before a card is a seat.
    this.kinds = [
      [sticky("[\\s,;·|]+"), (found) => this.separate(found)],
      [sticky(card), (found) => this.card(cardOf(found))],
      [sticky("-"), () => this.card(null)],
      [sticky(`([1-9])\\s*:?\\s*(?=${card}|-)`), (_, number) => this.begin(Number(number))],
      [sticky("x"), () => this.aim("community")],
      ...(letters ? [[sticky(`[${letters}](?=\\s|-|$|${card})`), (found) => this.aim(terms.hands.find((hand) => hand.letter === found.toLowerCase()).name)]] : []),
      [sticky("="), () => this.again()],
      [sticky(`!([a-z_]*)`), (_, name) => this.wrong(name.toLowerCase())],
      [sticky("@([a-z0-9-]*)"), (_, badge) => this.decidedBy(badge.toUpperCase())],
      [sticky(`(b+)(${AMOUNT})?([en])?`), (_, mark, stake, exposed) => this.bonus(mark.toLowerCase(), stake, exposed?.toLowerCase())],
      [sticky("w(\\d{1,2})?"), (_, place) => this.wheel(place)],
      [sticky("s(\\d{1,2})([mn])?(?:\\+(\\d{0,2}))?"), (_, count, misdealt, dealt) => this.count(count, misdealt?.toLowerCase(), dealt)],
      [sticky(`j(${AMOUNT})`), (_, prize) => { this.draft.jackpot = short(prize); }],
      [sticky("f"), () => this.fold()],
      ...(terms.axes.length > 0 ? [[sticky(`[${terms.axes.map((axis) => axis.letter).join("")}]`), (found) => this.axis(found.toLowerCase())]] : []),
      [sticky(`\\$(${NUMBER})`), (_, stake) => this.stake(stake)],
      [sticky(NUMBER), (found) => this.number(found)],
    ];
    this.firstCard = new RegExp(`^\\s*:?\\s*[${terms.ranks}10]{0,2}$`, "i");
    this.unfinished = new RegExp(`^(?:[${terms.ranks}1]|s|j|\\$|@|![a-z_]*)$`, "i");
  }

  read() {
    while (this.at < this.text.length) this.next();
    return { draft: this.draft, problems: this.problems, seat: this.seatNumber ?? null };
  }

  next() {
    for (const [pattern, act] of this.kinds) {
      pattern.lastIndex = this.at;
      const found = pattern.exec(this.text);
      if (!found) continue;
      this.from = this.at;
      this.at += found[0].length;
      act(...found);
      return;
    }
    this.from = this.at;
    const [word] = /^\S+/.exec(this.text.slice(this.at));
    this.at += word.length;
    // The last word may be unfinished.
    if (this.at === this.text.length && this.unfinished.test(word)) return;
    this.refuse(`“${word}” is not understood`);
  }

  refuse(message) {
    this.problems.push({ text: this.text.slice(this.from, this.at).trim(), at: this.from, message });
  }

  get isLast() {
    return this.at === this.text.length;
  }

  // A seat number at the end of the line whose cards are not typed yet, or half of its first card.
  isSeatToCome(text) {
    return /^(?:[1-9]|10)$/.test(text) && this.firstCard.test(this.text.slice(this.at));
  }

  separate(found) {
    if (/[,;·|]/.test(found)) this.seat = null;
  }

  aim(target) {
    this.seat = null;
    this.target = target;
    this.filled = 0;
  }

  begin(number) {
    if (number > this.terms.positions) {
      this.refuse(`There is no seat ${number}. Seats are 1 to ${this.terms.positions}`);
      this.aim("nowhere");
      return;
    }
    this.draft.seats[number] ??= blankSeat(this.terms);
    this.seat = this.draft.seats[number];
    this.seatNumber = number;
    this.target = "seat";
    this.filled = 0;
  }

  card(card) {
    if (card && this.seen.has(card)) this.refuse(`${card} is entered twice`);
    if (card) this.seen.add(card);
    const { terms, draft } = this;
    if (this.target === "community" && this.filled < terms.places.length) {
      if (card) draft.community[terms.places[this.filled]] = card;
    } else if (this.target === "seat" && this.seat && this.filled < terms.seat_cards) {
      if (card) this.seat.cards[this.filled] = card;
    } else if (this.target === "set_aside" && this.filled < draft.set_aside.length) {
      draft.set_aside[this.filled] = card;
    } else if (draft.hands[this.target] && this.filled < draft.hands[this.target].length) {
      draft.hands[this.target][this.filled] = card;
    } else if (this.target !== "nowhere") this.refuse(this.seat ? `Seat ${this.seatNumber} has its ${terms.seat_cards} cards: enter the next seat number` : "One card too many: enter the seat number first");
    this.filled += 1;
  }

  again() {
    if (this.seat) {
      const last = lastStakes(this.terms, this.seatNumber);
      if (last) Object.assign(this.seat, last);
      else this.refuse(`Seat ${this.seatNumber} was not in the last round: enter its ante`);
      return;
    }
    if (this.terms.last.length === 0) this.refuse("There is no last round to repeat");
    for (const last of this.terms.last) this.draft.seats[last.seat] = newSeat(this.terms, last.seat);
  }

  inSeat(what) {
    if (!this.seat) this.refuse(`Enter the seat number and its cards before ${what}`);
    return this.seat;
  }

  stake(text) {
    const seat = this.inSeat("its stakes");
    if (!seat) return;
    if (!seat.ante) seat.ante = short(text);
    else this.bets([{ amount: short(text) }]);
  }

  number(text) {
    if (!this.seat) {
      if (!this.isSeatToCome(text)) this.refuse(`“${text}”: enter the seat's cards after its number`);
      return;
    }
    if (!this.seat.ante) {
      this.seat.ante = short(text);
      return;
    }
    const wager = ofKind(this.terms, "bet")[0];
    const inRange = (each) => wager && Number(each) >= wager.times.at_least && Number(each) <= wager.times.at_most;
    const digits = /^\d{2,}$/.test(text) && [...text].every(inRange) ? [...text] : [text];
    const fits = digits.every(inRange) && (!wager?.times.whole || digits.every((each) => /^\d+$/.test(each)));
    if (fits && openDecisions(this.seat, this.terms).length >= digits.length) this.bets(digits.map((each) => ({ times: each })));
    else if (this.isSeatToCome(text) && openDecisions(this.seat, this.terms).length === 0) return;
    else if (!wager) this.refuse(`“${text}”: after the ante enter ${this.terms.axes.map((axis) => axis.letter).join(", ")} or f`);
    else if (openDecisions(this.seat, this.terms).length < digits.length) this.refuse(`“${text}”: seat ${this.seatNumber} has ${this.seat.fold ? "folded" : "no more bets"}`);
    else this.refuse(`“${text}”: bet ${wager.times.at_least} to ${wager.times.at_most} times the ante${wager.times.whole ? ", in whole units" : ", or an amount such as $12.50"}`);
  }

  bets(made) {
    for (const each of made) {
      const wager = ofKind(this.terms, "bet").find((one) => one.decision === openDecisions(this.seat, this.terms)[0]);
      if (!wager) {
        this.refuse(`Seat ${this.seatNumber} has ${this.seat.fold ? "folded" : "no more bets"}`);
        return;
      }
      bet(this.seat, wager, each, this.terms);
    }
  }

  fold() {
    const seat = this.inSeat("its fold");
    if (!seat) return;
    const open = openDecisions(seat, this.terms);
    if (!seat.ante) Object.assign(seat, lastStakes(this.terms, this.seatNumber) ?? {});
    if (open.length === 0) this.refuse(`Seat ${this.seatNumber} has no decision left to fold at`);
    else fold(seat, open[0], this.terms);
  }

  axis(letter) {
    const seat = this.inSeat("its axis");
    if (!seat) return;
    if (!seat.ante) Object.assign(seat, lastStakes(this.terms, this.seatNumber) ?? {});
    if (seat.fold) this.refuse(`Seat ${this.seatNumber} has folded`);
    else seat.axis = this.terms.axes.find((axis) => axis.letter === letter).name;
  }

  bonus(mark, stake, exposed) {
    const seat = this.inSeat("its bonus");
    if (!seat) return;
    const made = ofKind(this.terms, "bonus").filter((wager) => mark.startsWith(wager.mark));
    if (!made.some((wager) => wager.mark === mark)) {
      this.refuse(`“${mark}”: this table offers ${ofKind(this.terms, "bonus").map((wager) => `${wager.mark} ${wager.label.toLowerCase()}`).join(", ") || "no bonus"}`);
      return;
    }
    for (const wager of made) seat.bonus[wager.name] = stake ? short(stake) : seat.bonus[wager.name] || short(wager.least ?? "");
    if (exposed && made.some((wager) => wager.name === this.terms.exposed_for)) seat.exposed = exposed === "e";
    else if (exposed) this.refuse("No bonus at this table needs exposed cards");
  }

  wheel(place) {
    const seat = this.inSeat("its spin");
    if (!seat) return;
    if (!this.terms.spin) {
      this.refuse("This table offers no spin");
      return;
    }
    seat.bonus[this.terms.spin.wager] = this.terms.spin.stake;
    const last = this.terms.spin.positions.at(-1).at;
    if (place !== undefined && Number(place) > last) this.refuse(`The wheel has positions 0 to ${last}`);
    else if (place !== undefined) seat.spin = String(Number(place));
  }

  // After +, how many cards lay on the table.
  count(count, misdealt, dealt) {
    this.draft.stub = String(Number(count));
    if (misdealt) this.draft.misdeal = misdealt === "m";
    if (dealt) this.draft.dealt = String(Number(dealt));
    this.seat = null;
    if (dealt && misdealt === "n") this.refuse("After +, enter the cards on the table of a misdeal or a void round");
  }

  // An irregularity, or in a seat its forfeit or what the player did; enough letters to be unique.
  wrong(name) {
    const { terms } = this;
    const clauses = terms.forfeits.filter((each) => each.clauses.length > 1).flatMap((each) => each.clauses.map((clause) => ({ name: clause.name, forfeit: each.name })));
    const all = [...terms.forfeits.map((each) => ({ name: each.name, forfeit: each.name })), ...clauses, ...terms.irregularities];
    const starting = all.filter((each) => each.name.startsWith(name));
    const exact = starting.find((each) => each.name === name);
    const found = exact ? [exact] : starting;
    if (found.length !== 1) {
      if (this.isLast && (found.length > 1 || name === "")) return;
      const among = found.length > 1 ? found : all;
      this.refuse(`“!${name}”: ${found.length > 1 ? "which" : "choose from"}: ${among.map((each) => `!${each.name}`).join(", ")}`);
    } else if (found[0].forfeit) {
      const [{ name: what, forfeit }] = found;
      if (this.inSeat("its forfeit")) setForfeit(this.seat, forfeit, what === forfeit ? undefined : what, terms);
    } else this.irregularity(found[0]);
  }

  // A card after it is the one that was set aside.
  irregularity(found) {
    const { irregularities } = this.draft;
    if (!irregularities.includes(found.name)) irregularities.push(found.name);
    if (found.sets_aside > 0) this.aim("set_aside");
  }

  decidedBy(badge) {
    if (!this.seat?.forfeit) this.refuse("After @, enter the badge of who decided a forfeit, right after the forfeit");
    else if (badge) this.seat.decided_by = badge;
  }
}

export function read(text, terms) {
  return new Line(text, terms).read();
}

// ── Writing the line

function countText(draft) {
  const misdealt = draft.misdeal === null ? "" : draft.misdeal ? "m" : "n";
  return `s${draft.stub}${misdealt}${/^\d{1,2}$/.test(draft.dealt) && draft.misdeal !== false ? `+${draft.dealt}` : ""}`;
}

// The clause says more than the forfeit, if there are several.
function forfeitText(seat, terms) {
  const name = seat.clause && clausesOf(seat.forfeit, terms).length > 1 ? seat.clause : seat.forfeit;
  return `!${name}${seat.decided_by ? ` @${seat.decided_by.toLowerCase()}` : ""}`;
}

function irregularityText(name, draft, terms) {
  const aside = terms.irregularities.find((each) => each.name === name)?.sets_aside > 0 && draft.set_aside.some(Boolean);
  return `!${name}${aside ? ` ${cards(draft.set_aside)}` : ""}`;
}

const cards = (list) => list.map((card) => (card ? card.toLowerCase() : "-")).join("");

function upToLast(list) {
  const end = list.findLastIndex(Boolean);
  return list.slice(0, end + 1);
}

function seatLine(number, seat, terms) {
  const parts = [`${number} ${isUnseen(seat, terms) ? "-" : cards(seat.cards)}`];
  if (seat.ante) parts.push(short(seat.ante));
  const bets = ofKind(terms, "bet").map((wager) => seat.bets[wager.name]).filter(Boolean);
  const digits = bets.every((made) => made.times !== undefined && /^\d$/.test(made.times));
  const written = bets.map((made) => (made.times !== undefined ? made.times : `$${short(made.amount)}`));
  const tail = seat.fold ? "f" : seat.axis ? terms.axes.find((axis) => axis.name === seat.axis).letter : "";
  if (digits && written.length + tail.length > 0) parts.push(written.join("") + tail);
  else parts.push(...written, ...(tail ? [tail] : []));
  const bonuses = ofKind(terms, "bonus").filter((wager) => seat.bonus[wager.name]);
  for (const wager of bonuses) {
    const doubled = bonuses.some((other) => other.equals === wager.name && short(seat.bonus[other.name]) === short(seat.bonus[wager.name]));
    if (doubled) continue;
    const exposed = wager.name === terms.exposed_for && seat.exposed !== null ? (seat.exposed ? "e" : "n") : "";
    parts.push(`${wager.mark}${short(seat.bonus[wager.name])}${exposed}`);
  }
  if (terms.spin && seat.bonus[terms.spin.wager]) parts.push(`w${seat.spin}`);
  if (seat.forfeit) parts.push(forfeitText(seat, terms));
  return parts.join(" ");
}

export function write(draft, terms) {
  const parts = [];
  const community = upToLast(terms.places.map((place) => draft.community[place] ?? null));
  if (community.length > 0) parts.push(`x ${cards(community)}`);
  for (const hand of terms.hands) {
    const held = upToLast(draft.hands[hand.name]);
    if (held.length > 0) parts.push(`${hand.letter} ${cards(held)}`);
  }
  for (const [number, seat] of Object.entries(draft.seats)) parts.push(seatLine(number, seat, terms));
  if (draft.stub !== "" && /^\d{1,2}$/.test(draft.stub)) parts.push(countText(draft));
  if (draft.jackpot) parts.push(`j${short(draft.jackpot)}`);
  for (const name of draft.irregularities) parts.push(irregularityText(name, draft, terms));
  return parts.join("  ");
}
