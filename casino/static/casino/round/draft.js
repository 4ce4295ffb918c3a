// The round being entered, as the page holds it, and its conversion to and from the round format.
//
//   { key, community: {left: "Qs"}, hands: {dealer: ["Ah", null]}, seats: {1: seat}, stub: "41", misdeal: null,
//     dealt: "", set_aside: [null], irregularities: [], failed_device: null, void_explanation: "", deck: null,
//     jackpot: "", played_at: null }
//
// A seat keeps what was typed: { cards, ante: "5", bonus: {five_card_bonus: "5"}, bets: {across: {times: "3"}},
// fold, axis, exposed, spin: "7", forfeit, clause, decided_by }. A bet is so many times the ante, or an amount:
// {amount: "12.50"}.

import { asksDealt, voidReason } from "./count.js";
import { amount, asAmount, cents, times } from "./money.js";

export function blank(terms) {
  return {
    key: crypto.randomUUID(),
    community: {},
    hands: Object.fromEntries(terms.hands.map((hand) => [hand.name, Array(hand.cards).fill(null)])),
    seats: {},
    stub: "",
    misdeal: null,
    dealt: "",
    set_aside: Array(terms.set_aside).fill(null),
    irregularities: [],
    failed_device: null,
    void_explanation: "",
    deck: null,
    jackpot: "",
    played_at: null,
  };
}

export function blankSeat(terms) {
  return { cards: Array(terms.seat_cards).fill(null), ante: "", bonus: {}, bets: {}, fold: null, axis: null, exposed: null, spin: "", forfeit: null, clause: null, decided_by: null };
}

export const ofKind = (terms, ...kinds) => terms.wagers.filter((wager) => kinds.includes(wager.kind));

// The seats of the last round with what they wagered before the deal.
export function lastStakes(terms, number) {
  const last = terms.last.find((seat) => seat.seat === number);
  return last ? stakesOf(terms, last.wagers) : null;
}

function stakesOf(terms, wagers) {
  const ante = ofKind(terms, "ante")[0];
  const bonus = {};
  for (const wager of ofKind(terms, "bonus", "spin")) {
    if (wagers[wager.name]) bonus[wager.name] = wagers[wager.name];
  }
  return { ante: wagers[ante.name] ?? "", bonus };
}

// A seat that joins: its last wagers, or else the table's minimum.
export function newSeat(terms, number) {
  return { ...blankSeat(terms), ...(lastStakes(terms, number) ?? { ante: ofKind(terms, "ante")[0].least ?? "", bonus: {} }) };
}

// Every card slot, in entry order. An optional one may stay empty, and is passed over.
export function slots(draft, terms) {
  const found = terms.places.map((place) => ({ id: `community.${place}`, card: draft.community[place] ?? null }));
  for (const hand of terms.hands) {
    const optional = !isHandDue(draft, hand);
    draft.hands[hand.name].forEach((card, place) => found.push({ id: `${hand.name}.${place}`, card, optional }));
  }
  for (const number of seatsInPlay(draft, terms)) {
    const optional = isUnseen(draft.seats[number], terms);
    draft.seats[number].cards.forEach((card, place) => found.push({ id: `seat.${number}.${place}`, card, seat: number, optional }));
  }
  const optional = !setsAside(draft, terms);
  draft.set_aside.forEach((card, place) => found.push({ id: `set_aside.${place}`, card, optional }));
  return found;
}

// A hand beside the seats' is entered if someone wagered on it; once it is begun, all of it.
export function isHandDue(draft, hand) {
  return !hand.wager || draft.hands[hand.name].some(Boolean) || Object.values(draft.seats).some((seat) => seat.bonus[hand.wager]);
}

// The wager that looks at the cards of a seat even if it folded, if it made one.
export function liveWager(seat, terms) {
  return terms.wagers.find((wager) => wager.needs_cards && seat.bonus[wager.name] && (wager.name !== terms.exposed_for || seat.exposed === true)) ?? null;
}

// Whether a hand went unseen into the discard rack: it was folded, and no card of it is known or needed.
export function isUnseen(seat, terms) {
  return Boolean(seat.fold) && !seat.cards.some(Boolean) && !liveWager(seat, terms);
}

