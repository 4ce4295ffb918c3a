"""Deal rounds in which rare hands are common.

Cards go to named slots. A theme may place cards in some slots; the rest comes from a deck that may be stacked with one
suit, a few ranks or a short run, so that flushes, quads, straights and ties with the dealer are frequent.
"""

import random
from dataclasses import dataclass, field

from . import hands
from .tables import ACROSS_LINE, CARDS_PER_SEAT, COMMUNITY, DOWN_LINE

Planted = dict[str, str]

BORDER_RANKS = "56TJ"
ACE_LOW_ORDER = "A" + hands.RANKS


@dataclass
class Deal:
    community: dict[str, str]
    holes: list[list[str]]
    extra: dict[str, list[str]] = field(default_factory=dict)


def random_deal(rng: random.Random, seats: int, extra: dict[str, int]) -> Deal:
    lucky = rng.randrange(seats)
    planted = rng.choice(THEMES)(rng, lucky, seats, extra)
    deck = [card for card in _stacked_deck(rng) if card not in planted.values()]
    cards = dict(planted)
    for slot in _slots(rng, lucky, seats, extra):
        if slot not in cards:
            cards[slot] = deck.pop(0)
    return Deal(
        community={place: cards[place] for place in COMMUNITY},
        holes=[[cards[slot] for slot in _hole(seat)] for seat in range(seats)],
        extra={name: [cards[f"{name}.{place}"] for place in range(size)] for name, size in extra.items()},
    )


def _hole(seat: int) -> list[str]:
    return [f"seat{seat}.{place}" for place in range(CARDS_PER_SEAT)]


def _slots(rng: random.Random, lucky: int, seats: int, extra: dict[str, int]) -> list[str]:
    """Every slot, those that meet on the lucky seat's hands first, so that a stacked deck's top reaches them."""
    first = [*COMMUNITY, *_hole(lucky)]
    first += [f"{name}.{place}" for name, size in extra.items() for place in range(size)]
    rest = [slot for seat in range(seats) if seat != lucky for slot in _hole(seat)]
    rng.shuffle(first)
    rng.shuffle(rest)
    return first + rest


def _stacked_deck(rng: random.Random) -> list[str]:
    way = rng.choice(("fair", "suit", "ranks", "run"))
    suits = rng.sample(hands.SUITS, 2)
    if way == "suit":
        top = [rank + suits[0] for rank in hands.RANKS]
    elif way == "ranks":
        ranks = {*rng.sample(BORDER_RANKS + "A", 2), *rng.sample(hands.RANKS, 2)}
        top = [rank + suit for rank in sorted(ranks) for suit in hands.SUITS]
    elif way == "run":
        start = rng.randrange(len(ACE_LOW_ORDER) - 5)
        top = [rank + suit for rank in ACE_LOW_ORDER[start : start + 6] for suit in suits]
    else:
        top = []
    bottom = [card for card in hands.DECK if card not in top]
    rng.shuffle(top)
    rng.shuffle(bottom)
    return top + bottom


def _nothing(rng: random.Random, lucky: int, seats: int, extra: dict[str, int]) -> Planted:
    return {}


def _rare_line(rng: random.Random, lucky: int, seats: int, extra: dict[str, int]) -> Planted:
    line = rng.choice((ACROSS_LINE, DOWN_LINE))
    return _plant(rng, [*_hole(lucky), *line], _rare_hand(rng))


def _rare_board(rng: random.Random, lucky: int, seats: int, extra: dict[str, int]) -> Planted:
    return _plant(rng, list(COMMUNITY), _rare_hand(rng))


def _rare_bonus(rng: random.Random, lucky: int, seats: int, extra: dict[str, int]) -> Planted:
    """Five of the lucky seat's six bonus cards, or of its hand on one of the dealer's axes."""
    others = [f"{name}.{place}" for name, size in extra.items() for place in range(size)]
    slots = [*_hole(lucky), *others] if len(others) >= 3 else [*others, *rng.choice((ACROSS_LINE, DOWN_LINE))]
    rng.shuffle(slots)
    return _plant(rng, slots, _rare_hand(rng)) if len(slots) >= 5 else {}


