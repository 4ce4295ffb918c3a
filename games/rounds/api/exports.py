"""Exports of rounds and their wagers, in feed order.

A round never changes, but it may be voided later: `voided` tells its state at the end of the export.
"""

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec
from django.db.models import BooleanField, Case, Count, F, QuerySet, Sum, TextField, When
from django.db.models.functions import Cast

from compliance.api.exports import (
    Among,
    ColumnType,
    Export,
    ExportColumn,
    Row,
    Utf8,
    Written,
    feed_items,
    has_entry,
    positions,
    subject_keys,
)
from games.engine.loading import editions
from games.engine.money import dollars
from games.models import Round
from games.rounds.filters import RoundFilters
from games.rounds.stored_settlement import read_settlement

LOGGED = ("round.logged",)
VOIDED = ("round.voided",)

_OF_ROUND = (
    ExportColumn("facility", ColumnType.CODE, "The facility's code.", "CHP"),
    ExportColumn("table", ColumnType.CODE, "The table's code.", "CHP-04"),
    ExportColumn("number", ColumnType.NUMBER, "The round's number at its table.", 118),
    ExportColumn("gaming_day", ColumnType.DAY, "The gaming day it was played on.", "2026-03-02"),
    ExportColumn("played_at", ColumnType.MOMENT, "When it was played.", "2026-03-02T17:00:00Z"),
    ExportColumn("dealer", ColumnType.CODE, "The dealer's badge.", "CHP-021"),
    ExportColumn("edition", ColumnType.CODE, "The edition it was settled under.", editions()[0]),
    ExportColumn("status", ColumnType.CODE, "Its status by the rules.", "settled", words=tuple(Round.Status.values)),
    ExportColumn(
        "voided",
        ColumnType.FLAG,
        "Whether it was voided by the end of the export. A voided round counts for nothing.",
        False,
    ),
)
_FIELDS = (
    "pk",
    "facility__code",
    "table__code",
    "number",
    "gaming_day",
    Written("played_at"),
    "dealer__badge",
    "edition",
    "status",
)

_ROUND = (
    ExportColumn("id", ColumnType.NUMBER, "The round's number in this installation.", 4711),
    *_OF_ROUND,
    ExportColumn("void_reason", ColumnType.CODE, "Why it was void by the rules; empty otherwise.", "stub_count"),
    ExportColumn("shift", ColumnType.NUMBER, "The number of its shift; null if none was on duty.", 12, optional=True),
    ExportColumn("deck", ColumnType.NUMBER, "The number of the deck it was dealt from.", 31),
    ExportColumn("deck_position", ColumnType.CODE, "The deck's position at the table at the time.", "A"),
    ExportColumn("offer", ColumnType.NUMBER, "The number of the offer it was settled under.", 3),
    ExportColumn("method", ColumnType.CODE, "How the cards were dealt.", "manual_shoe"),
    ExportColumn("logged_at", ColumnType.MOMENT, "When it was logged.", "2026-03-02T17:00:40Z"),
    ExportColumn("logged_by", ColumnType.CODE, "Badge of the person who logged it.", "CHP-001"),
    ExportColumn("count_due", ColumnType.FLAG, "Whether a stub count was due.", True),
    ExportColumn("stub", ColumnType.NUMBER, "The count of the stub, if it was counted.", 37, optional=True),
    ExportColumn("misdealt", ColumnType.FLAG, "Whether cards were found misdealt.", False),
    ExportColumn("deck_removed", ColumnType.FLAG, "Whether the deck failed the count.", False),
    ExportColumn("irregularities", ColumnType.CODE, "Those after which it went on, with spaces.", "card_exposed"),
    ExportColumn("failed_device", ColumnType.NUMBER, "The number of the device that failed.", 5, optional=True),
    ExportColumn("seats", ColumnType.NUMBER, "How many seats were dealt in.", 4),
    ExportColumn("spins", ColumnType.NUMBER, "How many of them spun the wheel.", 0),
    ExportColumn("staked", ColumnType.MONEY, "The total wagered.", "100.00"),
    ExportColumn("pays", ColumnType.MONEY, "The total won, after the payout limit.", "75.00"),
    ExportColumn("returned", ColumnType.MONEY, "The total of stakes given back.", "50.00"),
    ExportColumn("house_net", ColumnType.MONEY, "What the house won; negative if it lost.", "-25.00"),
    ExportColumn("limit_cut", ColumnType.MONEY, "The amount cut by the payout limit.", "0.00"),
    ExportColumn("largest_pays", ColumnType.MONEY, "The largest payout to one seat.", "50.00"),
    ExportColumn("jackpot", ColumnType.MONEY, "The top prize, if the wheel hit it.", "25000.00", optional=True),
    ExportColumn(
        "breach_reason",
        ColumnType.TEXT,
        "Why it was logged with a violation; empty otherwise.",
        "The players were waiting",
    ),
    ExportColumn("signed_by", ColumnType.CODE, "Badge of who signed for the violation.", "CHP-002", optional=True),
    ExportColumn("replaces", ColumnType.NUMBER, "The `id` of the voided round it corrects.", 4700, optional=True),
)
_OBJECTS = (
    ExportColumn(
        "input", ColumnType.OBJECT, "The round as entered, in the round format.", {"community": {"left": "Qs"}}
    ),
    ExportColumn(
        "settlement", ColumnType.OBJECT, "Its settlement, in the round format.", {"status": "settled", "order": [3]}
    ),
)
_NAMES = Cast("irregularities", TextField())
_HOUSE_NET = F("staked_cents") - F("pays_cents") - F("returned_cents")
_MORE = (
    "void_reason",
    "shift_id",
    "deck_id",
    "position",
    "offer_id",
    "method",
    Written("logged_at"),
    "logged_by__badge",
    "count_due",
    "stub",
    "misdealt",
    "deck_removed",
    _NAMES,
    "failed_device_id",
    "seats",
    "spins",
    "staked_cents",
    "pays_cents",
    "returned_cents",
    _HOUSE_NET,
    "limit_cut_cents",
    "largest_pays_cents",
    "jackpot_cents",
    "breach_reason",
    "signature__signer__badge",
    "replaces_id",
)


