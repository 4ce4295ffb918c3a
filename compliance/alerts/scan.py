"""The scan: inspect every stream that is due, and escalate alerts whose time has come.

`Stream.next_check_at` is the time of a stream's next inspection: now if its journal has a new entry, else the time that
its finders asked for. It is indexed, so a scan reads only what is due. A scan reads without a lock. It writes only if
the stream has no new entry and no other scan inspected it meanwhile; the second of two workers does nothing.
"""

import logging
from collections import defaultdict
from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from typing import NamedTuple

from django.db import IntegrityError, OperationalError, transaction
from django.db.models import Q, QuerySet

from compliance.db.locking import locking
from compliance.db.write_batch import WriteBatch
from compliance.findings import FETCHES, Finding, Inspection, find, stream_kind, stream_subject_key
from compliance.journal.write import LINKS
from compliance.models import Alert, Entry, Facility, Stream

from .lifecycle import PEOPLE, Change, apply_changes, changes, escalate

logger = logging.getLogger(__name__)

BATCH_SIZE = 50
IMMEDIATE_BATCH_SIZE = 5

LOCK_NOT_AVAILABLE = "55P03"

# A failed inspection is retried after this time. Until then the alerts of its stream do not change.
TRY_AGAIN = timedelta(seconds=60)


class ScanResult(NamedTuple):
    """The number of inspections, changed alerts and escalations."""

    inspections: int
    changes: int
    escalations: int


def scan(at: datetime, *, facility: Facility | None = None, most: int = 5000) -> ScanResult:
    """Inspect what is due, oldest first, at one facility or at all of them; at most `most` streams."""
    inspections = changed = 0
    held: set[int] = set()
    while inspections < most:
        wanted = due_streams(at, facility).exclude(pk__in=held).select_related("facility")
        due = list(wanted[: min(BATCH_SIZE, most - inspections)])
        if not due:
            break
        changed += _inspect_skipping_locked(due, at, held)
        inspections += len(due)
    return ScanResult(inspections, changed, _escalate(at, facility))


def _inspect_skipping_locked(due: Sequence[Stream], at: datetime, held: set[int]) -> int:
    """Inspect streams. One that stays locked is left to the next scan and does not block the others."""
    try:
        return inspect_streams(due, at)
    except OperationalError as error:
        if not is_locked(error):
            raise
    if len(due) > 1:
        return sum(_inspect_skipping_locked([stream], at, held) for stream in due)
    logger.warning("%s is locked; the next scan inspects it", due[0].key)
    held.add(due[0].pk)
    return 0


def is_locked(error: OperationalError) -> bool:
    """Tell whether the database timed out waiting for a lock (casino/celery.py sets the timeout)."""
    return getattr(error.__cause__, "sqlstate", "") == LOCK_NOT_AVAILABLE


def due_streams(at: datetime, facility: Facility | None = None) -> QuerySet[Stream]:
    due = Stream.objects.filter(next_check_at__lte=at).order_by("next_check_at")
    return due.filter(facility=facility) if facility else due


def _escalate(at: datetime, facility: Facility | None) -> int:
    due = Alert.objects.filter(escalate_at__lte=at).order_by("escalate_at").select_related(*PEOPLE)
    return sum(_escalated(alert, at) for alert in (due.filter(facility=facility) if facility else due))


def _escalated(alert: Alert, at: datetime) -> bool:
    try:
        return escalate(alert, at)
    except OperationalError as error:
        if not is_locked(error):
            raise
    logger.warning("%s is locked; the next scan escalates %s", alert.stream, alert)
    return False


def inspect_streams(streams: Sequence[Stream], at: datetime) -> int:
    """Inspect streams and return how many alerts changed. A failed inspection does not stop the others."""
    by_kind: dict[str, list[Stream]] = defaultdict(list)
    for stream in streams:
        by_kind[stream_kind(stream)].append(stream)
    changed = 0
    for kind, some in by_kind.items():
        try:
            inspections = _inspect(kind, some, at)
        except OperationalError:
            raise  # a database problem, not this stream's: leave it to the next scan
        except Exception:
            if len(some) == 1:
                logger.exception("The inspection of %s failed; retry in %s", some[0].key, TRY_AGAIN)
                _retry_later(some[0], at)
                continue
            changed += sum(inspect_streams([stream], at) for stream in some)
            continue
        changed += sum(_write_changes(each.inspection, each.wanted) for each in inspections if each.wanted)
        _mark_inspected([each.inspection for each in inspections if not each.wanted])
    return changed


def _retry_later(stream: Stream, at: datetime) -> None:
    """Retry the inspection after a while, unless it was rescheduled meanwhile."""
    Stream.objects.filter(pk=stream.pk, next_check_at=stream.next_check_at).update(next_check_at=at + TRY_AGAIN)


class InspectionResult(NamedTuple):
    inspection: Inspection
    wanted: list[Change]


