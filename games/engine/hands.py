"""Poker hands: the rank of five cards, of the best five of six, and of three.

A `Ranking` is built once for a deck, an order of hands and the question whether A-2-3-4-5 is a straight. It
turns the cards into a *strength*, a small integer that orders hands exactly as the rules do: equal strength
means equal in every card rank. What kind of hand a strength is stands in `Ranking.kinds`.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cache
from itertools import combinations, combinations_with_replacement
from typing import NamedTuple

from .cards import KEY_MASK, RANK_KEYS, RANKS, SUIT_MASK

FIVE_CARD_HANDS = (
    "royal_flush",
    "straight_flush",
    "four_of_a_kind",
    "full_house",
    "flush",
    "straight",
    "three_of_a_kind",
    "two_pair",
    "pair",
    "high_card",
)
THREE_CARD_HANDS = ("straight_flush", "three_of_a_kind", "straight", "flush", "pair", "high_card")

_BY_COUNTS = {
    (4, 1): "four_of_a_kind",
    (3, 2): "full_house",
    (3, 1, 1): "three_of_a_kind",
    (2, 2, 1): "two_pair",
    (2, 1, 1, 1): "pair",
    (1, 1, 1, 1, 1): "high_card",
    (3,): "three_of_a_kind",
    (2, 1): "pair",
    (1, 1, 1): "high_card",
}


class Kind(NamedTuple):
    """A hand as a paytable sees it: its name, and the rank (place in RANKS) that counts most in it."""

    hand: str
    rank: int


class Ranking:
    """Strengths of all hands of `size` cards from a deck of these ranks."""

    def __init__(self, *, ranks: str, order: Sequence[str], ace_low_straight: bool, size: int = 5) -> None:
        deck_ranks = sorted(RANKS.index(rank) for rank in ranks)
        straights = _straights(deck_ranks, size, ace_low=ace_low_straight)
        graded = [
            (
                _grade(multiset, suited, straights, order, royal=size == 5),
                sum(RANK_KEYS[rank] for rank in multiset),
                suited,
            )
            for suited, multisets in ((False, _mixed(deck_ranks, size)), (True, combinations(deck_ranks, size)))
            for multiset in multisets
        ]
        grades = sorted({grade for grade, _, _ in graded})
        strength_of = {grade: strength for strength, grade in enumerate(grades)}
        top_key = max(key for _, key, _ in graded)
        # -1 stands where no hand is: a table full of them costs a few megabytes and one index a look-up.
        self.mixed = [-1] * (top_key + 1)
        self.suited = [-1] * (top_key + 1)
        for grade, key, suited in graded:
            table = self.suited if suited else self.mixed
            if table[key] != -1:
                raise AssertionError(f"two hands share the key {key}")
            table[key] = strength_of[grade]
        hands = list(reversed(order))
        self.kinds = tuple(Kind(hands[place], tie_break[0]) for place, tie_break in grades)

    def strength(self, *cards: int) -> int:
        """Return the strength of as many cards as this ranking ranks."""
        key, suit = 0, SUIT_MASK
        for card in cards:
            key += card
            suit &= card
        return (self.suited if suit else self.mixed)[key & KEY_MASK]

    def strength_of_five(self, a: int, b: int, c: int, d: int, e: int) -> int:
        """Return the strength of five cards: `strength` without the loop."""
        return (self.suited if a & b & c & d & e & SUIT_MASK else self.mixed)[(a + b + c + d + e) & KEY_MASK]

    def best_five_of(self, cards: Iterable[int]) -> int:
        """Return the strength of the best five among six cards."""
        return max(self.strength_of_five(*five) for five in combinations(cards, 5))


@cache
def ranking(ranks: str, order: tuple[str, ...], ace_low_straight: bool, size: int) -> Ranking:
    """Return the ranking of a deck and an order of hands, built the first time it is asked for."""
    return Ranking(ranks=ranks, order=order, ace_low_straight=ace_low_straight, size=size)


def _mixed(deck_ranks: list[int], size: int) -> list[tuple[int, ...]]:
    """Return every multiset of ranks that four suits can make."""
    multisets = combinations_with_replacement(deck_ranks, size)
    return [multiset for multiset in multisets if size < 5 or multiset[0] != multiset[-1]]


def _straights(deck_ranks: list[int], size: int, *, ace_low: bool) -> dict[tuple[int, ...], int]:
    """Return the ranks of every straight with the rank that heads it."""
    runs = {tuple(deck_ranks[start : start + size]): start + size - 1 for start in range(len(deck_ranks) - size + 1)}
    straights = {run: deck_ranks[head] for run, head in runs.items()}
    if ace_low:
        low = deck_ranks[: size - 1]
        straights[(*low, deck_ranks[-1])] = low[-1]
    return straights


def _grade(
    multiset: tuple[int, ...], suited: bool, straights: dict[tuple[int, ...], int], order: Sequence[str], *, royal: bool
) -> tuple[int, tuple[int, ...]]:
    """Return (place of the hand from the lowest, ranks that break a tie): the greater grade wins."""
    counts = sorted(((count, rank) for rank, count in Counter(multiset).items()), reverse=True)
    tie_break = tuple(rank for _, rank in counts)
    hand = _BY_COUNTS[tuple(count for count, _ in counts)]
    head = straights.get(multiset)
    if head is not None:
        tie_break = (head,)
        hand = "straight_flush" if suited else "straight"
        if suited and royal and head == max(straights.values()):
            hand = "royal_flush"
    elif suited:
        hand = "flush"
    return len(order) - 1 - order.index(hand), tie_break
