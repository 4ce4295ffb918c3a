"""Integrity scans: check the whole record repeatedly for changes made outside the system.

A scan runs for a moment every minute and continues where it stopped. It holds no lock: two workers may check the same
part twice, but each finding opens only one alert.
"""

import time
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

from django.db.models import F

from compliance.alerts.lifecycle import open_alert
from compliance.facilities.policies import policy
from compliance.findings import Check, Finding, stream_kind, stream_subject_key
from compliance.models import Patrol, Severity, Stream
from compliance.staff.roles import OFFICERS, Role

from .verify import BEGINNING, ChainLink, Misfit, verify_chunk

CHECKS = (
    Check(
        "journal_broken", "Journal broken", to=Role.COMPLIANCE_OFFICER, closed_by=OFFICERS, lasts=False, patience=480
    ),
)

# A new scan starts this long after the last one started.
EVERY = timedelta(hours=1)
# How long a scan continues at a time. With only one worker, the alert scan waits for it.
SECONDS = 0.5
AT_ONCE = 500

ScanPosition = dict[str, Any]
# Checks the next part after a position; returns the new position, or None at the end.
ScanPart = Callable[[ScanPosition, datetime], ScanPosition | None]


def continue_scan(name: str, check_part: ScanPart, at: datetime) -> None:
    """Continue a scan for a moment, or start the next one if it is time."""
    patrol, _ = Patrol.objects.get_or_create(name=name, defaults={"began_at": at})
    if patrol.finished_at is not None:
        if at < patrol.began_at + EVERY:
            return
        patrol.place, patrol.began_at, patrol.finished_at = {}, at, None
    until = time.monotonic() + SECONDS
    place = check_part(patrol.place, at)
    while place is not None and time.monotonic() < until:
        place = check_part(place, at)
    patrol.place, patrol.finished_at = place or {}, at if place is None else None
    _note(patrol)


def _note(patrol: Patrol) -> None:
    """Save the position of a scan, unless another worker has continued it in the meantime."""
    Patrol.objects.filter(pk=patrol.pk, turns=patrol.turns).update(
        place=patrol.place, began_at=patrol.began_at, finished_at=patrol.finished_at, turns=F("turns") + 1
    )


# ── The journal


def walk_journal(at: datetime) -> None:
    """Continue to check the hash chain of every stream."""
    continue_scan("journal", _check_entries, at)


def _check_entries(place: ScanPosition, at: datetime) -> ScanPosition | None:
    """Check the next entries of the current stream. A scan reports one new misfit per stream."""
    stream = Stream.objects.filter(pk__gte=place.get("stream", 0)).select_related("facility").order_by("pk").first()
    if stream is None:
        return None
    after = ChainLink(place["sequence"], place["hash"]) if place.get("stream") == stream.pk else BEGINNING
    checked = verify_chunk(stream, after, most=AT_ONCE)
    opened = checked.misfit is not None and _open_alert(stream, checked.misfit, at)
    if opened or checked.ended:
        return {"stream": stream.pk + 1, "sequence": 0, "hash": ""}
    return {"stream": stream.pk, "sequence": checked.reached.place, "hash": checked.reached.hash}


def _open_alert(stream: Stream, misfit: Misfit, at: datetime) -> bool:
    """Open an alert for a broken entry; return whether it is new."""
    finding = Finding(
        "journal_broken",
        f"stream:{stream.key}",
        Severity.CRITICAL,
        f"The journal of {stream.key.replace(':', ' ')} is broken at entry {misfit.sequence}: {misfit.reason}",
        policy("records_kept", stream.facility.jurisdiction).cite,
        occurrence=f"{misfit.sequence}",
        remedy="journal",
        remedy_on=stream.facility.code,
    )
    table = stream_subject_key(stream) if stream_kind(stream) == "table" else ""
    return open_alert(stream.facility, finding, at=at, place=table) is not None
