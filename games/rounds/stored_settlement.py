"""A stored settlement, read back: amounts are the decimal strings of the round format."""

from collections.abc import Iterator

import msgspec

from games.engine.money import dollars, signed_cents

LOSING = ("lose", "fold", "forfeit")


class StoredWager(msgspec.Struct, gc=False):
    stake: str
    outcome: str
    odds: str | None
    pays: str
    returned: str
    cite: str
    # Set by the seat, which knows its wagers by name.
    name: str = ""

    @property
    def odds_or_blank(self) -> str:
        return self.odds or ""

    @property
    def net(self) -> str:
        return dollars(signed_cents(self.pays) + signed_cents(self.returned) - signed_cents(self.stake))


class StoredSeat(msgspec.Struct):
    """A seat's result. `limit_cut` is what the payout limit took off its pays."""

    seat: int
    hands: dict[str, str]
    by_name: dict[str, StoredWager] = msgspec.field(name="wagers")
    staked: str
    pays: str
    limit: str | None
    limit_cut: str
    returned: str
    net: str

    def __post_init__(self) -> None:
        for name, wager in self.by_name.items():
            wager.name = name

    @property
    def wagers(self) -> list[StoredWager]:
        return list(self.by_name.values())

    @property
    def is_cut(self) -> bool:
        return self.limit_cut != "0.00"

    def rows(self) -> Iterator[tuple[str | int | None, ...]]:
        """Yield seat, wager, stake, outcome, odds, pays, returned, net and cite of each wager.

        A payout-limit cut is one more row, so that the rows of a seat add up.
        """
        for name, wager in self.by_name.items():
            amounts = (wager.pays, wager.returned, wager.net)
            yield self.seat, name, wager.stake, wager.outcome, wager.odds, *amounts, wager.cite
        if self.is_cut:
            cut = f"-{self.limit_cut}"
            yield self.seat, "payout_limit", "0.00", "cut", None, cut, "0.00", cut, ""


class StoredSettlement(msgspec.Struct):
    """A settled round: its seats as entered, and the order in which the dealer settles them."""

    status: str
    deck_removed: bool
    order: list[int]
    seats: list[StoredSeat]

    @property
    def by_number(self) -> dict[int, StoredSeat]:
        return {seat.seat: seat for seat in self.seats}

    @property
    def seats_in_order(self) -> list[StoredSeat]:
        return [self.by_number[number] for number in self.order]


read_settlement = msgspec.json.Decoder(StoredSettlement).decode
