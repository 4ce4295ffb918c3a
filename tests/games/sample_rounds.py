"""Deal rounds from a shuffled deck for an edition, and log them through the service."""

import random
from typing import Any
from uuid import uuid4

import msgspec

from compliance.api.idempotency import request_with
from compliance.models import Staff
from compliance.signatures.services import Confirmation
from games.engine.loading import rulebook
from games.models import Round
from games.rounds.log.input import read_entry
from games.rounds.log.services import log_round
from tables.models import Table
from tests.floor import Floor

RANKS, SUITS = "AKQJT98765432", "shdc"
CARDS = [rank + suit for rank in RANKS for suit in SUITS]


# A round that the payout limit cuts.
ROYAL = {
    "community": {"left": "Qs", "middle": "Js", "right": "Ts", "top": "9d", "bottom": "2c"},
    "seats": [
        {
            "seat": 1,
            "cards": ["As", "Ks"],
            "wagers": {
                "ante_across": "100.00",
                "ante_down": "100.00",
                "across": "300.00",
                "down": "100.00",
                "middle": "300.00",
            },
        }
    ],
}


def a_round(edition: str = "md", *, seats: int = 2, seed: int = 1, **more: Any) -> dict[str, Any]:
    """Return a round that stands: nobody folds, every bet is once the ante of $5. What is given is set on it."""
    book, cards = rulebook(edition), random.Random(seed).sample(CARDS, 52)
    dealt = book.count.dealt
    found: dict[str, Any] = {
        "community": {place: cards.pop() for place in ("left", "middle", "right", "top", "bottom")},
        "seats": [_seat(edition, number, [cards.pop(), cards.pop()]) for number in range(1, seats + 1)],
    }
    if dealt.six_card:
        found["six_card"] = [cards.pop() for _ in range(4)]
    if dealt.dealer:
        found["dealer"] = [cards.pop(), cards.pop()]
    return found | more


def _seat(edition: str, number: int, cards: list[str]) -> dict[str, Any]:
    if rulebook(edition).count.dealt.dealer:
        wagers = dict.fromkeys(("ante", "first_raise", "second_raise"), "5.00")
        return {"seat": number, "cards": cards, "wagers": wagers, "axis": "vertical"}
    return {
        "seat": number,
        "cards": cards,
        "wagers": dict.fromkeys(("ante_across", "ante_down", "across", "down", "middle"), "5.00"),
    }


def stub_of(round_: dict[str, Any], edition: str = "md") -> int:
    """Return what the stub of a round holds if the deck is whole."""
    dealt = rulebook(edition).count.dealt
    return 52 - 2 * len(round_["seats"]) - dealt.community - dealt.dealer - dealt.six_card


def counted(round_: dict[str, Any], edition: str = "md", *, off_by: int = 0) -> dict[str, Any]:
    return round_ | {"stub": stub_of(round_, edition) + off_by}


def misdealt(round_: dict[str, Any], edition: str = "md", *, off_by: int = 1) -> dict[str, Any]:
    """Return a round that was misdealt from a whole deck, with so many cards more or less in its stub."""
    found = counted(round_, edition, off_by=off_by)
    return found | {"misdeal": True, "dealt": 52 - found["stub"]}


def log(
    floor: Floor,
    table: Table,
    body: dict[str, Any] | None = None,
    *,
    key: str = "",
    by: Staff | None = None,
    second: Confirmation | None = None,
) -> Round:
    """Log a round at the floor's time, and return it."""
    return Round.objects.get(pk=answer_to(floor, table, body, key=key, by=by, second=second)["id"])


def answer_to(
    floor: Floor,
    table: Table,
    body: dict[str, Any] | None = None,
    *,
    key: str = "",
    by: Staff | None = None,
    second: Confirmation | None = None,
) -> Any:
    """Log a round at the floor's time, and return what it was answered."""
    body = a_round(floor.edition) if body is None else body
    entry, problems = read_entry(body)
    assert problems == []
    request = request_with(key or str(uuid4()), f"round-entry {table.code}", body)
    answer = log_round(table.code, entry=entry, request=request, by=by or floor.floorperson, at=floor.at, second=second)
    return msgspec.json.decode(answer.body)