// Whether an irregularity says that a card was set aside.
export function setsAside(draft, terms) {
  return terms.irregularities.some((each) => each.sets_aside > 0 && draft.irregularities.includes(each.name));
}

export function seatsInPlay(draft, terms) {
  return terms.seats.filter((number) => draft.seats[number]);
}

export function setCard(draft, id, card) {
  const [of, place, index] = id.split(".");
  if (of === "community") {
    if (card) draft.community[place] = card;
    else delete draft.community[place];
  } else if (of === "seat") draft.seats[place].cards[Number(index)] = card;
  else if (of === "set_aside") draft.set_aside[Number(place)] = card;
  else draft.hands[of][Number(place)] = card;
}

export const usedCards = (draft, terms) => new Set(slots(draft, terms).map((slot) => slot.card).filter(Boolean));

export function isBlank(draft) {
  const cards = [...Object.values(draft.community), ...Object.values(draft.hands).flat().filter(Boolean)];
  return cards.length === 0 && Object.keys(draft.seats).length === 0 && !draft.stub && !draft.dealt && draft.irregularities.length === 0;
}

// ── Decisions

// The decisions that a seat still has to make: bets and raises up to a fold.
export function openDecisions(seat, terms) {
  if (seat.fold || seat.forfeit) return [];
  if (terms.axes.length > 0) return seat.axis ? [] : terms.decisions.map((each) => each.name);
  return ofKind(terms, "bet").filter((wager) => !seat.bets[wager.name]).map((wager) => wager.decision);
}

// A fold removes the bets after it.
export function fold(seat, decision, terms) {
  const names = terms.decisions.map((each) => each.name);
  seat.fold = decision;
  seat.axis = null;
  for (const wager of ofKind(terms, "bet")) {
    if (names.indexOf(wager.decision) >= names.indexOf(decision)) delete seat.bets[wager.name];
  }
}

export function bet(seat, wager, made, terms) {
  const names = terms.decisions.map((each) => each.name);
  if (seat.fold && names.indexOf(seat.fold) <= names.indexOf(wager.decision)) seat.fold = null;
  seat.bets[wager.name] = made;
}

export function spins(seat, terms) {
  if (!terms.spin || !seat.bonus[terms.spin.wager] || seat.forfeit || (seat.fold && !terms.spin.folded_spins)) return false;
  const [first, second] = seat.cards;
  return Boolean(first && second && first[0] === second[0]);
}

// Whether the wheel stopped at a top prize that the offer does not state.
export function needsJackpot(draft, terms) {
  if (!terms.spin || terms.spin.top_prize !== null) return false;
  const tops = terms.spin.positions.filter((place) => place.top).map((place) => String(place.at));
  return Object.values(draft.seats).some((seat) => spins(seat, terms) && tops.includes(String(seat.spin)));
}

// ── Forfeits, failed devices, and explanations

export const clausesOf = (name, terms) => terms.forfeits.find((each) => each.name === name)?.clauses ?? [];

// A forfeit with one clause needs no choice.
export function setForfeit(seat, name, clause, terms) {
  const clauses = clausesOf(name, terms);
  seat.forfeit = name;
  seat.clause = clause ?? (clauses.length === 1 ? clauses[0].name : null);
  if (!name) seat.decided_by = null;
}

// The failure whose device must be named: { name, among, device }. If only one device can have failed, that one did.
export function failure(draft, terms) {
  const found = terms.irregularities.find((each) => each.device_kind && draft.irregularities.includes(each.name));
  if (!found) return null;
  const among = terms.devices.filter((device) => device.may_fail.includes(found.name));
  const chosen = among.find((device) => String(device.id) === String(draft.failed_device));
  return { name: found.name, among, device: chosen ?? (among.length === 1 ? among[0] : null) };
}

// Whether somebody must explain why the round is void, and sign for it.
export function isExplained(draft, terms) {
  return terms.irregularities.some((each) => each.explained && draft.irregularities.includes(each.name));
}

// ── To and from the round format

