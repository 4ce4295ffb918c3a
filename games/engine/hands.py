"""Poker hands: the rank of five cards, of the best five of six, and of three.

A `Ranking` is built once for a deck, an order of hands, and whether A-2-3-4-5 is a straight. It turns cards into a
*strength*: a small integer that orders hands exactly as the rules do. Hands of equal strength are equal in every
card rank. `Ranking.kinds` gives the kind of hand for each strength.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import combinations
from typing import NamedTuple

from .cards import KEY_BITS, KEY_MASK, RANK_KEYS, RANKS, SUIT_BITS

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

# How many cards of a hand have the same rank, by the number of cards.
_ALIKE = {
    5: {
        "four_of_a_kind": (4, 1),
        "full_house": (3, 2),
        "three_of_a_kind": (3, 1, 1),
        "two_pair": (2, 2, 1),
        "pair": (2, 1, 1, 1),
        "high_card": (1, 1, 1, 1, 1),
    },
    3: {"three_of_a_kind": (3,), "pair": (2, 1), "high_card": (1, 1, 1)},
}


# The hand's position from the lowest, then the ranks that break a tie. The greater grade wins.
Grade = tuple[int, tuple[int, ...]]


class Kind(NamedTuple):
    """A hand as a paytable names it, and its most important rank (an index into RANKS)."""

    hand: str
    rank: int


class Ranking:
    """Strengths of all hands of `size` cards from a deck of these ranks."""

    def __init__(self, *, ranks: str, order: Sequence[str], ace_low_straight: bool, size: int = 5) -> None:
        deck_ranks = sorted((RANKS.index(rank) for rank in ranks), reverse=True)
        graded = list(_graded(deck_ranks, order, size, ace_low_straight=ace_low_straight))
        grades = sorted({grade for grade, _, _ in graded})
        strength_of = {grade: strength for strength, grade in enumerate(grades)}
        top_key = max(key for _, key, _ in graded)
        # -1 marks an unused entry. A mostly empty table costs a few megabytes and makes a lookup one index.
        self.mixed = [-1] * (top_key + 1)
        self.suited = [-1] * (top_key + 1)
        for grade, key, suited in graded:
            table = self.suited if suited else self.mixed
            if table[key] != -1:
                raise AssertionError(f"two hands share the key {key}")
            table[key] = strength_of[grade]
        # Which of the two tables holds the hand, by its suit count.
        one_suit = {size << SUIT_BITS * suit for suit in range(4)}
        self.by_suits = [self.suited if counts in one_suit else self.mixed for counts in range(max(one_suit) + 1)]
        hands = list(reversed(order))
        self.kinds = tuple(Kind(hands[place], tie_break[0]) for place, tie_break in grades)

    def strength(self, *cards: int) -> int:
        """Return the strength of these cards; their number must be `size`."""
        return self.strength_of_sum(sum(cards))

    def strength_of_sum(self, total: int) -> int:
        """Return the strength of the cards with this sum."""
        return self.by_suits[total >> KEY_BITS][total & KEY_MASK]

    def strength_of_five(self, a: int, b: int, c: int, d: int, e: int) -> int:
        """Return the strength of five cards. Same as `strength`, inlined for speed."""
        total = a + b + c + d + e
        return self.by_suits[total >> KEY_BITS][total & KEY_MASK]

    def best_five_of(self, cards: Iterable[int]) -> int:
        """Return the strength of the best five among six cards."""
        six = list(cards)
        total = sum(six)
        return max(self.strength_of_sum(total - card) for card in six)


@cache
def ranking(ranks: str, order: tuple[str, ...], ace_low_straight: bool, size: int) -> Ranking:
    """Return the ranking for a deck and an order of hands; built on first use."""
    return Ranking(ranks=ranks, order=order, ace_low_straight=ace_low_straight, size=size)


def _graded(
    deck_ranks: list[int], order: Sequence[str], size: int, *, ace_low_straight: bool
) -> Iterator[tuple[Grade, int, bool]]:
    """Yield every hand without its suits: its grade, the key of its ranks, and whether it is of one suit."""
    places = {hand: len(order) - place for place, hand in enumerate(order, start=1)}
    straights = _straights(deck_ranks, size, ace_low=ace_low_straight)
    royal = tuple(deck_ranks[:size])
    for hand, alike in _ALIKE[size].items():
        for ranks in _choices(deck_ranks, alike):
            key = sum([count * RANK_KEYS[rank] for count, rank in zip(alike, ranks, strict=True)])
            head = straights.get(ranks)
            if head is not None:
                suited_hand = "royal_flush" if ranks == royal and "royal_flush" in places else "straight_flush"
                yield (places["straight"], (head,)), key, False
                yield (places[suited_hand], (head,)), key, True
                continue
            yield (places[hand], ranks), key, False
            if hand == "high_card":
                yield (places["flush"], ranks), key, True


def _choices(ranks: list[int], alike: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """Yield the ranks for these groups of equal cards, most important first, each from the highest down."""
    if not alike:
        yield ()
        return
    same = alike.count(alike[0])
    for chosen in combinations(ranks, same):
        rest = [rank for rank in ranks if rank not in chosen] if len(alike) > same else []
        for others in _choices(rest, alike[same:]):
            yield chosen + others


def _straights(deck_ranks: list[int], size: int, *, ace_low: bool) -> dict[tuple[int, ...], int]:
    """Return the ranks of every straight, highest first, with its highest rank."""
    runs = [tuple(deck_ranks[start : start + size]) for start in range(len(deck_ranks) - size + 1)]
    straights = {run: run[0] for run in runs}
    if ace_low:
        low = tuple(deck_ranks[1 - size :])
        straights[(deck_ranks[0], *low)] = low[0]
    return straights
