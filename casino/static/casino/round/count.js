// The stub count of a draft: what is asked, what it adds up to, and what it does. The deck is whole if the stub, the cards
// on the table and those set aside are a deck.

// The irregularity that voids the round, if one was entered.
export function voidReason(draft, terms) {
  return draft.irregularities.find((name) => terms.irregularities.find((each) => each.name === name)?.voids) ?? null;
}

// How many cards lie on the table after a full deal; null without seats.
function fullDeal(draft, terms) {
  const seats = Object.keys(draft.seats).length;
  if (seats === 0) return null;
  return seats * terms.seat_cards + terms.places.length + terms.hands.reduce((sum, hand) => sum + hand.cards, 0);
}

const number = (text) => (/^\d+$/.test(text) ? Number(text) : null);
const setAside = (draft) => draft.set_aside.filter(Boolean).length;

// What the stub holds after a full deal from a whole deck; null without seats.
export function expectedStub(draft, terms) {
  const full = fullDeal(draft, terms);
  return full === null ? null : terms.cards_in_deck - full - setAside(draft);
}

// A stub that is not the one of a full deal: were cards misdealt?
export function asksMisdeal(draft, terms) {
  const [stub, expected] = [number(draft.stub), expectedStub(draft, terms)];
  if (voidReason(draft, terms) || stub === null || expected === null) return false;
  return stub !== expected || draft.misdeal === true;
}

// After a misdeal, or in a round that broke off, there is no full deal: the cards on the table are counted too.
export function asksDealt(draft, terms) {
  return number(draft.stub) !== null && (Boolean(voidReason(draft, terms)) || draft.misdeal === true);
}

// What the count adds up to: { stub, dealt, aside, sum, whole }; null as long as something is missing.
export function total(draft, terms) {
  const stub = number(draft.stub);
  const dealt = asksDealt(draft, terms) ? number(draft.dealt) : fullDeal(draft, terms);
  if (stub === null || dealt === null) return null;
  const aside = setAside(draft);
  const sum = stub + dealt + aside;
  return { stub, dealt, aside, sum, whole: sum === terms.cards_in_deck };
}

// What the count does by itself: an outcome of the terms; null if nothing, or not known yet.
export function outcome(draft, terms) {
  const found = total(draft, terms);
  if (!found || (!found.whole && draft.misdeal === null && !voidReason(draft, terms))) return null;
  if (draft.misdeal) return found.whole ? terms.count.misdealt : terms.count.misdealt_not_whole;
  return found.whole ? null : terms.count.not_whole;
}

export function isVoid(draft, terms) {
  return Boolean(voidReason(draft, terms)) || draft.misdeal === true || (asksMisdeal(draft, terms) && draft.misdeal === false);
}
