"""The settlement of a round: each seat's pays and returns, and the totals, in the round format."""

from typing import Any

import msgspec

from games.engine.money import dollars
from games.engine.reading.seats import Seat

from .verdicts import Settled, Verdict

_encode = msgspec.json.Encoder().encode


class SeatResult:
    """One settled seat. `pays_cents` is what its wagers win together, cut to the payout limit."""

    __slots__ = (
        "hands",
        "limit_cents",
        "limit_cut_cents",
        "number",
        "pays_cents",
        "returned_cents",
        "staked_cents",
        "wagers",
    )

    def __init__(self, number: int, hands: dict[str, str], wagers: dict[str, Settled]) -> None:
        self.number = number
        self.hands = hands
        self.wagers = wagers
        staked = pays = returned = 0
        for wager in wagers.values():
            staked += wager.stake_cents
            pays += wager.pays_cents
            returned += wager.returned_cents
        self.staked_cents = staked
        self.pays_cents = pays
        self.returned_cents = returned
        self.limit_cents: int | None = None
        self.limit_cut_cents = 0

    @classmethod
    def all_by(cls, seat: Seat, verdict: Verdict) -> "SeatResult":
        """Return a seat whose wagers all have one verdict."""
        return cls(seat.number, {}, {name: verdict.on(stake) for name, stake in seat.stakes.items()})

    def cut_to(self, limit_cents: int | None, counted_cents: int) -> None:
        """Cut the seat's winnings that count to the payout limit; its wagers keep what their odds say."""
        self.limit_cents = limit_cents
        if limit_cents is not None and counted_cents > limit_cents:
            self.limit_cut_cents = counted_cents - limit_cents
            self.pays_cents -= self.limit_cut_cents

    @property
    def net_cents(self) -> int:
        return self.pays_cents + self.returned_cents - self.staked_cents

    def fields(self) -> dict[str, Any]:
        return {
            "seat": self.number,
            "hands": self.hands,
            "wagers": {name: wager.json for name, wager in self.wagers.items()},
            "staked": dollars(self.staked_cents),
            "pays": dollars(self.pays_cents),
            "limit": None if self.limit_cents is None else dollars(self.limit_cents),
            "limit_cut": dollars(self.limit_cut_cents),
            "returned": dollars(self.returned_cents),
            "net": dollars(self.net_cents),
        }


class Settlement:
    """A settled round: seats as entered, and the order in which the dealer settles them."""

    __slots__ = ("deck_removed", "order", "pays_cents", "returned_cents", "seats", "staked_cents", "void_reason")

    def __init__(
        self, seats: list[SeatResult], order: list[int], *, void_reason: str | None, deck_removed: bool
    ) -> None:
        self.seats = tuple(seats)
        self.order = order
        self.void_reason = void_reason
        self.deck_removed = deck_removed
        self.staked_cents = sum([seat.staked_cents for seat in seats])
        self.pays_cents = sum([seat.pays_cents for seat in seats])
        self.returned_cents = sum([seat.returned_cents for seat in seats])

    @property
    def status(self) -> str:
        return "settled" if self.void_reason is None else "void"

    @property
    def house_net_cents(self) -> int:
        return self.staked_cents - self.pays_cents - self.returned_cents

    def encode(self) -> bytes:
        """Return the settlement in the round format."""
        fields = {
            "status": self.status,
            "void_reason": self.void_reason,
            "deck_removed": self.deck_removed,
            "order": self.order,
            "seats": [seat.fields() for seat in self.seats],
            "totals": {
                "staked": dollars(self.staked_cents),
                "pays": dollars(self.pays_cents),
                "returned": dollars(self.returned_cents),
                "house_net": dollars(self.house_net_cents),
            },
        }
        return _encode(fields)

    def answer(self) -> bytes:
        """Return the JSON response to a document that settles."""
        return b'{"settlement":' + self.encode() + b"}"
