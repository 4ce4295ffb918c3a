// Cards by their two characters: "Ts" is the ten of spades.

export const SUITS = { s: { symbol: "♠", name: "spades" }, h: { symbol: "♥", name: "hearts" }, d: { symbol: "♦", name: "diamonds" }, c: { symbol: "♣", name: "clubs" } };

const WORDS = { A: "ace", K: "king", Q: "queen", J: "jack", T: "10" };

export const rankShown = (card) => (card[0] === "T" ? "10" : card[0]);
export const spoken = (card) => `${WORDS[card[0]] ?? card[0]} of ${SUITS[card[1]].name}`;

// "10s", "TS" and "ts" are the same card.
export function cardOf(text) {
  const rank = text.slice(0, -1).toUpperCase();
  return (rank === "10" ? "T" : rank) + text.slice(-1).toLowerCase();
}
