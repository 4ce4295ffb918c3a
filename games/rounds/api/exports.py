"""Exports of rounds and their wagers, in feed order.

A round never changes, but it may be voided later: `voided` tells its state at the end of the export.
"""

from collections.abc import Callable, Sequence
from itertools import chain
from typing import Any, TypeVar

import msgspec
from django.db.models import BooleanField, Case, Count, F, QuerySet, Sum, TextField, When
from django.db.models.functions import Cast

from compliance.api.exports import Export
from compliance.api.exports.columns import (
    ExportColumn,
    code,
    day,
    fields_of,
    flag,
    mapping,
    moment,
    money,
    number,
    text,
)
from compliance.api.exports.expressions import Among, Utf8, Written
from compliance.api.exports.formats import Row
from compliance.api.exports.selections import feed_items, has_entry, positions, subject_keys
from compliance.db.streaming import streamed
from games.engine.loading import editions
from games.engine.money import dollars
from games.models import Round
from games.rounds.filters import RoundFilters
from games.rounds.stored_settlement import read_settlement

T = TypeVar("T")

LOGGED = ("round.logged",)
VOIDED = ("round.voided",)

_HOUSE_NET = F("staked_cents") - F("pays_cents") - F("returned_cents")

_OF_ROUND = (
    code("facility", "The facility's code.", "CHP", of="facility__code"),
    code("table", "The table's code.", "CHP-04", of="table__code"),
    number("number", "The round's number at its table.", 118),
    day("gaming_day", "The gaming day it was played on.", "2026-03-02"),
    moment("played_at", "When it was played.", "2026-03-02T17:00:00Z", of=Written("played_at")),
    code("dealer", "The dealer's badge.", "CHP-021", of="dealer__badge"),
    code("edition", "The edition it was settled under.", editions()[0]),
    number("revision", "The revision of the edition's rulebook that it was settled under.", 2),
    code("status", "Its status by the rules.", "settled", words=tuple(Round.Status.values)),
)
# Depends on the span of the export.
_VOIDED = flag("voided", "Whether it was voided by the end of the export. A voided round counts for nothing.", False)
_MORE = (
    code("void_reason", "Why it was void by the rules; empty otherwise.", "stub_count"),
    number("shift", "The number of its shift; null if none was on duty.", 12, optional=True, of="shift_id"),
    number("deck", "The number of the deck it was dealt from.", 31, of="deck_id"),
    code("deck_position", "The deck's position at the table at the time.", "A", of="position"),
    number("offer", "The number of the offer it was settled under.", 3, of="offer_id"),
    code("method", "How the cards were dealt.", "manual_shoe"),
    moment("logged_at", "When it was logged.", "2026-03-02T17:00:40Z", of=Written("logged_at")),
    code("logged_by", "Badge of the person who logged it.", "CHP-001", of="logged_by__badge"),
    flag("count_due", "Whether a stub count was due. If the round is void, the next one owes it.", True),
    number("stub", "The count of the stub, if it was counted.", 37, optional=True),
    flag("misdealt", "Whether cards were found misdealt.", False),
    flag("deck_removed", "Whether the deck failed the count.", False),
    code(
        "irregularities",
        "Those after which it went on, with spaces.",
        "card_exposed",
        of=Cast("irregularities", TextField()),
    ),
    number("failed_device", "The number of the device that failed.", 5, optional=True, of="failed_device_id"),
    number("seats", "How many seats were dealt in.", 4),
    number("spins", "How many of them spun the wheel.", 0),
    money("staked", "The total wagered.", "100.00", of="staked_cents"),
    money("pays", "The total won, after the payout limit.", "75.00", of="pays_cents"),
    money("returned", "The total of stakes given back.", "50.00", of="returned_cents"),
    money("house_net", "What the house won; negative if it lost.", "-25.00", of=_HOUSE_NET),
    money("limit_cut", "The amount cut by the payout limit.", "0.00", of="limit_cut_cents"),
    money("largest_pays", "The largest payout to one seat.", "50.00", of="largest_pays_cents"),
    money("jackpot", "The top prize, if the wheel hit it.", "25000.00", optional=True, of="jackpot_cents"),
    text("breach_reason", "Why it was logged with a violation; empty otherwise.", "The players were waiting"),
    code(
        "signed_by", "Badge of who signed for the violation.", "CHP-002", optional=True, of="signature__signer__badge"
    ),
    number("replaces", "The `id` of the voided round it corrects.", 4700, optional=True, of="replaces_id"),
)
_ROUND = (number("id", "The round's number in this installation.", 4711), *_OF_ROUND, _VOIDED, *_MORE)
_OBJECTS = (
    mapping("input", "The round as entered, in the round format.", {"community": {"left": "Qs"}}),
    mapping("settlement", "Its settlement, in the round format.", {"status": "settled", "order": [3]}),
)


class OfRounds(Export):
    """Base of the exports of rounds, each placed at the journal entry of its logging."""

    tag = "rounds"
    filters = RoundFilters.only("table", "gaming_day_from", "gaming_day_to")

    def things(self) -> QuerySet[Any]:
        return Round.objects.all()

    def rounds(self, make: Callable[[int, Row], T], after: int, until: int, *more: Any) -> list[T]:
        """Return what `make` makes of the rounds between two feed positions and their positions, in feed order."""
        places = positions(feed_items(self.facilities, after, until, LOGGED))
        rows = self.asked.filter(Among(places)).order_by()
        rows = rows.values_list("pk", *fields_of(_OF_ROUND), self.voided(), *more)
        made = {places[row[0]]: make(places[row[0]], row) for row in streamed(rows)}
        return [made[place] for place in sorted(made)]

    def voided(self) -> Case:
        """Return whether a round was voided by the end of the export, which only those voided by now can be."""
        by_the_end = has_entry("round", VOIDED, self.span.until)
        return Case(When(voiding=None, then=False), default=by_the_end, output_field=BooleanField())

    def logged(self, after: int, until: int) -> QuerySet[Round]:
        """Return the rounds between two feed positions as a queryset, for totals."""
        return self.asked.filter(
            pk__in=subject_keys(feed_items(self.facilities, after, until, LOGGED), "round", LOGGED)
        )