// Numbers where possible; anything else stays as typed, and the server reports it.
const whole = (text) => (/^\d+$/.test(String(text).trim()) ? Number(text) : String(text));

export function betAmount(seat, made) {
  if (made.amount !== undefined) return asAmount(made.amount);
  const ante = cents(seat.ante);
  return ante === null ? "" : amount(times(ante, made.times));
}

function wagersOf(seat, terms) {
  const wagers = {};
  for (const wager of terms.wagers) {
    if (wager.kind === "ante" && seat.ante) wagers[wager.name] = asAmount(seat.ante);
    else if (wager.kind === "raise" && seat.axis && !seat.fold && seat.ante) wagers[wager.name] = asAmount(seat.ante);
    else if (wager.kind === "bet" && seat.bets[wager.name]) wagers[wager.name] = betAmount(seat, seat.bets[wager.name]);
    else if (wager.kind === "spin" && seat.bonus[wager.name]) wagers[wager.name] = terms.spin.stake;
    else if (wager.kind === "bonus" && seat.bonus[wager.name]) wagers[wager.name] = asAmount(seat.bonus[wager.name]);
  }
  return wagers;
}

function seatOut(number, seat, terms) {
  const out = { seat: number, cards: seat.cards.filter(Boolean), wagers: wagersOf(seat, terms) };
  if (isUnseen(seat, terms)) delete out.cards;
  if (seat.fold) out.fold = seat.fold;
  if (seat.axis) out.axis = seat.axis;
  if (terms.exposed_for && seat.bonus[terms.exposed_for] && seat.exposed !== null) out.exposed = seat.exposed;
  if (seat.spin !== "" && spins(seat, terms)) out.spin = whole(seat.spin);
  if (seat.forfeit) out.forfeit = seat.forfeit;
  return out;
}

// The request body, and the place on the page of each path in it.
export function envelope(draft, terms) {
  const body = { community: { ...draft.community } };
  const places = {};
  for (const hand of terms.hands) {
    if (!isHandDue(draft, hand)) continue;
    body[hand.name] = draft.hands[hand.name].filter(Boolean);
    filledPlaces(draft.hands[hand.name]).forEach((place, at) => { places[`${hand.name}[${at}]`] = `${hand.name}.${place}`; });
  }
  body.seats = Object.keys(draft.seats).map(Number).sort((one, other) => one - other).map((number, at) => {
    filledPlaces(draft.seats[number].cards).forEach((place, card) => { places[`seats[${at}].cards[${card}]`] = `seat.${number}.${place}`; });
    places[`seats[${at}]`] = number;
    return seatOut(number, draft.seats[number], terms);
  });
  addCount(body, places, draft, terms);
  addIrregularities(body, draft, terms);
  addForfeits(body, places, draft, terms);
  if (draft.deck) body.deck = Number(draft.deck);
  if (draft.jackpot && needsJackpot(draft, terms)) body.jackpot = asAmount(draft.jackpot);
  if (draft.played_at) body.played_at = draft.played_at;
  if (terms.replaces) body.replaces = terms.replaces.id;
  return { body, places };
}

function addCount(body, places, draft, terms) {
  if (draft.stub !== "") body.stub = whole(draft.stub);
  if (draft.stub !== "" && draft.misdeal !== null) body.misdeal = draft.misdeal;
  if (asksDealt(draft, terms) && draft.dealt !== "") body.dealt = whole(draft.dealt);
  filledPlaces(draft.set_aside).forEach((place, at) => { places[`set_aside[${at}]`] = `set_aside.${place}`; });
  if (draft.set_aside.some(Boolean)) body.set_aside = draft.set_aside.filter(Boolean);
}

function addIrregularities(body, draft, terms) {
  const reason = voidReason(draft, terms);
  const goOn = draft.irregularities.filter((name) => !terms.irregularities.find((each) => each.name === name)?.voids);
  if (reason) body.void = reason;
  if (goOn.length > 0) body.irregularities = goOn;
  const ofDevice = terms.irregularities.some((each) => each.device && draft.irregularities.includes(each.name));
  const device = failure(draft, terms)?.device?.id ?? draft.failed_device;
  if (ofDevice && device) body.failed_device = Number(device);
  if (isExplained(draft, terms) && draft.void_explanation) body.void_explanation = draft.void_explanation;
}

