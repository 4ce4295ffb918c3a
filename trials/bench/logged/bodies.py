"""Generate request bodies: rounds of six seats with five wagers each, from a fair shuffle, with chips for stakes."""

import json
import random
from typing import Any

from tests.reference.hands import DECK

PLACES = ("left", "middle", "right", "top", "bottom")
ANTES = ("ante_across", "ante_down")
BETS = ("across", "down", "middle")
# In dollars. A bet is one to three times the ante.
CHIPS = (5, 10, 15, 25, 50, 100)
SEATS = 6
WHOLE_STUB = len(DECK) - len(PLACES) - 2 * SEATS


def a_round(rng: random.Random) -> dict[str, Any]:
    """Return a Maryland round in which nobody folds."""
    deck = rng.sample(DECK, len(DECK))
    return {
        "community": {place: deck.pop() for place in PLACES},
        "seats": [_seat(rng, number, [deck.pop(), deck.pop()]) for number in range(1, SEATS + 1)],
    }


def _seat(rng: random.Random, number: int, cards: list[str]) -> dict[str, Any]:
    ante = rng.choice(CHIPS)
    wagers = dict.fromkeys(ANTES, f"{ante}.00") | {bet: f"{ante * rng.randint(1, 3)}.00" for bet in BETS}
    return {"seat": number, "cards": cards, "wagers": wagers}


def in_rows(round_: dict[str, Any]) -> dict[str, Any]:
    """Return a round in the naive peer's format: each wager is an object, and becomes a row."""
    seats = [
        seat | {"wagers": [{"kind": kind, "amount": amount} for kind, amount in seat["wagers"].items()]}
        for seat in round_["seats"]
    ]
    return round_ | {"seats": seats}


def encoded(round_: dict[str, Any], **more: Any) -> bytes:
    return json.dumps(round_ | more, separators=(",", ":")).encode()
