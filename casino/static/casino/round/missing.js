// What is still missing, in words, and where, so that unfinished entries are not reported as errors.

import { needsJackpot, ofKind, openDecisions, seatsInPlay, spins } from "./draft.js";

// Problems that only mean that something is missing.
export const NOT_YET = new Set(["wrong_card_count", "missing_bet", "missing_wager", "no_seats", "missing_axis", "exposed_missing", "spin_missing"]);

const cards = (count) => `${count} ${count === 1 ? "card" : "cards"}`;

function ofSeat(number, seat, terms) {
  if (seat.forfeit) return seat.ante ? [] : [{ words: `seat ${number}: ante`, seat: number }];
  const found = [];
  const empty = seat.cards.filter((card) => !card).length;
  if (empty > 0) found.push({ words: `seat ${number}: ${cards(empty)}`, slot: `seat.${number}.${seat.cards.findIndex((card) => !card)}` });
  const lacks = [];
  if (!seat.ante) lacks.push("ante");
  const open = openDecisions(seat, terms);
  if (open.length > 0) lacks.push(ofKind(terms, "bet").length > 0 ? open.join(", ") : "axis or fold");
  if (terms.exposed_for && seat.bonus[terms.exposed_for] && seat.exposed === null) lacks.push("exposed or not");
  if (spins(seat, terms) && seat.spin === "") lacks.push("where the wheel stopped");
  if (lacks.length > 0) found.push({ words: `seat ${number}: ${lacks.join(", ")}`, seat: number });
  return found;
}

function isVoid(draft, terms) {
  return draft.misdeal === true || draft.irregularities.some((name) => terms.irregularities.find((each) => each.name === name)?.voids);
}

export function missing(draft, terms, { wrongCount }) {
  const found = [];
  if (!isVoid(draft, terms) && !(wrongCount && draft.misdeal !== null)) {
    const places = terms.places.filter((place) => !draft.community[place]);
    if (places.length > 0) found.push({ words: `community: ${cards(places.length)}`, slot: `community.${places[0]}` });
    for (const hand of terms.hands) {
      const empty = draft.hands[hand.name].filter((card) => !card).length;
      if (empty > 0) found.push({ words: `${hand.label.toLowerCase()}: ${cards(empty)}`, slot: `${hand.name}.${draft.hands[hand.name].findIndex((card) => !card)}` });
    }
    for (const number of seatsInPlay(draft, terms)) found.push(...ofSeat(number, draft.seats[number], terms));
  }
  if (Object.keys(draft.seats).length === 0) found.push({ words: "the seats in play", field: "again" });
  if (wrongCount && draft.misdeal === null) found.push({ words: "whether it was misdealt", field: "misdealt" });
  if (needsJackpot(draft, terms) && !draft.jackpot) found.push({ words: "the top prize", field: "jackpot" });
  if (terms.count.due && draft.stub === "") found.push({ words: "the stub's count", field: "stub" });
  return found;
}