// What each forfeiting seat did, and who decided; without a badge, who logs the round did.
function addForfeits(body, places, draft, terms) {
  const forfeiting = Object.keys(draft.seats).map(Number).filter((number) => draft.seats[number].forfeit);
  if (forfeiting.length === 0 || terms.forfeits.length === 0) return;
  body.forfeits = forfeiting.map((number, at) => {
    const { clause, decided_by } = draft.seats[number];
    places[`forfeits[${at}]`] = number;
    return { seat: number, ...(clause ? { clause } : {}), ...(decided_by ? { decided_by } : {}) };
  });
}

const filledPlaces = (cards) => cards.map((card, place) => (card ? place : null)).filter((place) => place !== null);

// A bet that is a whole number of antes is shown as a multiple of the ante.
function betIn(stake, ante) {
  const [made, base] = [cents(stake), cents(ante)];
  return made !== null && base && made % base === 0 ? { times: String(made / base) } : { amount: stake };
}

function seatIn(seat, terms) {
  const wagers = seat.wagers ?? {};
  const found = { ...blankSeat(terms), ...stakesOf(terms, wagers) };
  (seat.cards ?? []).slice(0, terms.seat_cards).forEach((card, place) => { found.cards[place] = card; });
  for (const wager of ofKind(terms, "bet")) {
    if (wagers[wager.name]) found.bets[wager.name] = betIn(wagers[wager.name], found.ante);
  }
  return { ...found, fold: seat.fold ?? null, axis: seat.axis ?? null, exposed: seat.exposed ?? null, spin: seat.spin === null || seat.spin === undefined ? "" : String(seat.spin), forfeit: seat.forfeit ?? null };
}

// A logged round, to be corrected.
export function fromRound({ round, played_at, irregularities, failed_device, void_explanation, forfeits }, terms) {
  const draft = blank(terms);
  draft.community = Object.fromEntries(terms.places.filter((place) => round.community?.[place]).map((place) => [place, round.community[place]]));
  for (const hand of terms.hands) (round[hand.name] ?? []).slice(0, hand.cards).forEach((card, place) => { draft.hands[hand.name][place] = card; });
  for (const seat of round.seats ?? []) draft.seats[seat.seat] = seatIn(seat, terms);
  for (const { seat, clause, decided_by } of forfeits ?? []) if (draft.seats[seat]) Object.assign(draft.seats[seat], { clause, decided_by });
  (round.set_aside ?? []).slice(0, terms.set_aside).forEach((card, place) => { draft.set_aside[place] = card; });
  draft.stub = round.stub === null || round.stub === undefined ? "" : String(round.stub);
  draft.misdeal = round.misdeal ?? null;
  draft.dealt = round.dealt === null || round.dealt === undefined ? "" : String(round.dealt);
  draft.failed_device = failed_device ?? null;
  draft.void_explanation = void_explanation ?? "";
  draft.irregularities = [...(round.void && round.void !== "stub_count" ? [round.void] : []), ...(irregularities ?? [])];
  return { ...draft, played_at };
}

// A stored draft may be of another edition: restore only what this table uses.
export function revived(kept, terms) {
  const draft = { ...blank(terms), ...kept };
  for (const hand of terms.hands) draft.hands[hand.name] = Array.from({ length: hand.cards }, (_, place) => kept.hands?.[hand.name]?.[place] ?? null);
  draft.set_aside = Array.from({ length: terms.set_aside }, (_, place) => kept.set_aside?.[place] ?? null);
  const known = new Set(terms.irregularities.map((each) => each.name));
  draft.irregularities = draft.irregularities.filter((name) => known.has(name));
  draft.seats = Object.fromEntries(Object.entries(draft.seats).filter(([number]) => number >= 1 && number <= terms.positions).map(([number, seat]) => [number, { ...blankSeat(terms), ...seat }]));
  return draft;
}