class OfRounds(Export):
    """Base of the exports of rounds, each placed at the journal entry of its logging."""

    tag = "rounds"
    filters = RoundFilters.only("table", "gaming_day_from", "gaming_day_to")

    def things(self) -> QuerySet[Any]:
        return Round.objects.all()

    def rounds(self, after: int, until: int, *more: Any) -> list[tuple[int, Row]]:
        """Return the rounds between two feed positions, each with its position."""
        places = positions(feed_items(self.facilities, after, until, LOGGED))
        rows = self.asked.filter(Among(places)).order_by().values_list(*_FIELDS, self.voided(), *more)
        return sorted((places[row[0]], row) for row in rows)

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
        ExportColumn(
            "rounds", ColumnType.NUMBER, "The number of rounds in the whole export, including voided ones.", 2
        ),
        ExportColumn("voided_rounds", ColumnType.NUMBER, "The number of voided rounds among them.", 1),
        *(
            ExportColumn(name, kind, f"The sum of the column `{name}` over the whole export.", example)
            for name, kind, example in (
                ("seats", ColumnType.NUMBER, 9),
                ("staked", ColumnType.MONEY, "180.00"),
                ("pays", ColumnType.MONEY, "75.00"),
                ("returned", ColumnType.MONEY, "130.00"),
                ("house_net", ColumnType.MONEY, "-25.00"),
                ("limit_cut", ColumnType.MONEY, "0.00"),
            )
        ),
    )

    def all_columns(self) -> tuple[ExportColumn, ...]:
        return (*super().all_columns(), *(_OBJECTS if self.form.of_objects else ()))

    def lines(self, after: int, until: int) -> Sequence[Row]:
        more = (Utf8("input"), Utf8("settlement")) if self.form.of_objects else ()
        return [_line(*found) for found in self.rounds(after, until, *_MORE, *more)]

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


# Where a line differs from the row it is made of, which begins with the fields and `voided`.
_IRREGULARITIES, _MONEY, _JACKPOT = (
    len(_FIELDS) + 1 + _MORE.index(each) for each in (_NAMES, "staked_cents", "jackpot_cents")
)
_JSON = len(_FIELDS) + 1 + len(_MORE)


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
        *row[_JACKPOT + 1 : _JSON],
        *map(msgspec.Raw, row[_JSON:]),
    )


# ── Wagers


class ExportWagers(OfRounds):
    record, plural = "wager", "wagers"
    says = (
        "Every settled wager of your facilities' rounds, in feed order. The amount that a payout limit cut from a seat "
        "is a separate line with the wager `payout_limit`, so that the lines of a seat add up to its payout."
    )
    columns = (
        ExportColumn("round", ColumnType.NUMBER, "The round's number in this installation.", 4711),
        *_OF_ROUND,
        ExportColumn("seat", ColumnType.NUMBER, "The seat, 1 (farthest to the dealer's left) to 6.", 3),
        ExportColumn("wager", ColumnType.CODE, "The wager's name.", "ante_across"),
        ExportColumn("stake", ColumnType.MONEY, "The amount wagered.", "5.00"),
        ExportColumn(
            "outcome",
            ColumnType.CODE,
            "The outcome.",
            "win",
            words=("win", "push", "lose", "fold", "forfeit", "void", "cut"),
        ),
        ExportColumn("odds", ColumnType.CODE, "The odds of a win.", "3:1", optional=True),
        ExportColumn("pays", ColumnType.MONEY, "The amount won.", "15.00"),
        ExportColumn("returned", ColumnType.MONEY, "The part of the stake given back.", "5.00"),
        ExportColumn("net", ColumnType.MONEY, "What the player won; negative for a loss.", "15.00"),
        ExportColumn("cite", ColumnType.TEXT, "The paragraph that decided it.", "MD Ch. 11 §I(3)"),
    )
    sums = (
        ExportColumn("rounds", ColumnType.NUMBER, "The number of rounds in the whole export.", 2),
        *(
            ExportColumn(name, ColumnType.MONEY, f"The sum of the column `{name}` over the whole export.", example)
            for name, example in (("stake", "180.00"), ("pays", "75.00"), ("returned", "130.00"), ("net", "25.00"))
        ),
    )
    # Each round has many.
    at_once = 400
    parts = True

    def lines(self, after: int, until: int) -> Sequence[Row]:
        return [line for found in self.rounds(after, until, Utf8("settlement")) for line in _lines(*found)]

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


def _lines(place: int, row: Row) -> Iterator[Row]:
    """Yield the wagers of a round, and the payout-limit cuts of its seats."""
    *of_round, settlement = row
    rows = (each for seat in read_settlement(settlement).seats for each in seat.rows())
    for part, each in enumerate(rows, start=1):
        yield "wager", f"{place}_{part}", *of_round, *each
