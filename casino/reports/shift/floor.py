"""Devices down, alerts, and dealer stints."""

from collections import defaultdict
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import NamedTuple

from django.db.models import Q

from casino.alert_history.figures import AlertFigures, grouped, newest
from compliance.findings import label_of_check
from compliance.models import Alert, Entry, Severity
from tables.floor.table_history import CONDITIONS
from tables.models import Device, Stint

from ..columns import MOMENT, NUMBER, SPAN, TEXT, ColumnSpec, SheetSpec
from ..document import Sheet
from .data import ShiftData

MOST_ALERTS = 20_000

# Actions that change a device's condition.
_TOLD = (*CONDITIONS, "device.retired")
_OVER = ("device.repaired", "device.retired")
_HANDLED = {"device.covered": "covered", "device.marked": "marked out of order", "device.removed": "removed"}


class Down(NamedTuple):
    """A device that was down; `seconds` is how long in the shift."""

    device: Device
    failed: Entry
    handled: str
    repaired: datetime | None
    seconds: int

    @property
    def table(self) -> str:
        kind, _, code = self.failed.stream.key.partition(":")
        return code if kind == "table" else ""


class DealerStint(NamedTuple):
    """A dealer's time at a table, or on break without one."""

    staff: int
    name: str
    badge: str
    table: str | None
    since: datetime
    ended_at: datetime | None


class StintInShift(NamedTuple):
    """`until` is None if it lasted beyond the shift."""

    stint: DealerStint
    until: datetime | None
    seconds: int


DEVICES = SheetSpec(
    "devices",
    "Devices down",
    (
        ColumnSpec("device", "Device", TEXT, lambda down: str(down.device)),
        ColumnSpec("table", "Table", TEXT, lambda down: down.table),
        ColumnSpec("fault", "Fault", TEXT, lambda down: down.failed.facts.get("fault", "")),
        ColumnSpec("failed", "Failed", MOMENT, lambda down: down.failed.at),
        ColumnSpec("handled", "Action", TEXT, lambda down: down.handled),
        ColumnSpec("repaired", "Down until", MOMENT, lambda down: down.repaired),
        ColumnSpec("down", "Down for", SPAN, lambda down: down.seconds),
    ),
    "No device was down.",
    lambda down: {"device": str(down.device.pk)},
    lambda down: "" if down.repaired else "due",
)


def _wait(key: str, label: str, value: Callable[[AlertFigures], timedelta | None]) -> ColumnSpec:
    """Declare a column of waiting times, in seconds."""

    def seconds(figures: AlertFigures) -> int | None:
        wait = value(figures)
        return None if wait is None else int(wait.total_seconds())

    return ColumnSpec(key, label, SPAN, seconds)


ALERTS = SheetSpec(
    "alerts",
    "Alerts",
    (
        ColumnSpec("check", "Check", TEXT, lambda each: label_of_check(each.label)),
        ColumnSpec("number", "Alerts", NUMBER, lambda each: each.number),
        ColumnSpec("open", "Still open", NUMBER, lambda each: each.open),
        ColumnSpec("taken_on", "Acknowledged", NUMBER, lambda each: each.taken_on),
        _wait(
            "ack_median", "Time to acknowledge, median", lambda each: each.until_taken_on and each.until_taken_on.median
        ),
        _wait("ack_most", "90th percentile", lambda each: each.until_taken_on and each.until_taken_on.most),
        ColumnSpec("by_itself", "Cleared by itself", NUMBER, lambda each: each.by_itself),
        ColumnSpec("by_person", "Resolved", NUMBER, lambda each: each.by_person),
        _wait("close_median", "Time to close, median", lambda each: each.until_closed and each.until_closed.median),
        _wait("close_most", "90th percentile", lambda each: each.until_closed and each.until_closed.most),
        ColumnSpec("passed_up", "Escalated", NUMBER, lambda each: each.passed_up),
    ),
    "No alert was opened.",
    lambda each: {"check": each.label},
)
STINTS = SheetSpec(
    "stints",
    "Dealer stints",
    (
        ColumnSpec("dealer", "Dealer", TEXT, lambda each: each.stint.name),
        ColumnSpec("badge", "Badge", TEXT, lambda each: each.stint.badge),
        ColumnSpec("where", "Where", TEXT, lambda each: each.stint.table or "Break"),
        ColumnSpec("from", "From", MOMENT, lambda each: each.stint.since),
        ColumnSpec("until", "Until", MOMENT, lambda each: each.until),
        ColumnSpec("for", "For", SPAN, lambda each: each.seconds),
    ),
    "Nobody dealt.",
    lambda each: {"dealer": each.stint.badge},
)


