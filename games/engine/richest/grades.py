"""Grades: paytable rows as numbers for the search, and hands of a grade built card by card."""

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache, reduce
from itertools import combinations, combinations_with_replacement, product
from operator import and_
from typing import NamedTuple

from games.engine.settlement.verdicts import Rows

from ..cards import RANK_KEYS, SUIT_MASK, card_code
from ..hands import Ranking
from ..money import winnings

Multiset = tuple[int, ...]


class Deal(NamedTuple):
    """Cards by name, in the round format; `spin` is the position of the wheel, if the seat spins it."""

    cards: list[str]
    community: dict[str, str]
    six_card: list[str] | None = None
    dealer: list[str] | None = None
    axis: str | None = None
    spin: int | None = None


class Richest(NamedTuple):
    """The most that can be won, and a deal that wins it."""

    cents: int
    deal: Deal


class Grades:
    """The paying rows of a paytable, numbered 1, 2 … from the weakest hand up. Grade 0 is everything else."""

    def __init__(self, rows: Rows | None, ranking: Ranking) -> None:
        by_strength = rows.by_strength if rows else []
        paying = {id(row): row for row in by_strength if row.verdict.odds}
        numbers = {key: grade for grade, key in enumerate(paying, start=1)}
        self.odds = [row.verdict.odds for row in paying.values()]
        self.of_strength = [numbers.get(id(row), 0) for row in by_strength] or [0] * len(ranking.kinds)

    def __len__(self) -> int:
        return 1 + len(self.odds)

    def values(self, *stakes: int, plus: int = 0) -> list[int]:
        """Return what each grade wins on these stakes together; `plus` is added to every paying grade."""
        return [0, *(plus + sum(winnings(stake, odds) for stake in stakes) for odds in self.odds if odds)]


class Shape(NamedTuple):
    """A hand without its suits: its ranks, and whether all cards are of one suit."""

    ranks: Multiset
    suited: bool
    strength: int


@cache
def shapes(ranking: Ranking, ranks: tuple[int, ...]) -> tuple[Shape, ...]:
    """Return every shape of five cards of these ranks, strongest first."""
    mixed = (each for each in combinations_with_replacement(ranks, 5) if max(Counter(each).values()) <= 4)
    found = [Shape(each, False, ranking.mixed[_key(each)]) for each in mixed]
    found += [Shape(each, True, ranking.suited[_key(each)]) for each in combinations(ranks, 5)]
    return tuple(sorted(found, key=lambda shape: -shape.strength))


def _key(ranks: Multiset) -> int:
    return sum(RANK_KEYS[rank] for rank in ranks)


def suited_as(ranks: Multiset, known: Sequence[int], suited: bool, taken: set[int]) -> Iterator[tuple[int, ...]]:
    """Yield every choice of free cards of these ranks that makes a suited (or unsuited) hand with the known cards."""
    common = SUIT_MASK
    for card in known:
        common &= card
    if suited:
        cards = tuple(RANK_KEYS[rank] | common for rank in ranks)
        if common and taken.isdisjoint(cards):
            yield cards
        return
    for suits in product(range(4), repeat=len(ranks)):
        cards = tuple(card_code(rank, suit) for rank, suit in zip(ranks, suits, strict=True))
        if len(set(cards)) == len(cards) and taken.isdisjoint(cards) and not common & reduce(and_, cards):
            yield cards


def without(ranks: Multiset, part: Multiset) -> Multiset | None:
    """Return a multiset minus a part; None if it does not contain that part."""
    rest = list(ranks)
    for rank in part:
        if rank not in rest:
            return None
        rest.remove(rank)
    return tuple(rest)
