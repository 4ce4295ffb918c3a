"""Rounds learn of which shift they are, and the totals are counted anew by shift and by day.

What the models' own code does today is written down here as it was, since that code will change.
"""

import json
from collections import defaultdict
from datetime import UTC, datetime
from typing import Any, ClassVar
from zoneinfo import ZoneInfo

from django.db import migrations
from django.db.models import Q

FIGURES = (
    "rounds",
    "voids",
    "counts",
    "breaches",
    "seats",
    "wagers",
    "staked_cents",
    "pays_cents",
    "returned_cents",
    "limit_cut_cents",
    "counts_due",
    "counts_wrong",
    "limit_cuts",
    "spins",
    "jackpots",
    "jackpot_cents",
    "struck",
)
LARGE_CENTS = 50_000
AT_ONCE = 1000

# Of the tables whose rows are given more to say; every migration puts the triggers back when it is done.
REFUSALS = (
    ("games_round", "update"),
    ("games_roundvoid", "update"),
    ("games_hourlytotal", "delete"),
)


def count_anew(apps: Any, schema_editor: Any) -> None:
    connection = schema_editor.connection
    with connection.cursor() as cursor:
        for table, operation in REFUSALS:
            of = f" ON {table}" if connection.vendor == "postgresql" else ""
            cursor.execute(f"DROP TRIGGER IF EXISTS {table}_refuses_{operation}{of}")
    _name_shifts(apps)
    _count(apps)
    if connection.vendor == "postgresql":  # so that nothing stands in the way of putting the triggers back
        with connection.cursor() as cursor:
            cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")


def _name_shifts(apps: Any) -> None:
    rounds, voids = apps.get_model("games", "Round").objects, apps.get_model("games", "RoundVoid").objects
    # By table and time, as there is an index for that.
    tables = defaultdict(list)
    for pk, facility in apps.get_model("tables", "Table").objects.values_list("pk", "facility"):
        tables[facility].append(pk)
    for shift in apps.get_model("tables", "Shift").objects.order_by("began_at"):
        played = Q(played_at__gte=shift.began_at)
        if shift.ended_at:
            played &= Q(played_at__lt=shift.ended_at)
        rounds.filter(played, table__in=tables[shift.facility_id]).update(shift=shift)
        voids.filter(round__shift=shift).update(shift=shift)


def _count(apps: Any) -> None:
    round_model = apps.get_model("games", "Round")
    hours: dict[Any, list[int]] = defaultdict(lambda: [0] * len(FIGURES))
    changed = []
    found = round_model.objects.select_related("facility", "shift", "voiding").order_by("pk")
    for round_ in found.iterator(chunk_size=AT_ONCE):
        round_.spins = sum(seat.get("spin") is not None for seat in json.loads(round_.input)["seats"])
        round_.stands_out = _stands_out(round_)
        if round_.spins or round_.stands_out:
            changed.append(round_)
        for wager, figures in _figures(round_).items():
            line = hours[_key(round_, wager)]
            line[:] = [a + b for a, b in zip(line, figures, strict=True)]
        if len(changed) >= AT_ONCE:
            round_model.objects.bulk_update(changed, ["spins", "stands_out"])
            changed = []
    round_model.objects.bulk_update(changed, ["spins", "stands_out"])
    _store(apps, hours)


def _store(apps: Any, hours: dict[Any, list[int]]) -> None:
    hour_model, day_model = apps.get_model("games", "HourlyTotal"), apps.get_model("games", "DayTotal")
    hour_model.objects.all().delete()
    days: dict[Any, list[int]] = defaultdict(lambda: [0] * len(FIGURES))
    totals = []
    for key, figures in hours.items():
        facility, table, hour, day, shift, dealer, edition, wager = key
        totals.append(
            hour_model(
                facility_id=facility,
                table_id=table,
                hour=hour,
                gaming_day=day,
                shift=shift,
                dealer_id=dealer,
                edition=edition,
                wager=wager,
                **dict(zip(FIGURES, figures, strict=True)),
            )
        )
        if not wager:
            line = days[facility, table, day, edition]
            line[:] = [a + b for a, b in zip(line, figures, strict=True)]
    hour_model.objects.bulk_create(totals, batch_size=AT_ONCE)
    day_model.objects.bulk_create(
        (
            day_model(
                facility_id=facility,
                table_id=table,
                gaming_day=day,
                edition=edition,
                **dict(zip(FIGURES, figures, strict=True)),
            )
            for (facility, table, day, edition), figures in days.items()
        ),
        batch_size=AT_ONCE,
    )


def _key(round_: Any, wager: str) -> tuple[Any, ...]:
    local: datetime = round_.played_at.astimezone(ZoneInfo(round_.facility.time_zone))
    hour = local.replace(minute=0, second=0, microsecond=0).astimezone(UTC)
    return (
        round_.facility_id,
        round_.table_id,
        hour,
        round_.gaming_day,
        round_.shift_id or 0,
        round_.dealer_id,
        round_.edition,
        wager,
    )


def _stands_out(round_: Any) -> bool:
    late = round_.shift is not None and round_.shift.ended_at is not None and round_.shift.ended_at <= round_.logged_at
    paid = round_.limit_cut_cents > 0 or round_.largest_pays_cents >= LARGE_CENTS or round_.jackpot_cents is not None
    counted = round_.count_due and round_.stub is None
    wrong = round_.status == "void" or round_.misdealt or round_.deck_removed
    irregular = bool(round_.irregularities) or round_.failed_device_id is not None
    return bool(late or paid or counted or wrong or irregular or round_.breach_reason)


def _figures(round_: Any) -> dict[str, list[int]]:
    if getattr(round_, "voiding", None) is not None:
        return {"": [0] * (len(FIGURES) - 1) + [1]}
    settled = json.loads(round_.settlement)
    lines: dict[str, list[int]] = defaultdict(lambda: [0] * len(FIGURES))
    whole = lines[""]
    counted = round_.stub is not None
    whole[:5] = [1, int(round_.status == "void"), int(counted), int(bool(round_.breach_reason)), round_.seats]
    whole[6:10] = [round_.staked_cents, round_.pays_cents, round_.returned_cents, round_.limit_cut_cents]
    whole[10:16] = [
        int(round_.count_due),
        int(counted and (round_.misdealt or round_.deck_removed)),
        int(round_.limit_cut_cents > 0),
        round_.spins,
        int(round_.jackpot_cents is not None),
        round_.jackpot_cents or 0,
    ]
    for seat in settled["seats"]:
        for name, wager in seat["wagers"].items():
            whole[5] += 1
            line = lines[name]
            line[5] += 1
            for place, field in enumerate(("stake", "pays", "returned"), start=6):
                line[place] += _cents(wager[field])
    return lines


def _cents(amount: str) -> int:
    return int(amount.replace(".", ""))


class Migration(migrations.Migration):
    dependencies: ClassVar = [("games", "0003_shift_totals"), ("tables", "0003_rounds")]
    operations: ClassVar = [migrations.RunPython(count_anew, migrations.RunPython.noop)]