def _seven_in_a_row(rng: random.Random, lucky: int, seats: int, extra: dict[str, int]) -> Planted:
    """One suit's run over both lines and the board: the neighbourhood of the richest deals."""
    start = rng.choice((0, len(ACE_LOW_ORDER) - 7, rng.randrange(len(ACE_LOW_ORDER) - 6)))
    suit = rng.choice(hands.SUITS)
    run = [rank + suit for rank in ACE_LOW_ORDER[start : start + 7]]
    return _plant(rng, [*_hole(lucky), *COMMUNITY], run)


def _rare_three(rng: random.Random, lucky: int, seats: int, extra: dict[str, int]) -> Planted:
    """Three cards at the edge of a straight, a flush or three of a kind: hole cards and the top card."""
    ranks = rng.choice(("A23", "QKA", "KA2", "234", "789", "777", "AAA", "665", "A35", "JTT"))
    suits = rng.choice(("sss", "hhh", "shd", "ddc"))
    if len(set(ranks)) < len(ranks):
        suits = "shd"
    return _plant(rng, [*_hole(lucky), "top"], [rank + suit for rank, suit in zip(ranks, suits, strict=True)])


def _twins(rng: random.Random, lucky: int, seats: int, extra: dict[str, int]) -> Planted:
    """The same ranks for the dealer as for a seat, or for two seats."""
    twin = [f"dealer.{place}" for place in range(2)] if "dealer" in extra else _hole((lucky + 1) % seats)
    ranks = rng.sample(hands.RANKS, 2)
    suits = rng.sample(hands.SUITS, 4)
    cards = [ranks[0] + suits[0], ranks[1] + suits[1], ranks[0] + suits[2], ranks[1] + suits[3]]
    return dict(zip([*_hole(lucky), *twin], cards, strict=False))


def _pairs_in_hand(rng: random.Random, lucky: int, seats: int, extra: dict[str, int]) -> Planted:
    planted: Planted = {}
    for seat, rank in enumerate(rng.sample(hands.RANKS, seats)):
        if rng.random() < 0.6:
            cards = [rank + suit for suit in rng.sample(hands.SUITS, 2)]
            planted |= zip(_hole(seat), cards, strict=True)
    return planted


THEMES = (
    _nothing,
    _nothing,
    _rare_line,
    _rare_line,
    _rare_board,
    _rare_bonus,
    _seven_in_a_row,
    _rare_three,
    _twins,
    _pairs_in_hand,
)


def _plant(rng: random.Random, slots: list[str], cards: list[str]) -> Planted:
    shuffled = rng.sample(cards, len(cards))
    return dict(zip(slots, shuffled, strict=False))


def _rare_hand(rng: random.Random) -> list[str]:
    return rng.choice((_straight, _straight, _straight_flush, _straight_flush, _flush, _groups, _groups, _groups))(rng)


def _run_ranks(rng: random.Random) -> str:
    """Five ranks in a row; the royal flush's and the wheel's as often as all others."""
    top = rng.choice((len(ACE_LOW_ORDER), 5, rng.randrange(5, len(ACE_LOW_ORDER) + 1)))
    return ACE_LOW_ORDER[top - 5 : top]


def _straight(rng: random.Random) -> list[str]:
    return [rank + rng.choice(hands.SUITS) for rank in _run_ranks(rng)]


def _straight_flush(rng: random.Random) -> list[str]:
    suit = rng.choice(hands.SUITS)
    return [rank + suit for rank in _run_ranks(rng)]


def _flush(rng: random.Random) -> list[str]:
    suit = rng.choice(hands.SUITS)
    return [rank + suit for rank in rng.sample(hands.RANKS, 5)]


def _groups(rng: random.Random) -> list[str]:
    """Cards that come in groups of a rank: four and one down to a single pair, the bordering ranks first."""
    sizes = rng.choice(((4, 1), (3, 2), (3, 1, 1), (2, 2, 1), (2, 1, 1, 1), (2, 1, 1, 1)))
    leading = rng.choice(BORDER_RANKS)
    others = rng.sample([rank for rank in hands.RANKS if rank != leading], len(sizes) - 1)
    return [
        rank + suit
        for rank, size in zip([leading, *others], sizes, strict=True)
        for suit in rng.sample(hands.SUITS, size)
    ]
