"""Write rounds directly, hour by hour; the services would take a day for a million.

Each round and its journal entry are copies of ones that the service logged. The totals are computed from the same
rounds, so that they agree.
"""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from django.db import connection
from django.db.models import Model

from compliance.facilities.gaming_day import gaming_day
from compliance.models import Entry, Facility
from games.models import Round
from games.totals.services import FIGURES, stored_deltas
from tables.models import Shift

# Rounds per table and hour.
PACE = 20

# In each third of an hour, reliefs deal at a third of the tables while their dealers are on a break.
_DEALER = "CASE WHEN slot.n / 7 = place.n % 3 THEN place.relief_id ELSE place.dealer_id END"
_DEALT = "bench_slot slot CROSS JOIN bench_place place"
_SUMS = ", ".join(f"SUM(line.{name})" for name in FIGURES)
_FIGURES = ", ".join(FIGURES)
_HASH = {
    "postgresql": "encode(sha256(convert_to(round.id::text, 'UTF8')), 'hex')",
    "sqlite": "lower(hex(randomblob(32)))",
}


class Place(NamedTuple):
    """Hold a table, its dealer in a shift, the relief, and who logs."""

    n: int
    table_id: int
    stream_id: int
    deck_id: int
    dealer_id: int
    relief_id: int
    floorperson_id: int


class Dealing:
    """Deal at many tables, one hour at a time. `samples` are the rounds to copy."""

    def __init__(self, facility: Facility, samples: Sequence[Round]) -> None:
        self.facility, self.samples = facility, samples
        self.hours = 0
        figures = ", ".join(f"{name} bigint" for name in FIGURES)
        places = ", ".join(f"{name} bigint" for name in Place._fields)
        for table, columns in {
            "bench_slot": "n bigint, at timestamptz, hour timestamptz, gaming_day date, shift_id bigint, seed bigint",
            "bench_place": places,
            "bench_sample": "n bigint, round_id bigint, entry_id bigint",
            "bench_line": f"sample bigint, wager text, {figures}",
        }.items():
            execute(f"CREATE TEMPORARY TABLE {table} ({columns})")
        _write("bench_sample", [(n, each.pk, _entry_of(each)) for n, each in enumerate(samples)])
        for n, each in enumerate(samples):
            lines = stored_deltas(each).items()
            _write("bench_line", [(n, key.wager, *(int(line[name]) for name in FIGURES)) for key, line in lines])
        self._sample = f"(slot.n * 7 + place.n * 3 + slot.seed) % {len(samples)}"

    def man(self, places: Sequence[Place]) -> None:
        """Set who deals where from now on."""
        _write("bench_place", places, anew=True)

    def deal(self, hour: datetime, shift: Shift, seed: int) -> None:
        """Deal an hour at every table, and journal it."""
        ops, day = connection.ops, gaming_day(self.facility, hour)
        moments = [ops.adapt_datetimefield_value(hour + timedelta(minutes=3 * n)) for n in range(PACE)]
        of = (moments[0], ops.adapt_datefield_value(day), shift.pk, seed)
        _write("bench_slot", [(n, at, *of) for n, at in enumerate(moments)], anew=True)
        last = Round.objects.order_by("-pk").values_list("pk", flat=True)[0]
        self._rounds()
        self._entries(last)
        self._totals()
        self.hours += 1

    def _rounds(self) -> None:
        other = {
            "table_id": "place.table_id",
            "number": f"slot.n + 1 + {self.hours * PACE}",
            "deck_id": "place.deck_id",
            "dealer_id": _DEALER,
            "gaming_day": "slot.gaming_day",
            "shift_id": "slot.shift_id",
            "played_at": "slot.at",
            "logged_at": "slot.at",
            "logged_by_id": "place.floorperson_id",
        }
        execute(
            f"{_copying(Round, other)} FROM {_DEALT} "
            f"JOIN bench_sample copied ON copied.n = {self._sample} "
            "JOIN games_round sample ON sample.id = copied.round_id ORDER BY slot.n, place.n"
        )

    def _entries(self, last: int) -> None:
        other = {
            "stream_id": "place.stream_id",
            "sequence": "round.number",
            "subject": "'round:' || round.id",
            "actor_id": "round.logged_by_id",
            "at": "round.played_at",
            "recorded_at": "round.logged_at",
            "hash": _HASH[connection.vendor],
        }
        execute(
            f"{_copying(Entry, other)} FROM games_round round "
            "JOIN bench_place place ON place.table_id = round.table_id "
            f"JOIN bench_slot slot ON slot.n = round.number - 1 - {self.hours * PACE} "
            f"JOIN bench_sample copied ON copied.n = {self._sample} "
            f"JOIN compliance_entry sample ON sample.id = copied.entry_id WHERE round.id > {last} ORDER BY round.id"
        )

    def _totals(self) -> None:
        of = "facility_id, table_id, hour, gaming_day, shift, dealer_id, edition, wager"
        edition, facility = self.samples[0].edition, self.facility.pk
        execute(
            f"INSERT INTO games_hourlytotal ({of}, {_FIGURES}) "
            f"SELECT {facility}, place.table_id, slot.hour, slot.gaming_day, slot.shift_id, {_DEALER} AS dealt_by, "
            f"'{edition}', line.wager, {_SUMS} FROM {_DEALT} JOIN bench_line line ON line.sample = {self._sample} "
            "GROUP BY place.table_id, slot.hour, slot.gaming_day, slot.shift_id, dealt_by, line.wager"
        )
        added = ", ".join(f"{name} = games_daytotal.{name} + excluded.{name}" for name in FIGURES)
        execute(
            f"INSERT INTO games_daytotal (facility_id, table_id, gaming_day, edition, {_FIGURES}) "
            f"SELECT {facility}, place.table_id, slot.gaming_day, '{edition}', {_SUMS} "
            f"FROM {_DEALT} JOIN bench_line line ON line.sample = {self._sample} AND line.wager = '' "
            "WHERE true GROUP BY place.table_id, slot.gaming_day "
            f"ON CONFLICT (table_id, gaming_day, edition) DO UPDATE SET {added}"
        )


def _copying(model: type[Model], other: dict[str, str]) -> str:
    """Return the start of a statement that copies samples, with other values in some columns."""
    columns = [str(field.column) for field in model._meta.concrete_fields if not field.primary_key]
    values = ", ".join(other.get(column, f"sample.{column}") for column in columns)
    return f"INSERT INTO {model._meta.db_table} ({', '.join(columns)}) SELECT {values}"


def _entry_of(round_: Round) -> int:
    return Entry.objects.get(subject=round_.subject_key, action="round.logged").pk


def execute(statement: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(statement)


def _write(table: str, rows: Sequence[tuple[Any, ...]], *, anew: bool = False) -> None:
    is_postgresql = connection.vendor == "postgresql"
    with connection.cursor() as cursor:
        if anew:
            cursor.execute(f"TRUNCATE {table}" if is_postgresql else f"DELETE FROM {table}")
        cursor.executemany(f"INSERT INTO {table} VALUES ({', '.join(['%s'] * len(rows[0]))})", rows)
        if is_postgresql:
            cursor.execute(f"ANALYZE {table}")
