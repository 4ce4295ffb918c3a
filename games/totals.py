"""Totals by the hour: added to when a round is logged, taken from when it is voided, and counted anew to prove them."""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from typing import Any, NamedTuple
from zoneinfo import ZoneInfo

import msgspec
from django.db import connection

from compliance.models import Facility
from compliance.prepared import Part, Writing
from games.engine.money import signed_cents
from games.engine.settlement import Settlement

from .models import HourlyTotal, Round

COUNTED = ("rounds", "voids", "counts", "breaches", "seats", "wagers")
SUMMED = ("staked_cents", "pays_cents", "returned_cents", "limit_cut_cents")
FIGURES = (*COUNTED, *SUMMED)

Figures = list[int]

_encode = msgspec.json.Encoder().encode


class Key(NamedTuple):
    """Of what a total is one. `wager` is empty for all wagers together."""

    facility_id: int
    table_id: int
    hour: datetime
    gaming_day: Any
    dealer_id: int
    edition: str
    wager: str


Deltas = dict[Key, Figures]


def hour_of(facility: Facility, at: datetime) -> datetime:
    """Return when the hour of an instant began by the facility's clock: gaming days begin with one, wherever it is."""
    return at.astimezone(ZoneInfo(facility.time_zone)).replace(minute=0, second=0, microsecond=0).astimezone(UTC)


def deltas_of(round_: Round, settlement: Settlement, hour: datetime) -> Deltas:
    """Return what a round adds to the totals: one line for all of it, one for each kind of wager."""
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
    lines = {"": [*map(int, counts), wagers, *sums], **kinds}
    return {_key(round_, hour, wager): figures for wager, figures in lines.items()}


def _key(round_: Round, hour: datetime, wager: str) -> Key:
    return Key(round_.facility_id, round_.table_id, hour, round_.gaming_day, round_.dealer_id, round_.edition, wager)


_COLUMNS = (*Key._fields, *FIGURES)
# Many lines come as one value: places for each of theirs would have to be read anew for every number of lines.
_LINES = {
    "postgresql": "SELECT line.* FROM jsonb_to_recordset(%s::jsonb) AS line (facility_id int8, table_id int8, "  # noqa: S608
    f"hour timestamptz, gaming_day date, dealer_id int8, edition text, wager text, {' int8, '.join(FIGURES)} int8){{}} "
    "WHERE true",
    # Without a WHERE it would take the ON of a conflict for that of a join.
    "sqlite": "SELECT " + ", ".join(f"value ->> '{name}'" for name in _COLUMNS) + " FROM json_each(%s) WHERE true",  # noqa: S608
}
_SUMS = ", ".join(f"{name} = games_hourlytotal.{name} + excluded.{name}" for name in FIGURES)
_ADD = {
    vendor: f"INSERT INTO games_hourlytotal ({', '.join(_COLUMNS)}) {lines} "
    f"ON CONFLICT (table_id, hour, dealer_id, edition, wager) DO UPDATE SET {_SUMS}"
    for vendor, lines in _LINES.items()
}


def add(writing: Writing, deltas: Deltas, *, sign: int = 1) -> None:
    """Add to the totals, or take away from them.

    In the order of their keys, as everyone does it: two transactions never wait for each other.
    """
    vendor, adapted = connection.vendor, connection.ops.adapt_datetimefield_value
    hours = {hour: adapted(hour) for hour in {key.hour for key in deltas}}
    lines = []
    for key in sorted(deltas):
        figures = [sign * figure for figure in deltas[key]]
        lines.append(dict(zip(_COLUMNS, (*key, *figures), strict=True)) | {"hour": hours[key.hour]})
    writing.add(Part(_ADD[vendor], [_encode(lines).decode()]))


def merged(several: Iterable[Deltas]) -> Deltas:
    """Return what several rounds add together."""
    total: Deltas = {}
    for deltas in several:
        _into(total, deltas)
    return total


def _into(total: Deltas, deltas: Deltas) -> None:
    for key, figures in deltas.items():
        known = total.get(key)
        total[key] = figures if known is None else [a + b for a, b in zip(known, figures, strict=True)]


# ── From what is stored, without the engine: to take a voided round away, and to prove the totals


def stored_deltas(round_: Round) -> Deltas:
    """Return what a stored round has added to the totals, read from its settlement alone."""
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
    hour = hour_of(round_.facility, round_.played_at)
    return {_key(round_, hour, wager): figures for wager, figures in lines.items()}


class Difference(NamedTuple):
    """A total that is not the sum of its rounds."""

    key: Key
    stored: Figures
    counted: Figures


def differences(looked_at: Any = lambda rounds: None) -> Iterator[Difference]:
    """Yield every total that is not the sum of the rounds that are not voided. Reads them all, once."""
    counted: Deltas = {}
    rounds = Round.objects.filter(voiding=None).select_related("facility").order_by("pk")
    place = 0
    for place, round_ in enumerate(rounds.iterator(chunk_size=500), start=1):
        _into(counted, stored_deltas(round_))
        if place % 500 == 0:
            looked_at(500)
    looked_at(place % 500)
    nothing = [0] * len(FIGURES)
    for total in HourlyTotal.objects.order_by("pk").iterator(chunk_size=2000):
        key = Key(*(getattr(total, name) for name in Key._fields))
        stored = [getattr(total, name) for name in FIGURES]
        found = counted.pop(key, nothing)
        if stored != found:
            yield Difference(key, stored, found)
    for key, found in counted.items():
        yield Difference(key, nothing, found)
