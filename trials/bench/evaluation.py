"""Evaluate five-card hands one at a time in plain Python, compared with three libraries.

Each contender gets cards in its own representation and is called in its fastest public way. The table also has
phevaluator's private C function, to show how far a lookup in plain Python is from native speed.
"""

import random
from collections.abc import Callable, Sequence
from functools import partial
from itertools import combinations, combinations_with_replacement, pairwise
from typing import Any, NamedTuple

import eval7
import phevaluator
import treys
from phevaluator import _pheval

from games.engine.cards import CARDS, RANKS, SUITS
from games.engine.hands import FIVE_CARD_HANDS, ranking

from .report import DifferenceError, Goal, Row
from .timing import best_in_turns, seconds

Hand = Sequence[str]
Evaluate = Callable[..., int]

OURS = "ours"
AHEAD = Goal(">", 1)


class Contender(NamedTuple):
    """Describe a way to evaluate hands. `spread`: it takes five arguments, not one list."""

    name: str
    evaluate: Evaluate
    card: Callable[[str], Any]
    spread: bool
    low_is_strong: bool

    def hands(self, hands: Sequence[Hand]) -> list[list[Any]]:
        return [[self.card(name) for name in hand] for hand in hands]

    def values(self, hands: Sequence[Hand]) -> list[int]:
        """Return the contender's strengths, oriented so that the greater wins."""
        sign = -1 if self.low_is_strong else 1
        return [sign * (self.evaluate(*cards) if self.spread else self.evaluate(cards)) for cards in self.hands(hands)]

    def seconds(self, hands: list[list[Any]]) -> float:
        return seconds(partial(self.run, hands))

    def run(self, hands: list[list[Any]]) -> None:
        evaluate = self.evaluate
        if self.spread:
            for a, b, c, d, e in hands:
                evaluate(a, b, c, d, e)
        else:
            for cards in hands:
                evaluate(cards)


def contenders() -> list[Contender]:
    """Return our evaluator, then its peers."""
    strength = ranking(RANKS[::-1], FIVE_CARD_HANDS, True, 5).strength_of_five
    five = treys.Evaluator()._five
    identity = phevaluator.Card.to_id
    return [
        Contender(OURS, strength, CARDS.__getitem__, spread=True, low_is_strong=False),
        Contender("phevaluator", phevaluator.evaluate_5cards, identity, spread=True, low_is_strong=True),
        Contender("eval7", eval7.evaluate, eval7.Card, spread=False, low_is_strong=False),
        Contender("treys", five, treys.Card.new, spread=False, low_is_strong=True),
        Contender("phevaluator's private C", _pheval.evaluate_5cards, identity, spread=True, low_is_strong=True),
    ]


def one_of_each() -> list[Hand]:
    """Return one hand of each of the 7,462 possible strengths of five cards."""
    mixed = [ranks for ranks in combinations_with_replacement(RANKS, 5) if ranks[0] != ranks[4]]
    hands: list[Hand] = [[rank + SUITS[place % 4] for place, rank in enumerate(ranks)] for ranks in mixed]
    hands += [[rank + SUITS[0] for rank in ranks] for ranks in combinations(RANKS, 5)]
    return hands


def check_order(field: Sequence[Contender], hands: Sequence[Hand]) -> None:
    """Fail unless all contenders sort these hands the same way, with the same ties."""
    ours, *peers = [contender.values(hands) for contender in field]
    ascending = sorted(range(len(hands)), key=ours.__getitem__)
    for peer, values in zip(field[1:], peers, strict=True):
        for low, high in pairwise(ascending):
            if (ours[low] < ours[high], ours[low] == ours[high]) != (
                values[low] < values[high],
                values[low] == values[high],
            ):
                raise DifferenceError(f"{peer.name} and we order {hands[low]} and {hands[high]} differently")


def bench(*, quick: bool) -> list[Row]:
    """Time all contenders on the same random hands."""
    count, turns = (5_000, 3) if quick else (20_000, 9)
    field = contenders()
    rng = random.Random(5)
    dealt = [rng.sample(list(CARDS), 5) for _ in range(count)]
    each = one_of_each()
    check_order(field, [*each, *dealt])
    print(f"  all agree on the order of {len(each):,} hands, one of each strength, and {count:,} random ones")
    best = best_in_turns({each.name: partial(each.seconds, each.hands(dealt)) for each in field}, turns)
    nanoseconds = {name: taken / count * 1e9 for name, taken in best.items()}
    for name, taken in nanoseconds.items():
        print(f"  {name}: {taken:,.0f} ns a hand")
    return [
        Row(
            f"five cards: {peer.name}",
            f"{nanoseconds[OURS]:,.0f} ns",
            f"{nanoseconds[peer.name]:,.0f} ns",
            nanoseconds[peer.name] / nanoseconds[OURS],
            AHEAD,
        )
        for peer in field[1:]
    ]
