// What is still missing, in words, and where, so that unfinished entries are not reported as errors. `path` matches the
// server's error for it.

import { asksDealt, asksMisdeal, isVoid } from "./count.js";
import { failure, isExplained, isHandDue, isUnseen, liveWager, needsJackpot, ofKind, openDecisions, seatsInPlay, setsAside, spins } from "./draft.js";

// Problems that only mean that something is missing.
export const NOT_YET = new Set(["wrong_card_count", "missing_bet", "missing_wager", "no_seats", "missing_axis", "exposed_missing", "spin_missing"]);

const cards = (count) => `${count} ${count === 1 ? "card" : "cards"}`;
const emptyOf = (list) => list.filter((card) => !card).length;

function ofHand(number, seat, terms) {
  const empty = emptyOf(seat.cards);
  if (empty === 0 || isUnseen(seat, terms)) return [];
  const live = seat.fold ? liveWager(seat, terms) : null;
  const why = live ? ` for its ${live.label.toLowerCase()}` : "";
  return [{ words: `seat ${number}: ${cards(empty)}${why}`, slot: `seat.${number}.${seat.cards.findIndex((card) => !card)}` }];
}

const ofAnte = (number, seat) => (seat.ante ? [] : [{ words: `seat ${number}: ante`, seat: number }]);

function ofSeat(number, seat, terms) {
  if (seat.forfeit) return ofAnte(number, seat);
  const found = ofHand(number, seat, terms);
  const lacks = seat.ante ? [] : ["ante"];
  const open = openDecisions(seat, terms);
  if (open.length > 0) lacks.push(ofKind(terms, "bet").length > 0 ? open.join(", ") : "axis or fold");
  if (terms.exposed_for && seat.bonus[terms.exposed_for] && seat.exposed === null) lacks.push("exposed or not");
  if (spins(seat, terms) && seat.spin === "") lacks.push("where the wheel stopped");
  if (lacks.length > 0) found.push({ words: `seat ${number}: ${lacks.join(", ")}`, seat: number });
  return found;
}

function ofCards(draft, terms) {
  const found = [];
  const places = terms.places.filter((place) => !draft.community[place]);
  if (places.length > 0) found.push({ words: `community: ${cards(places.length)}`, slot: `community.${places[0]}` });
  for (const hand of terms.hands) {
    const empty = emptyOf(draft.hands[hand.name]);
    if (empty > 0 && isHandDue(draft, hand)) found.push({ words: `${hand.label.toLowerCase()}: ${cards(empty)}`, slot: `${hand.name}.${draft.hands[hand.name].findIndex((card) => !card)}` });
  }
  return found;
}

// A void round may lack cards and bets, but not the antes that are returned.
function ofPlay(draft, terms) {
  const seats = seatsInPlay(draft, terms).map((number) => [number, draft.seats[number]]);
  if (isVoid(draft, terms)) return seats.flatMap(([number, seat]) => ofAnte(number, seat));
  return [...ofCards(draft, terms), ...seats.flatMap(([number, seat]) => ofSeat(number, seat, terms))];
}

function ofIrregularities(draft, terms) {
  const found = [];
  const failed = failure(draft, terms);
  const aside = draft.set_aside.findIndex((card) => !card);
  if (setsAside(draft, terms) && aside >= 0) found.push({ words: "the card set aside", slot: `set_aside.${aside}` });
  if (failed && !failed.device) found.push({ words: "which device failed", irregularity: true, path: /^failed_device$/ });
  if (isExplained(draft, terms) && !draft.void_explanation) found.push({ words: "why the round is void", irregularity: true, path: /^void_explanation$/ });
  for (const number of seatsInPlay(draft, terms)) {
    const seat = draft.seats[number];
    if (seat.forfeit && !seat.clause) found.push({ words: `seat ${number}: what the player did`, forfeit: number, path: /^forfeits/ });
  }
  return found;
}

// No count is owed in a void round.
function ofCount(draft, terms) {
  const found = [];
  if (asksMisdeal(draft, terms) && draft.misdeal === null) found.push({ words: "whether it was misdealt", field: "misdealt" });
  if (asksDealt(draft, terms) && draft.dealt === "") found.push({ words: "the cards on the table", field: "dealt", path: /^dealt$/ });
  if (terms.count.due && draft.stub === "" && !isVoid(draft, terms)) found.push({ words: "the stub's count", field: "stub" });
  return found;
}

export function missing(draft, terms) {
  const found = ofPlay(draft, terms);
  if (Object.keys(draft.seats).length === 0) found.push({ words: "the seats in play", field: "again" });
  found.push(...ofIrregularities(draft, terms));
  if (needsJackpot(draft, terms) && !draft.jackpot) found.push({ words: "the top prize", field: "jackpot" });
  return [...found, ...ofCount(draft, terms)];
}
