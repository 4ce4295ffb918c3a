"""Totals by hour and by day: added to when a round is logged, reduced when it is voided, and recalculated to
verify them."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from datetime import UTC, date, datetime
from functools import cache
from itertools import chain
from typing import Any, NamedTuple
from zoneinfo import ZoneInfo

import msgspec

from compliance.db.write_batch import Statement, WriteBatch, stored_moment, takes_one_statement
from compliance.models import Facility
from games.engine.money import signed_cents
from games.engine.settlement.result import Settlement
from games.models import DayTotal, HourlyTotal, Round

COUNTED = ("rounds", "voids", "counts", "breaches", "seats", "wagers")
SUMMED = ("staked_cents", "pays_cents", "returned_cents", "limit_cut_cents")
# Only in the totals of all wagers.
OF_ROUNDS = ("counts_due", "counts_wrong", "limit_cuts", "spins", "jackpots", "jackpot_cents", "struck")
FIGURES = (*COUNTED, *SUMMED, *OF_ROUNDS)

Figures = list[int]

_encode = msgspec.json.Encoder().encode


class TotalsKey(NamedTuple):
    """The key of an hourly total. `wager` is empty for all wagers together."""

    facility_id: int
    table_id: int
    hour: datetime
    gaming_day: Any
    shift: int
    dealer_id: int
    edition: str
    wager: str

    @property
    def when(self) -> str:
        return f"{self.hour:%Y-%m-%d %H:%M} {self.wager or 'all wagers'}"


class DayKey(NamedTuple):
    """The key of a daily total."""

    facility_id: int
    table_id: int
    gaming_day: Any
    edition: str

    @property
    def when(self) -> str:
        return f"gaming day {self.gaming_day}"


Deltas = dict[TotalsKey, Figures]
DayDeltas = dict[DayKey, Figures]


def hour_of(facility: Facility, at: datetime) -> datetime:
    """Return the start of the hour by the facility's clock, because gaming days start on a local hour."""
    return at.astimezone(ZoneInfo(facility.time_zone)).replace(minute=0, second=0, microsecond=0).astimezone(UTC)


def deltas_of(round_: Round, settlement: Settlement, hour: datetime) -> Deltas:
    """Return what a round adds to the totals: one row for all wagers, one for each kind of wager."""
    counts = [1, round_.status == Round.Status.VOID, round_.counted, round_.in_breach, round_.seats]
    kinds: dict[str, Figures] = {}
    for seat in settlement.seats:
        for name, wager in seat.wagers.items():
            figures = kinds.get(name)
            if figures is None:
                figures = kinds[name] = [0] * len(FIGURES)
            figures[5] += 1
            figures[6] += wager.stake_cents
            figures[7] += wager.pays_cents
            figures[8] += wager.returned_cents
    wagers = sum(figures[5] for figures in kinds.values())
    sums = [round_.staked_cents, round_.pays_cents, round_.returned_cents, round_.limit_cut_cents]
    lines = {"": [*map(int, counts), wagers, *sums, *_of_round(round_)], **kinds}
    return {_key(round_, hour, wager): figures for wager, figures in lines.items()}


def _of_round(round_: Round) -> Figures:
    """Return the figures in a round's columns; a voided round has only its number."""
    wrong = round_.counted and (round_.misdealt or round_.deck_removed)
    cut, jackpot = round_.limit_cut_cents > 0, round_.jackpot_cents is not None
    return [int(round_.count_due), int(wrong), int(cut), round_.spins, int(jackpot), round_.jackpot_cents or 0, 0]


def _key(round_: Round, hour: datetime, wager: str) -> TotalsKey:
    return TotalsKey(
        round_.facility_id,
        round_.table_id,
        hour,
        round_.gaming_day,
        round_.shift_id or 0,
        round_.dealer_id,
        round_.edition,
        wager,
    )


def by_day(deltas: Deltas) -> DayDeltas:
    """Return the same by day, for all wagers together."""
    days: DayDeltas = {}
    for key, figures in deltas.items():
        if not key.wager:
            _into(days, {DayKey(key.facility_id, key.table_id, key.gaming_day, key.edition): figures})
    return days


# How many rows fit into one SQLite statement, which has a limited number of values.
MOST_LINES = 256
_TYPES = {"hour": "timestamptz", "gaming_day": "date", "edition": "text", "wager": "text"}


