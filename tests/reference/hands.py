"""Hand ranking by sorting and counting.

A rank is a tuple that compares as the hands do: the place of the hand's kind, then its card values with the most
repeated first.
"""

from collections import Counter
from collections.abc import Sequence
from itertools import combinations

RANKS = "23456789TJQKA"
SUITS = "shdc"
DECK = tuple(rank + suit for rank in reversed(RANKS) for suit in SUITS)

ACE = 14
JACK = 11
SIX = 6

FIVE_CARD_KINDS = (
    "high_card",
    "pair",
    "two_pair",
    "three_of_a_kind",
    "straight",
    "flush",
    "full_house",
    "four_of_a_kind",
    "straight_flush",
    "royal_flush",
)
THREE_CARD_KINDS = ("high_card", "pair", "flush", "straight", "three_of_a_kind", "straight_flush")

Rank = tuple[int, tuple[int, ...]]


def value(card: str) -> int:
    return RANKS.index(card[0]) + 2


def by_count(cards: Sequence[str]) -> list[tuple[int, int]]:
    """(how many, value) pairs, the most repeated first and the higher first among equals."""
    counts = Counter(value(card) for card in cards)
    return sorted(((count, number) for number, count in counts.items()), reverse=True)


def straight_top(cards: Sequence[str], ace_low: bool) -> int | None:
    """The card that tops the straight, or None. An ace played low leaves the straight topped by its next card."""
    values = sorted(value(card) for card in cards)
    lowest, size = values[0], len(values)
    if values == list(range(lowest, lowest + size)):
        return values[-1]
    if ace_low and values == [*range(2, size + 1), ACE]:
        return values[-2]
    return None


def is_flush(cards: Sequence[str]) -> bool:
    return len({card[1] for card in cards}) == 1


def rank_five(cards: Sequence[str], ace_low: bool = True) -> Rank:
    groups = by_count(cards)
    counts = [count for count, _ in groups]
    values = tuple(number for _, number in groups)
    top = straight_top(cards, ace_low)
    flush = is_flush(cards)
    if top is not None and flush:
        return FIVE_CARD_KINDS.index("royal_flush" if top == ACE else "straight_flush"), (top,)
    if top is not None:
        return FIVE_CARD_KINDS.index("straight"), (top,)
    if flush:
        return FIVE_CARD_KINDS.index("flush"), values
    kinds = {
        (4, 1): "four_of_a_kind",
        (3, 2): "full_house",
        (3, 1): "three_of_a_kind",
        (2, 2): "two_pair",
        (2, 1): "pair",
        (1, 1): "high_card",
    }
    return FIVE_CARD_KINDS.index(kinds[counts[0], counts[1]]), values


def best_five(cards: Sequence[str], ace_low: bool = True) -> Rank:
    return max(rank_five(five, ace_low) for five in combinations(cards, 5))


def rank_three(cards: Sequence[str]) -> Rank:
    """A three-card rank. Its aces are low or high (A-2-3 to Q-K-A) but never in the middle (MA section 5(c)(3))."""
    groups = by_count(cards)
    values = tuple(number for _, number in groups)
    top = straight_top(cards, ace_low=True)
    if top is not None:
        return THREE_CARD_KINDS.index("straight_flush" if is_flush(cards) else "straight"), (top,)
    if is_flush(cards):
        return THREE_CARD_KINDS.index("flush"), values
    kinds = {3: "three_of_a_kind", 2: "pair", 1: "high_card"}
    return THREE_CARD_KINDS.index(kinds[groups[0][0]]), values


def five_card_name(rank: Rank) -> str:
    return FIVE_CARD_KINDS[rank[0]]


def three_card_name(rank: Rank) -> str:
    return THREE_CARD_KINDS[rank[0]]


def line_name(rank: Rank) -> str:
    """The name by which Criss Cross pays: its pairs are told apart at the jacks and at the sixes."""
    name = five_card_name(rank)
    if name != "pair":
        return name
    paired = rank[1][0]
    if paired >= JACK:
        return "pair_jacks_or_better"
    return "pair_6s_to_10s" if paired >= SIX else "low_pair"