class ExportRounds(OfRounds):
    record, plural = "round", "rounds"
    says = "Every round of your facilities, in feed order; `voided` is the state at the end of the export."
    columns = _ROUND
    sums = (
        number("rounds", "The number of rounds in the whole export, including voided ones.", 2),
        number("voided_rounds", "The number of voided rounds among them.", 1),
        *(
            column(name, f"The sum of the column `{name}` over the whole export.", example)
            for column, name, example in (
                (number, "seats", 9),
                (money, "staked", "180.00"),
                (money, "pays", "75.00"),
                (money, "returned", "130.00"),
                (money, "house_net", "-25.00"),
                (money, "limit_cut", "0.00"),
            )
        ),
    )

    def all_columns(self) -> tuple[ExportColumn, ...]:
        return (*super().all_columns(), *(_OBJECTS if self.form.of_objects else ()))

    def lines(self, after: int, until: int) -> Sequence[Row]:
        more = (Utf8("input"), Utf8("settlement")) if self.form.of_objects else ()
        return self.rounds(_line, after, until, *fields_of(_MORE), *more)

    def sum_up(self, after: int, until: int) -> dict[str, int]:
        found = self.logged(after, until).aggregate(
            rounds=Count("pk"),
            voided_rounds=Count("pk", filter=self.voided()),
            seats=_sum("seats"),
            staked=_sum("staked_cents"),
            pays=_sum("pays_cents"),
            returned=_sum("returned_cents"),
            house_net=_sum(_HOUSE_NET),
            limit_cut=_sum("limit_cut_cents"),
        )
        return {name: int(value) for name, value in found.items()}


def _sum(of: Any) -> Sum:
    return Sum(of, default=0)


# Where a line differs from the row it is made of.
_PLACES = {column.name: place for place, column in enumerate(_ROUND)}
_IRREGULARITIES, _MONEY, _JACKPOT = _PLACES["irregularities"], _PLACES["staked"], _PLACES["jackpot"]


def _line(place: int, row: Row) -> Row:
    names, jackpot = row[_IRREGULARITIES], row[_JACKPOT]
    return (
        "round",
        str(place),
        *row[:_IRREGULARITIES],
        "" if names == "[]" else " ".join(msgspec.json.decode(names)),
        *row[_IRREGULARITIES + 1 : _MONEY],
        *map(dollars, row[_MONEY:_JACKPOT]),
        None if jackpot is None else dollars(jackpot),
        *row[_JACKPOT + 1 : len(_ROUND)],
        *map(msgspec.Raw, row[len(_ROUND) :]),
    )


# ── Wagers


class ExportWagers(OfRounds):
    record, plural = "wager", "wagers"
    says = (
        "Every settled wager of your facilities' rounds, in feed order. The amount that a payout limit cut from a seat "
        "is a separate line with the wager `payout_limit`, so that the lines of a seat add up to its payout."
    )
    columns = (
        number("round", "The round's number in this installation.", 4711),
        *_OF_ROUND,
        _VOIDED,
        number("seat", "The seat, from 1 (farthest to the dealer's left).", 3),
        code("wager", "The wager's name.", "ante_across"),
        money("stake", "The amount wagered.", "5.00"),
        code("outcome", "The outcome.", "win", words=("win", "push", "lose", "fold", "forfeit", "void", "cut")),
        code("odds", "The odds of a win.", "3:1", optional=True),
        money("pays", "The amount won.", "15.00"),
        money("returned", "The part of the stake given back.", "5.00"),
        money("net", "What the player won; negative for a loss.", "15.00"),
        text("cite", "The paragraph that decided it.", "MD Ch. 11 §I(3)"),
    )
    sums = (
        number("rounds", "The number of rounds in the whole export.", 2),
        *(
            money(name, f"The sum of the column `{name}` over the whole export.", example)
            for name, example in (("stake", "180.00"), ("pays", "75.00"), ("returned", "130.00"), ("net", "25.00"))
        ),
    )
    # Each round has many.
    at_once = 400
    parts = True

    def lines(self, after: int, until: int) -> Sequence[Row]:
        return list(chain.from_iterable(self.rounds(_lines, after, until, Utf8("settlement"))))

    def sum_up(self, after: int, until: int) -> dict[str, int]:
        net = F("pays_cents") + F("returned_cents") - F("staked_cents")
        found = self.logged(after, until).aggregate(
            rounds=Count("pk"),
            stake=_sum("staked_cents"),
            pays=_sum("pays_cents"),
            returned=_sum("returned_cents"),
            net=_sum(net),
        )
        return {name: int(value) for name, value in found.items()}


def _lines(place: int, row: Row) -> list[Row]:
    """Return the wagers of a round, and the payout-limit cuts of its seats."""
    *of_round, settlement = row
    rows = (each for seat in read_settlement(settlement).seats for each in seat.rows())
    return [("wager", f"{place}_{part}", *of_round, *each) for part, each in enumerate(rows, start=1)]