class _Adding:
    """The statements that add rows to a table of totals."""

    def __init__(self, table: str, of: tuple[str, ...], conflict: tuple[str, ...]) -> None:
        self.columns = columns = (*of, *FIGURES)
        typed = ", ".join(f"{name} {_TYPES.get(name, 'int8')}" for name in columns)
        sums = ", ".join(f"{name} = {table}.{name} + excluded.{name}" for name in FIGURES)
        insert = f"INSERT INTO {table} ({', '.join(columns)})"
        adding = f"ON CONFLICT ({', '.join(conflict)}) DO UPDATE SET {sums}"
        # All rows are one JSON value: otherwise PostgreSQL would plan a new statement for every number of rows.
        lines = f"SELECT line.* FROM jsonb_to_recordset(%s::jsonb) AS line ({typed}){{}} WHERE true"  # noqa: S608
        self.as_json = f"{insert} {lines} {adding}"
        places = f"({', '.join(['%s'] * len(columns))})"
        # SQLite reads separate values faster than JSON.
        self.as_values = cache(lambda many: f"{insert} VALUES {', '.join([places] * many)} {adding}")

    def parts(self, deltas: Mapping[Any, Figures]) -> Iterator[Statement]:
        """Yield the statements that add these, always in key order, so that no two transactions deadlock."""
        keys = sorted(deltas)
        if takes_one_statement():
            named = [dict(zip(self.columns, (*key, *deltas[key]), strict=True)) for key in keys]
            yield Statement(self.as_json, [_encode(named).decode()])
            return
        for place in range(0, len(keys), MOST_LINES):
            some = keys[place : place + MOST_LINES]
            values = [value for key in some for value in (*map(_stored, key), *deltas[key])]
            yield Statement(self.as_values(len(some)), values)


def _stored(value: Any) -> Any:
    """Return a part of a key as Django stores it in SQLite."""
    if isinstance(value, datetime):
        return stored_moment(value)
    return value.isoformat() if isinstance(value, date) else value


_HOURS = _Adding("games_hourlytotal", TotalsKey._fields, ("table_id", "hour", "shift", "dealer_id", "edition", "wager"))
_DAYS = _Adding("games_daytotal", DayKey._fields, ("table_id", "gaming_day", "edition"))


def add(batch: WriteBatch, deltas: Deltas) -> None:
    """Add to the totals; negative figures reduce them."""
    for part in chain(_HOURS.parts(deltas), _DAYS.parts(by_day(deltas))):
        batch.add(part)


def merged(several: Iterable[Deltas]) -> Deltas:
    """Return the sum of several rounds' deltas."""
    total: Deltas = {}
    for deltas in several:
        _into(total, deltas)
    return total


def _into(total: Any, deltas: Any) -> None:
    for key, figures in deltas.items():
        known = total.get(key)
        total[key] = figures if known is None else [a + b for a, b in zip(known, figures, strict=True)]


# ── From stored rounds, without the engine: to subtract a voided round, and to verify the totals

_STRUCK = [0] * (len(FIGURES) - 1) + [1]


def stored_deltas(round_: Round) -> Deltas:
    """Return what a stored round added to the totals, from its settlement alone."""
    settled = round_.settled()
    lines: defaultdict[str, Figures] = defaultdict(lambda: [0] * len(FIGURES))
    lines[""][:5] = [1, settled["status"] == "void", round_.counted, round_.in_breach, len(settled["seats"])]
    for seat in settled["seats"]:
        lines[""][9] += signed_cents(seat["limit_cut"])
        for name, wager in seat["wagers"].items():
            amounts = [signed_cents(wager[field]) for field in ("stake", "pays", "returned")]
            for line in (lines[name], lines[""]):
                line[5] += 1
            for place, amount in enumerate(amounts, start=6):
                lines[name][place] += amount
    totals = settled["totals"]
    lines[""][6:9] = [signed_cents(totals[field]) for field in ("staked", "pays", "returned")]
    lines[""][:5] = map(int, lines[""][:5])
    lines[""][10:] = _of_round(round_)
    hour = hour_of(round_.facility, round_.played_at)
    return {_key(round_, hour, wager): figures for wager, figures in lines.items()}


def struck_deltas(round_: Round) -> Deltas:
    """Return what a voided round still counts for: one voided round."""
    return {_key(round_, hour_of(round_.facility, round_.played_at), ""): list(_STRUCK)}


def taken_back(round_: Round) -> Deltas:
    """Return what voiding a round adds to the totals."""
    less = {key: [-figure for figure in figures] for key, figures in stored_deltas(round_).items()}
    return merged([less, struck_deltas(round_)])


class TotalsDifference(NamedTuple):
    """A total that is not the sum of its rounds."""

    key: TotalsKey | DayKey
    stored: Figures
    counted: Figures


def differences(looked_at: Any = lambda rounds: None) -> Iterator[TotalsDifference]:
    """Yield every total that is not the sum of its rounds. Reads all rounds once."""
    counted: Deltas = {}
    rounds = Round.objects.select_related("facility", "voiding").order_by("pk")
    place = 0
    for place, round_ in enumerate(rounds.iterator(chunk_size=500), start=1):
        _into(counted, struck_deltas(round_) if round_.is_voided else stored_deltas(round_))
        if place % 500 == 0:
            looked_at(500)
    looked_at(place % 500)
    days = by_day(counted)
    yield from _compared(HourlyTotal, TotalsKey, counted)
    yield from _compared(DayTotal, DayKey, days)


def _compared(model: Any, kind: type[TotalsKey] | type[DayKey], counted: Any) -> Iterator[TotalsDifference]:
    nothing = [0] * len(FIGURES)
    for total in model.objects.order_by("pk").iterator(chunk_size=2000):
        key = kind(*(getattr(total, name) for name in kind._fields))
        stored = [getattr(total, name) for name in FIGURES]
        found = counted.pop(key, nothing)
        if stored != found:
            yield TotalsDifference(key, stored, found)
    for key, found in counted.items():
        yield TotalsDifference(key, nothing, found)
