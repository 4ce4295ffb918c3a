"""Devices down, alerts, and dealer stints."""

from collections import defaultdict
from datetime import timedelta

from django.db.models import Q

from casino.alert_history.figures import Spread, grouped, newest
from compliance.findings import label_of_check
from compliance.models import Alert, Entry, Severity
from tables.floor.table_history import CONDITIONS
from tables.models import Device, Stint

from ..columns import COLUMNS, TITLES
from ..document import Row, Sheet, Value, sheet_of
from .data import ShiftData, moment

MOST_ALERTS = 20_000

# Actions that change a device's condition.
_TOLD = (*CONDITIONS, "device.retired")
_OVER = ("device.repaired", "device.retired")
_HANDLED = {"device.covered": "covered", "device.marked": "marked out of order", "device.removed": "removed"}


def devices(known: ShiftData) -> Sheet:
    """List each time a device was down in the shift: from when, what was done, and until when."""
    told = _told(known)
    rows = []
    for device in Device.objects.filter(pk__in=told).select_related("table").order_by("kind", "serial"):
        rows += _downs(known, device, told[device.pk])
    return sheet_of("devices", TITLES["devices"], COLUMNS["devices"], rows, empty="No device was down.")


def _told(known: ShiftData) -> dict[int, list[Entry]]:
    """Return the journal entries, in order, of devices that changed or were down in the shift."""
    touched = set(known.entries(*_TOLD).values_list("subject", flat=True))
    down = Device.objects.filter(
        Q(retired_at=None) | Q(retired_at__gt=known.since), facility=known.facility, failed_at__lt=known.until
    )
    subjects = touched | {device.subject_key for device in down}
    told: defaultdict[int, list[Entry]] = defaultdict(list)
    entries = Entry.objects.filter(subject__in=subjects, action__in=_TOLD, at__lt=known.until).order_by("pk")
    for entry in entries.select_related("stream"):
        told[int(entry.subject.partition(":")[2])].append(entry)
    return dict(told)


def _downs(known: ShiftData, device: Device, told: list[Entry]) -> list[Row]:
    """Return the times a device was down that overlap the shift."""
    rows, failed, handled = [], None, ""
    for entry in [*told, None]:
        is_end = entry is None or entry.action in ("device.failed", *_OVER)
        if failed is not None and is_end:
            repaired = entry.at if entry and entry.action in _OVER else None
            handled = "retired" if entry and entry.action == "device.retired" else handled
            if repaired is None or repaired > known.since:
                table = failed.stream.key.partition(":")[2] if failed.stream.key.startswith("table:") else ""
                cells: tuple[Value, ...] = (
                    str(device),
                    table,
                    failed.facts.get("fault", ""),
                    moment(failed.at),
                    handled,
                    moment(repaired),
                    known.overlap(failed.at, repaired),
                )
                rows.append(Row(cells, {"device": str(device.pk)}, "" if repaired else "due"))
            failed, handled = None, ""
        if entry and entry.action == "device.failed":
            failed, handled = entry, ""
        elif entry and entry.action in _HANDLED:
            handled = _HANDLED[entry.action]
    return rows


def alerts(known: ShiftData) -> Sheet:
    """Summarize the alerts opened in the shift by check: how long they waited and how they ended."""
    found = Alert.objects.filter(facility=known.facility, opened_at__gte=known.since, opened_at__lt=known.until)
    told = newest(found.filter(severity__gte=Severity.WARNING), MOST_ALERTS)
    names = {label_of_check(alert.check): alert.check for alert in told}
    by_check = sorted(grouped(told, lambda alert: label_of_check(alert.check)), key=lambda each: -each.number)
    rows = [
        Row(
            (
                each.label,
                each.number,
                each.open,
                each.taken_on,
                *_seconds(each.until_taken_on),
                each.by_itself,
                each.by_person,
                *_seconds(each.until_closed),
                each.passed_up,
            ),
            {"check": names[each.label]},
        )
        for each in by_check
    ]
    return sheet_of(
        "alerts",
        TITLES["alerts"],
        COLUMNS["alerts"],
        rows,
        empty="No alert was opened.",
        note="Notices, which alert nobody, are not counted.",
    )


def _seconds(spread: Spread | None) -> tuple[Value, Value]:
    if spread is None:
        return None, None
    return int(spread.median / timedelta(seconds=1)), int(spread.most / timedelta(seconds=1))


def stints_of(known: ShiftData) -> list[Stint]:
    """Return dealers' times at tables and on breaks that overlap the shift."""
    # The facility is in both parts so that SQLite uses an index for each.
    here, since = Q(facility=known.facility), Q(ended_at__gt=known.since)
    found = Stint.objects.filter((here & since) | (here & Q(ended_at=None)), started_at__lt=known.until)
    return list(found.select_related("staff", "table").order_by("staff__name", "staff__badge", "started_at"))


def seconds_dealt(known: ShiftData, stints: list[Stint]) -> dict[int, int]:
    """Return how many seconds each dealer was at tables in the shift."""
    dealt: defaultdict[int, int] = defaultdict(int)
    for stint in stints:
        if stint.table_id:
            dealt[stint.staff_id] += known.overlap(stint.started_at, stint.ended_at)
    return dict(dealt)


def stints(known: ShiftData, found: list[Stint]) -> Sheet:
    rows = []
    for stint in found:
        until = stint.ended_at if stint.ended_at and stint.ended_at < known.until else None
        cells = (
            stint.staff.name,
            stint.staff.badge,
            stint.table.code if stint.table else "Break",
            moment(stint.started_at),
            moment(until),
            known.overlap(stint.started_at, until),
        )
        rows.append(Row(cells, {"dealer": stint.staff.badge}))
    return sheet_of("stints", TITLES["stints"], COLUMNS["stints"], rows, empty="Nobody dealt.")
