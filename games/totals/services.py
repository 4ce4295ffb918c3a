"""Totals by hour and by day: added to when a round is logged, reduced when it is voided, and recalculated to
verify them."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from datetime import UTC, datetime
from functools import cache
from typing import Any, NamedTuple
from zoneinfo import ZoneInfo

import msgspec
from django.db import connection

from compliance.db.write_batch import WriteBatch
from compliance.models import Facility
from games.engine.money import signed_cents
from games.engine.settlement.result import Settlement
from games.models import DayTotal, HourlyTotal, Round

COUNTED = ("rounds", "voids", "counts", "breaches", "seats", "wagers")
SUMMED = ("staked_cents", "pays_cents", "returned_cents", "limit_cut_cents")
# Only in the totals of all wagers.
OF_ROUNDS = ("counts_due", "counts_wrong", "limit_cuts", "spins", "jackpots", "jackpot_cents", "struck")
FIGURES = (*COUNTED, *SUMMED, *OF_ROUNDS)

_encode = msgspec.json.Encoder().encode

# By name; a figure that is not there is 0.
Figures = Counter[str]


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
    kinds: dict[str, Figures] = {}
    for seat in settlement.seats:
        for name, wager in seat.wagers.items():
            figures = kinds.get(name)
            if figures is None:
                figures = kinds[name] = Counter()
            figures["wagers"] += 1
            figures["staked_cents"] += wager.stake_cents
            figures["pays_cents"] += wager.pays_cents
            figures["returned_cents"] += wager.returned_cents
    whole = _of_round(round_) | {
        "voids": round_.status == Round.Status.VOID,
        "wagers": sum(figures["wagers"] for figures in kinds.values()),
        "staked_cents": round_.staked_cents,
        "pays_cents": round_.pays_cents,
        "returned_cents": round_.returned_cents,
        "limit_cut_cents": round_.limit_cut_cents,
    }
    return {_key(round_, hour, wager): figures for wager, figures in {"": Counter(whole), **kinds}.items()}


def _of_round(round_: Round) -> dict[str, int]:
    """Return the figures in a round's columns that its settlement does not have."""
    return {
        "rounds": 1,
        "counts": round_.counted,
        "breaches": round_.in_breach,
        "seats": round_.seats,
        "counts_due": round_.count_due and not round_.passes_count_on,
        "counts_wrong": round_.counted and (round_.misdealt or round_.deck_removed),
        "limit_cuts": round_.limit_cut_cents > 0,
        "spins": round_.spins,
        "jackpots": round_.jackpot_cents is not None,
        "jackpot_cents": round_.jackpot_cents or 0,
    }


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


def add(batch: WriteBatch, deltas: Deltas) -> None:
    """Add to the totals; negative figures reduce them."""
    _add(batch, "games_hourlytotal", ("table_id", "hour", "shift", "dealer_id", "edition", "wager"), deltas)
    _add(batch, "games_daytotal", ("table_id", "gaming_day", "edition"), by_day(deltas))


def _add(batch: WriteBatch, table: str, unique: tuple[str, ...], deltas: Mapping[Any, Figures]) -> None:
    """Add to the rows with these keys, always in key order, so that no two transactions deadlock."""
    if not deltas:
        return
    keys = sorted(deltas)
    rows = [[*_stored(key), *_listed(deltas[key])] for key in keys]
    batch.add(_adding(table, keys[0]._fields, unique), [_encode(rows).decode()])


def _stored(key: TotalsKey | DayKey) -> list[Any]:
    """Return a key as the database stores it."""
    store = connection.ops.adapt_datetimefield_value
    return [store(each) if isinstance(each, datetime) else each for each in key]


@cache
def _adding(table: str, key: tuple[str, ...], unique: tuple[str, ...]) -> str:
    """Return the statement that adds rows, given as JSON: so it is the same for any number of rows."""
    types, each_row = {"hour": "text", "gaming_day": "text", "edition": "text", "wager": "text"}, "json_each(%s)"
    if connection.vendor == "postgresql":
        types |= {"hour": "timestamptz", "gaming_day": "date"}
        each_row = "jsonb_array_elements(%s::jsonb)"
    names = (*key, *FIGURES)
    values = ", ".join(
        f"CAST(row.value ->> {place} AS {types.get(name, 'bigint')})" for place, name in enumerate(names)
    )
    sums = ", ".join(f"{name} = {table}.{name} + excluded.{name}" for name in FIGURES)
    columns = ", ".join(names)
    return (
        f"INSERT INTO {table} ({columns}) SELECT {values} FROM {each_row} AS row{{guard}} WHERE true "  # noqa: S608
        f"ON CONFLICT ({', '.join(unique)}) DO UPDATE SET {sums}"
    )


def merged(several: Iterable[Deltas]) -> Deltas:
    """Return the sum of several rounds' deltas."""
    total: Deltas = {}
    for deltas in several:
        _into(total, deltas)
    return total


def _into(total: Any, deltas: Any) -> None:
    for key, figures in deltas.items():
        known = total.setdefault(key, figures)
        if known is not figures:
            total[key] = Counter({name: known[name] + figures[name] for name in FIGURES})


# ── From stored rounds, without the engine: to subtract a voided round, and to verify the totals


def stored_deltas(round_: Round) -> Deltas:
    """Return what a stored round added to the totals, from its settlement alone."""
    settled = round_.settled()
    lines: defaultdict[str, Figures] = defaultdict(Counter)
    whole = lines[""]
    whole.update(_of_round(round_) | {"voids": settled["status"] == "void", "seats": len(settled["seats"])})
    for seat in settled["seats"]:
        whole["limit_cut_cents"] += signed_cents(seat["limit_cut"])
        for name, wager in seat["wagers"].items():
            line = lines[name]
            line["wagers"] += 1
            whole["wagers"] += 1
            line["staked_cents"] += signed_cents(wager["stake"])
            line["pays_cents"] += signed_cents(wager["pays"])
            line["returned_cents"] += signed_cents(wager["returned"])
    for name in ("staked", "pays", "returned"):
        whole[f"{name}_cents"] = signed_cents(settled["totals"][name])
    hour = hour_of(round_.facility, round_.played_at)
    return {_key(round_, hour, wager): figures for wager, figures in lines.items()}


def struck_deltas(round_: Round) -> Deltas:
    """Return what a voided round still counts for: one voided round."""
    return {_key(round_, hour_of(round_.facility, round_.played_at), ""): Counter(struck=1)}


def taken_back(round_: Round) -> Deltas:
    """Return what voiding a round adds to the totals."""
    less = {key: Counter({name: -figures[name] for name in FIGURES}) for key, figures in stored_deltas(round_).items()}
    return merged([less, struck_deltas(round_)])


class TotalsDifference(NamedTuple):
    """A total that is not the sum of its rounds."""

    key: TotalsKey | DayKey
    stored: list[int]
    counted: list[int]


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
        stored, found = _listed(vars(total)), _listed(counted.pop(key, {}))
        if stored != found:
            yield TotalsDifference(key, stored, found)
    for key, figures in counted.items():
        yield TotalsDifference(key, nothing, _listed(figures))


def _listed(figures: Mapping[str, int]) -> list[int]:
    return [int(figures.get(name, 0)) for name in FIGURES]
