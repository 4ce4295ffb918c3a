"""The scan: a look at whatever is due for one, and the escalation of what nobody has taken on.

Every stream says when it is to be looked at next: at once when something was told in it, else at the moment that its
finders named, when something falls due by itself. So a scan reads, by an index, no more than what is due. It reads
without a lock; what it finds is written only if nothing was told in the stream meanwhile and nobody else has looked at
it. Whoever comes second, another worker or the same task once more, does nothing.
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
from compliance.findings import FETCHES, Finding, Inspection, findings_of, prepare, stream_kind, stream_subject_key
from compliance.journal.write import LINKS
from compliance.models import Alert, Entry, Facility, Stream

from .lifecycle import PEOPLE, Change, apply_changes, changes, escalate

logger = logging.getLogger(__name__)

BATCH_SIZE = 50
IMMEDIATE_BATCH_SIZE = 5

LOCK_NOT_AVAILABLE = "55P03"

# A look that failed is tried again after this; its stream's other alerts stay as they are meanwhile.
TRY_AGAIN = timedelta(seconds=60)


class ScanResult(NamedTuple):
    """How many things were looked at, and how many alerts changed."""

    inspections: int
    changes: int
    escalations: int


def scan(at: datetime, *, facility: Facility | None = None, most: int = 5000) -> ScanResult:
    """Look at what is due, the longest due first, at one facility or at all; `most` bounds how much at once."""
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
    """Look at streams. One that someone holds, and does not let go of, is left to the next scan: it stops no other."""
    try:
        return inspect_streams(due, at)
    except OperationalError as error:
        if not is_locked(error):
            raise
    if len(due) > 1:
        return sum(_inspect_skipping_locked([stream], at, held) for stream in due)
    logger.warning("Someone holds %s; the next scan looks at it", due[0].key)
    held.add(due[0].pk)
    return 0


def is_locked(error: OperationalError) -> bool:
    """Tell whether the database would wait for a lock no longer (casino/celery.py says how long)."""
    return getattr(error.__cause__, "sqlstate", "") == LOCK_NOT_AVAILABLE


def due_streams(at: datetime, facility: Facility | None = None) -> QuerySet[Stream]:
    due = Stream.objects.filter(look_at__lte=at).order_by("look_at")
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
    logger.warning("Someone holds %s; the next scan escalates %s", alert.stream, alert)
    return False


def inspect_streams(streams: Sequence[Stream], at: datetime) -> int:
    """Look at streams, and return how many alerts changed. One at which a look fails keeps no other from its own."""
    by_kind: dict[str, list[Stream]] = defaultdict(list)
    for stream in streams:
        by_kind[stream_kind(stream)].append(stream)
    changed = 0
    for kind, some in by_kind.items():
        try:
            inspections = _inspect(kind, some, at)
        except OperationalError:
            raise  # the database's trouble, not this look's: the next scan is soon enough
        except Exception:
            if len(some) == 1:
                _log_failed_inspection(some[0], at)
                continue
            changed += sum(inspect_streams([stream], at) for stream in some)
            continue
        changed += sum(_write_changes(inspection, found, standing) for inspection, found, standing in inspections)
        _mark_inspected([inspection for inspection, _, _ in inspections if inspection.is_idle])
    return changed


def _log_failed_inspection(stream: Stream, at: datetime) -> None:
    logger.exception("The look at %s failed; it is tried again in %d s", stream.key, TRY_AGAIN.total_seconds())
    _retry_later(stream, at)


def _retry_later(stream: Stream, at: datetime) -> None:
    """Look again after a while, unless something asks for it sooner."""
    Stream.objects.filter(pk=stream.pk, look_at=stream.look_at).update(look_at=at + TRY_AGAIN)


class InspectionResult(NamedTuple):
    inspection: Inspection
    found: list[Finding]
    standing: list[Alert]


def _inspect(kind: str, streams: list[Stream], at: datetime) -> list[InspectionResult]:
    """Look at things of one kind, in a number of queries that does not grow with theirs."""
    things = FETCHES[kind]([stream_subject_key(stream) for stream in streams], at) if kind in FETCHES else {}
    entries = _entries_since(streams)
    inspections = [
        Inspection(stream, things[stream_subject_key(stream)], at, entries[stream.pk])
        for stream in streams
        if stream_subject_key(stream) in things
    ]
    prepare(kind, inspections)
    found = [(inspection, findings_of(inspection)) for inspection in inspections]
    # What belongs to something that there is no more ends with it.
    found += [(Inspection(stream, None, at), []) for stream in streams if stream_subject_key(stream) not in things]
    standing = _standing_alerts(found)
    return [InspectionResult(inspection, findings, standing[inspection.stream.key]) for inspection, findings in found]


def _entries_since(streams: Iterable[Stream]) -> dict[int, list[Entry]]:
    """Return what was told in streams since they were looked at, but for what was told of their alerts."""
    grown = Q(pk__in=())
    for stream in streams:
        if stream.length > stream.looked:
            grown |= Q(stream=stream.pk, sequence__gt=stream.looked, sequence__lte=stream.length)
    found: dict[int, list[Entry]] = defaultdict(list)
    if grown:
        for entry in Entry.objects.filter(grown).exclude(action__startswith="alert.").order_by("sequence"):
            found[entry.stream_id].append(entry)
    return found


def _standing_alerts(found: Iterable[tuple[Inspection, list[Finding]]]) -> dict[str, list[Alert]]:
    """Return, by stream, the alerts whose cause stood at the last look, and those of the occurrences found now."""
    wanted = Q(stream__in=[inspection.stream.key for inspection, _ in found], gone_at=None)
    for _, findings in found:
        for each in findings:
            if each.occurrence:
                wanted |= Q(check_name=each.check, subject=each.subject, occurrence=each.occurrence)
    by_stream: dict[str, list[Alert]] = defaultdict(list)
    for alert in Alert.objects.filter(wanted).select_related(*PEOPLE).order_by("pk"):
        by_stream[alert.stream].append(alert)
    return by_stream


def _write_changes(inspection: Inspection, found: list[Finding], standing: list[Alert]) -> int:
    """Write what follows from a look, if what it saw is still so; return how many alerts changed."""
    wanted = changes(inspection, found, standing)
    if not wanted:
        inspection.is_idle = True
        return 0
    try:
        return _write(inspection, wanted)
    except IntegrityError:
        # Someone who does not keep to the order did the same; a later look finds it done.
        logger.warning("The look at %s met another", inspection.stream.key, exc_info=True)
        _retry_later(inspection.stream, inspection.at)
        return 0


def _mark_inspected(inspections: Sequence[Inspection]) -> None:
    """Note that streams were looked at as they were, unless something was told in one or someone else did so meanwhile.

    Those that someone holds are left for last, one by one: whoever waits must hold no other.
    """
    noted = _mark_unlocked_inspected(inspections) if len(inspections) > 1 else ()
    for inspection in inspections:
        seen = inspection.stream
        if seen.pk not in noted:
            as_it_was = Stream.objects.filter(pk=seen.pk, length=seen.length, look_at=seen.look_at)
            as_it_was.update(look_at=inspection.next_at, looked=seen.length)


@transaction.atomic
def _mark_unlocked_inspected(inspections: Sequence[Inspection]) -> set[int]:
    """Note looks at those streams that nobody holds, in one transaction; return which they are."""
    by_stream = {inspection.stream.pk: inspection for inspection in inspections}
    free = list(Stream.objects.filter(pk__in=by_stream).select_for_update(no_key=True, skip_locked=True))
    batch = WriteBatch()
    for stream in free:
        inspection = by_stream[stream.pk]
        if is_unchanged(stream, inspection.stream):
            stream.look_at, stream.looked = inspection.next_at, stream.length
            batch.update(stream, "look_at", "looked")
    batch.send()
    return {stream.pk for stream in free}


@transaction.atomic
def _write(inspection: Inspection, wanted: list[Change]) -> int:
    seen = inspection.stream
    stream = locking(Stream.objects.select_related("facility")).get(pk=seen.pk)
    if not is_unchanged(stream, seen):
        return 0
    batch = WriteBatch()
    entries = apply_changes(inspection, stream, wanted)
    stream.look_at, stream.looked = inspection.next_at, stream.length
    batch.insert(*entries)
    batch.update(stream, *LINKS, "look_at", "looked")
    batch.send()
    return len(wanted)


def is_unchanged(stream: Stream, seen: Stream) -> bool:
    """Tell whether nothing was told in a stream, and nobody else has looked at it, since it was read."""
    return (stream.length, stream.look_at) == (seen.length, seen.look_at)


def schedule_check(streams: QuerySet[Stream], at: datetime) -> None:
    """Ask for a look at streams at once: something that is told elsewhere concerns them."""
    streams.filter(Q(look_at=None) | Q(look_at__gt=at)).update(look_at=at)


def scan_now(facility: Facility, at: datetime) -> None:
    """Look at once at what an act has stirred, so that whoever did it sees its alert end.

    It only hurries: whatever goes wrong here, the next scan does it.
    """
    try:
        scan(at, facility=facility, most=IMMEDIATE_BATCH_SIZE)
    except Exception:
        logger.exception("Could not look at %s at once; the next scan will", facility)