def devices(known: ShiftData) -> Sheet:
    """List each time a device was down in the shift: from when, what was done, and until when."""
    told = _device_entries(known)
    found = Device.objects.filter(pk__in=told).select_related("table").order_by("kind", "serial")
    return DEVICES.sheet(down for device in found for down in _downs(known, device, told[device.pk]))


def _device_entries(known: ShiftData) -> dict[int, list[Entry]]:
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


def _downs(known: ShiftData, device: Device, told: list[Entry]) -> list[Down]:
    """Return the times a device was down that overlap the shift."""
    downs: list[Down] = []
    failed: Entry | None = None
    handled = ""
    for entry in [*told, None]:
        is_end = entry is None or entry.action in ("device.failed", *_OVER)
        if failed is not None and is_end:
            repaired = entry.at if entry and entry.action in _OVER else None
            handled = "retired" if entry and entry.action == "device.retired" else handled
            if repaired is None or repaired > known.since:
                downs.append(Down(device, failed, handled, repaired, known.overlap(failed.at, repaired)))
            failed, handled = None, ""
        if entry and entry.action == "device.failed":
            failed, handled = entry, ""
        elif entry and entry.action in _HANDLED:
            handled = _HANDLED[entry.action]
    return downs


def alerts(known: ShiftData) -> Sheet:
    """Summarize the alerts opened in the shift by check: how long they waited and how they ended."""
    found = Alert.objects.filter(facility=known.facility, opened_at__gte=known.since, opened_at__lt=known.until)
    told = newest(found.filter(severity__gte=Severity.WARNING), MOST_ALERTS)
    by_check = sorted(grouped(told, lambda alert: alert.check), key=lambda each: -each.number)
    return ALERTS.sheet(by_check, note="Notices, which alert nobody, are not counted.")


def stints_of(known: ShiftData) -> list[DealerStint]:
    """Return dealers' times at tables and on breaks that overlap the shift."""
    # The facility is in both parts so that SQLite uses an index for each.
    here, since = Q(facility=known.facility), Q(ended_at__gt=known.since)
    found = Stint.objects.filter((here & since) | (here & Q(ended_at=None)), started_at__lt=known.until)
    rows = found.order_by("staff__name", "staff__badge", "started_at").values_list(
        "staff", "staff__name", "staff__badge", "table__code", "started_at", "ended_at"
    )
    return [DealerStint(*row) for row in rows]


def seconds_dealt(known: ShiftData, stints: list[DealerStint]) -> dict[int, int]:
    """Return how many seconds each dealer was at tables in the shift."""
    dealt: defaultdict[int, int] = defaultdict(int)
    for stint in stints:
        if stint.table:
            dealt[stint.staff] += known.overlap(stint.since, stint.ended_at)
    return dict(dealt)


def stints(known: ShiftData, found: list[DealerStint]) -> Sheet:
    return STINTS.sheet(_in_shift(known, stint) for stint in found)


def _in_shift(known: ShiftData, stint: DealerStint) -> StintInShift:
    until = stint.ended_at if stint.ended_at and stint.ended_at < known.until else None
    return StintInShift(stint, until, known.overlap(stint.since, until))