def _inspect(kind: str, streams: list[Stream], at: datetime) -> list[InspectionResult]:
    """Inspect things of one kind. The number of queries does not grow with their number."""
    things = FETCHES[kind]([stream_subject_key(stream) for stream in streams], at) if kind in FETCHES else {}
    entries = _entries_since(streams)
    inspections = [
        Inspection(things[stream_subject_key(stream)], at, stream, entries[stream.pk])
        for stream in streams
        if stream_subject_key(stream) in things
    ]
    found = list(zip(inspections, find(kind, inspections, scan=True), strict=True))
    # Alerts of a thing that no longer exists close.
    found += [(Inspection(None, at, stream), []) for stream in streams if stream_subject_key(stream) not in things]
    standing = _standing_alerts(streams, [finding for _, findings in found for finding in findings])
    return [
        InspectionResult(inspection, changes(inspection, findings, standing[_stream(inspection).key]))
        for inspection, findings in found
    ]


def _stream(inspection: Inspection) -> Stream:
    assert inspection.stream is not None
    return inspection.stream


def _entries_since(streams: Iterable[Stream]) -> dict[int, list[Entry]]:
    """Return the entries added to streams since their last inspection, without those about alerts."""
    grown = Q(pk__in=())
    for stream in streams:
        if stream.length > stream.checked_length:
            grown |= Q(stream=stream.pk, sequence__gt=stream.checked_length, sequence__lte=stream.length)
    found: dict[int, list[Entry]] = defaultdict(list)
    if grown:
        for entry in Entry.objects.filter(grown).exclude(action__startswith="alert.").order_by("sequence"):
            found[entry.stream_id].append(entry)
    return found


def _standing_alerts(streams: Iterable[Stream], found: Iterable[Finding]) -> dict[str, list[Alert]]:
    """Return, by stream, the alerts whose cause was present at the last inspection, and those found now."""
    wanted = Q(stream__in=[stream.key for stream in streams], gone_at=None)
    for each in found:
        if each.occurrence:
            wanted |= Q(check_name=each.code, subject=each.subject, occurrence=each.occurrence)
    by_stream: dict[str, list[Alert]] = defaultdict(list)
    for alert in Alert.objects.filter(wanted).select_related(*PEOPLE).order_by("pk"):
        by_stream[alert.stream].append(alert)
    return by_stream


def _write_changes(inspection: Inspection, wanted: list[Change]) -> int:
    """Write the result of an inspection if its stream is unchanged; return how many alerts changed."""
    try:
        return _write(inspection, wanted)
    except IntegrityError:
        # Another process wrote the same alert without the lock; the retry finds it.
        logger.warning("The inspection of %s met another change", _stream(inspection).key, exc_info=True)
        _retry_later(_stream(inspection), inspection.at)
        return 0


def _mark_inspected(inspections: Sequence[Inspection]) -> None:
    """Mark streams as inspected, except those that changed meanwhile.

    Locked streams come last, one by one: a process that waits for a lock must hold no other.
    """
    noted = _mark_unlocked_inspected(inspections) if len(inspections) > 1 else ()
    for inspection in inspections:
        seen = _stream(inspection)
        if seen.pk not in noted:
            unchanged = Stream.objects.filter(pk=seen.pk, length=seen.length, next_check_at=seen.next_check_at)
            unchanged.update(next_check_at=inspection.next_at, checked_length=seen.length)


@transaction.atomic
def _mark_unlocked_inspected(inspections: Sequence[Inspection]) -> set[int]:
    """Mark the unlocked streams as inspected, in one transaction; return their ids."""
    by_stream = {_stream(inspection).pk: inspection for inspection in inspections}
    free = list(Stream.objects.filter(pk__in=by_stream).select_for_update(no_key=True, skip_locked=True))
    batch = WriteBatch()
    for stream in free:
        inspection = by_stream[stream.pk]
        if is_unchanged(stream, _stream(inspection)):
            stream.next_check_at, stream.checked_length = inspection.next_at, stream.length
            batch.update(stream, "next_check_at", "checked_length")
    batch.send()
    return {stream.pk for stream in free}


@transaction.atomic
def _write(inspection: Inspection, wanted: list[Change]) -> int:
    seen = _stream(inspection)
    stream = locking(Stream.objects.select_related("facility")).get(pk=seen.pk)
    if not is_unchanged(stream, seen):
        return 0
    batch = WriteBatch()
    entries = apply_changes(inspection, stream, wanted)
    stream.next_check_at, stream.checked_length = inspection.next_at, stream.length
    batch.insert(*entries)
    batch.update(stream, *LINKS, "next_check_at", "checked_length")
    batch.send()
    return len(wanted)


def is_unchanged(stream: Stream, seen: Stream) -> bool:
    """Tell whether a stream has no new entry and no other inspection since it was read."""
    return (stream.length, stream.next_check_at) == (seen.length, seen.next_check_at)


def schedule_check(streams: QuerySet[Stream], at: datetime) -> None:
    """Schedule an inspection of streams now, because of an entry in another stream."""
    streams.filter(Q(next_check_at=None) | Q(next_check_at__gt=at)).update(next_check_at=at)


def scan_now(facility: Facility, at: datetime) -> None:
    """Scan right after an act, so that the user sees its effect on alerts.

    Errors are only logged: the next scan does the work anyway.
    """
    try:
        scan(at, facility=facility, most=IMMEDIATE_BATCH_SIZE)
    except Exception:
        logger.exception("Could not scan %s right away; the next scan will", facility)
