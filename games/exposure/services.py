"""Exposure: everything dealt from a deck since it was last known complete.

A deck is known complete when it comes into play, inspected and verified, and in every round with a correct stub
count. If it then fails a count, or a card is found damaged or missing, everything dealt after that moment may have
been dealt from an incomplete deck.
"""

from collections.abc import Callable, Iterable, Iterator
from datetime import datetime
from typing import NamedTuple

from django.db.models import Q, QuerySet

from games.engine.money import signed_cents
from games.models import Round
from games.rounds.stored_settlement import StoredSeat, read_settlement
from tables.models import Deck

INSPECTION = "inspection"
EVERYTHING = "everything"


class ExposureMoment(NamedTuple):
    """When a deck was known complete: in a round with a correct count, when it came into play, or never (no `at`)."""

    key: str
    at: datetime | None
    round_number: int | None = None

    @property
    def words(self) -> str:
        if self.round_number is not None:
            return f"correct count in round {self.round_number}"
        return "came into play, inspected and verified" if self.at else "never known complete"


class ExposedRound(NamedTuple):
    """A round dealt from the deck, with its seats."""

    round: Round
    seats: list[StoredSeat]


class ExposureSums(NamedTuple):
    """Totals of all rounds that were not voided."""

    rounds: int = 0
    seats: int = 0
    wagers: int = 0
    staked_cents: int = 0
    pays_cents: int = 0
    returned_cents: int = 0

    @property
    def house_net_cents(self) -> int:
        return self.staked_cents - self.pays_cents - self.returned_cents


class Exposure(NamedTuple):
    """Everything dealt from a deck since a moment when it was known complete."""

    deck: Deck
    since: ExposureMoment
    # All possible starting moments, newest first.
    moments: list[ExposureMoment]
    # The round in which the deck first failed the count, if any.
    found_in: Round | None
    rounds: QuerySet[Round]


def exposure_of(deck: Deck, since: str = "") -> Exposure:
    """Return a deck's exposure from the chosen moment, by default the last before it failed the count."""
    of_deck = Round.objects.filter(deck=deck)
    found_in = of_deck.filter(deck_removed=True, voiding=None).order_by("played_at", "number").first()
    moments = moments_of(deck)
    chosen = next((moment for moment in moments if moment.key == since), None) or _last_before(moments, found_in)
    rounds = _after(of_deck, chosen).select_related("table", "dealer", "voiding").order_by("played_at", "number")
    return Exposure(deck, chosen, moments, found_in, rounds)


def moments_of(deck: Deck) -> list[ExposureMoment]:
    """Return when a deck was known complete, newest first; the count of a voided round proves nothing."""
    right = Round.objects.filter(deck=deck, stub__isnull=False, misdealt=False, deck_removed=False, voiding=None)
    counts = right.exclude(void_reason="stub_count").order_by("-played_at", "-number")
    found = [
        ExposureMoment(str(key), at, number) for key, at, number in counts.values_list("pk", "played_at", "number")
    ]
    first = ExposureMoment(INSPECTION, deck.in_play_at) if deck.in_play_at else ExposureMoment(EVERYTHING, None)
    return [*found, first]


def _last_before(moments: list[ExposureMoment], found_in: Round | None) -> ExposureMoment:
    """Return the last moment before a round, or the last of all without a round."""
    if found_in is None:
        return moments[0]
    return next((moment for moment in moments if _is_before(moment, found_in)), moments[-1])


def _is_before(moment: ExposureMoment, round_: Round) -> bool:
    if moment.at is None or moment.at != round_.played_at:
        return moment.at is None or moment.at < round_.played_at
    return moment.round_number is None or moment.round_number < round_.number


def known_whole_before(round_: Round) -> ExposureMoment:
    """Return when a round's deck was last known complete before that round."""
    return _last_before(moments_of(round_.deck), round_)


def _after(rounds: QuerySet[Round], moment: ExposureMoment) -> QuerySet[Round]:
    if moment.at is None:
        return rounds
    if moment.round_number is None:
        return rounds.filter(played_at__gte=moment.at)
    return rounds.filter(Q(played_at__gt=moment.at) | Q(played_at=moment.at, number__gt=moment.round_number))


# ── Stored results of the rounds


def dealt(rounds: Iterable[Round]) -> Iterator[ExposedRound]:
    for round_ in rounds:
        yield ExposedRound(round_, read_settlement(round_.settlement).seats)


def sums(several: Iterable[ExposedRound]) -> ExposureSums:
    """Return the totals of several rounds; voided rounds are not included."""
    total = ExposureSums()
    for each in several:
        if not each.round.is_voided:
            total = ExposureSums(
                total.rounds + 1,
                total.seats + len(each.seats),
                total.wagers + sum(len(seat.wagers) for seat in each.seats),
                total.staked_cents + sum(signed_cents(seat.staked) for seat in each.seats),
                total.pays_cents + sum(signed_cents(seat.pays) for seat in each.seats),
                total.returned_cents + sum(signed_cents(seat.returned) for seat in each.seats),
            )
    return total


# ── One row per wager, for a spreadsheet

_OF_ROUND: dict[str, Callable[[Round], object]] = {
    "round": lambda round_: round_.pk,
    "table": lambda round_: round_.table.code,
    "number": lambda round_: round_.number,
    "played_at": lambda round_: round_.played_at.isoformat(),
    "gaming_day": lambda round_: round_.gaming_day.isoformat(),
    "dealer": lambda round_: round_.dealer.badge,
    "status": lambda round_: round_.status,
    "voided": lambda round_: "yes" if round_.is_voided else "no",
}
COLUMNS = (*_OF_ROUND, "seat", "wager", "stake", "outcome", "odds", "pays", "returned", "net", "paragraph")


def table_rows(several: Iterable[ExposedRound]) -> Iterator[tuple[object, ...]]:
    """Yield one row per wager, plus one per payout-limit cut, so that the rows of a seat add up."""
    for round_, seats in several:
        of_round = [value(round_) for value in _OF_ROUND.values()]
        for seat in seats:
            for row in seat.rows():
                yield *of_round, *row
