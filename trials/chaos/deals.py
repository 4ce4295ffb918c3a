"""Deal plausible rounds. No two have the same cards, so that a round logged twice can be recognized."""

import random
from typing import Any

from games.engine.loading import rulebook

CARDS = [rank + suit for rank in "AKQJT98765432" for suit in "shdc"]
PLACES = ("left", "middle", "right", "top", "bottom")
AMOUNTS = ("5.00", "6.00", "10.00")  # within the limits of every table


def deal(edition: str, rng: random.Random) -> dict[str, Any]:
    """Return a round of one to six seats, without a stub count."""
    dealt = rulebook(edition).count.dealt
    cards = rng.sample(CARDS, len(CARDS))
    seats = sorted(rng.sample(range(1, 7), rng.randint(1, 6)))
    round_: dict[str, Any] = {"community": {place: cards.pop() for place in PLACES}}
    if dealt.dealer:
        round_["dealer"] = [cards.pop(), cards.pop()]
    if dealt.six_card:
        round_["six_card"] = [cards.pop() for _ in range(dealt.six_card)]
    round_["seats"] = [_seat(edition, seat, [cards.pop(), cards.pop()], rng.choice(AMOUNTS)) for seat in seats]
    return round_


def _seat(edition: str, seat: int, cards: list[str], amount: str) -> dict[str, Any]:
    if rulebook(edition).count.dealt.dealer:
        wagers = dict.fromkeys(("ante", "first_raise", "second_raise"), amount)
        return {"seat": seat, "cards": cards, "wagers": wagers, "axis": "vertical" if seat % 2 else "horizontal"}
    wagers = dict.fromkeys(("ante_across", "ante_down", "across", "down", "middle"), amount)
    return {"seat": seat, "cards": cards, "wagers": wagers}


def stub_of(edition: str, round_: dict[str, Any]) -> int:
    """Return the number of cards in a round's stub if the deck is complete."""
    dealt = rulebook(edition).count.dealt
    return 52 - 2 * len(round_["seats"]) - dealt.community - dealt.dealer - dealt.six_card


def cards_of(round_: dict[str, Any]) -> tuple[str, ...]:
    """Return the cards of a round in table order, which identify it."""
    community = [round_["community"][place] for place in PLACES]
    hands = [card for seat in round_["seats"] for card in seat["cards"]]
    return (*community, *round_.get("dealer", ()), *round_.get("six_card", ()), *hands)
