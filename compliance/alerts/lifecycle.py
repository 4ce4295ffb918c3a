"""The life of an alert: findings open, raise, refresh, reopen and close alerts, with a journal entry for each change.

All of this runs under the lock of the inspected stream (scan.py), so two scans never write the same change. The unique
constraint of the database is the second guard.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple

from django.db import transaction

from compliance.acts.remedies import remedy_key
from compliance.db.locking import get_locked
from compliance.findings import CHECKS, Finding, Inspection, label_of_check
from compliance.journal.write import locked_stream, next_entry, write_entries
from compliance.models import Alert, Entry, Facility, Severity, Stream

from .escalation import escalates_at, first_level, go_up

TEXT_LENGTH = Alert._meta.get_field("text").max_length or 0
PEOPLE = ("facility", "floorperson", "pit_boss", "assigned_to")


class AlertPlace(NamedTuple):
    """Where an alert's journal entries go: the stream whose inspection found it."""

    stream_key: str
    facility: Facility

    @classmethod
    def of(cls, alert: Alert) -> "AlertPlace":
        return cls(alert.stream, alert.facility)


@dataclass
class Change:
    """A change of an alert. `action` is its journal action, or empty if the alert is only refreshed."""

    action: str
    alert: Alert
    finding: Finding | None = None


def changes(inspection: Inspection, found: Sequence[Finding], standing: Iterable[Alert]) -> list[Change]:
    """Return the changes that make the alerts of a stream match its findings.

    `standing` are its alerts, closed or not, whose cause was present at the last inspection, and the alerts of the
    occurrences found now.
    """
    known = list(standing)
    wanted: list[Change] = []
    met: set[int] = set()
    for finding in found:
        alert = _alert_of(finding, known)
        if alert is None:
            wanted.append(Change("alert.opened", _new(inspection, finding), finding))
            continue
        met.add(alert.pk)
        wanted += _of_known(inspection, alert, finding)
    for alert in known:
        check = CHECKS.get(alert.check_name)
        if alert.pk not in met and alert.gone_at is None and (check is None or check.lasts):
            wanted.append(Change("alert.closed" if alert.closed_at is None else "", alert))
    return wanted


def _alert_of(finding: Finding, known: Sequence[Alert]) -> Alert | None:
    for alert in known:
        if (alert.check_name, alert.subject) != (finding.code, finding.subject):
            continue
        if alert.occurrence == finding.occurrence or (not finding.occurrence and alert.gone_at is None):
            return alert
    return None


def _of_known(inspection: Inspection, alert: Alert, finding: Finding) -> Iterator[Change]:
    """Yield what a finding changes about an existing alert."""
    if not CHECKS[finding.code].lasts:
        return  # an event, reported once
    if alert.gone_at is not None:
        yield Change("alert.reopened", alert, finding)
    elif finding.severity > alert.severity:
        # It was snoozed or closed at a lower severity.
        yield Change("alert.raised" if alert.closed_at is None else "alert.reopened", alert, finding)
    elif alert.closed_at is None:
        content = _content(inspection, finding)
        if content != {name: getattr(alert, name) for name in content}:
            yield Change("", alert, finding)


def _content(inspection: Inspection, finding: Finding) -> dict[str, Any]:
    """Return the fields of an alert that its finding decides."""
    return {
        "severity": finding.severity,
        "text": finding.text[:TEXT_LENGTH],
        "cite": finding.cite,
        "act": finding.remedy,
        "act_on": remedy_key(finding.remedy, finding.remedy_on),
        "due_at": finding.due_at,
        "blocks_play": finding.blocks_play,
        "floorperson": inspection.floorperson,
        "pit_boss": inspection.pit_boss,
    }


def _new(inspection: Inspection, finding: Finding) -> Alert:
    """Return a new, unsaved alert for a finding."""
    stream = inspection.stream
    assert stream is not None
    alert = Alert(
        facility=inspection.facility,
        check_name=finding.code,
        subject=finding.subject,
        # The default is the journal position, so two scans of the same state get the same occurrence.
        occurrence=finding.occurrence or f"{stream.key}/{stream.length}",
        stream=stream.key,
        place=inspection.place,
        since=finding.since or inspection.at,
        opened_at=inspection.at,
    )
    _copy_finding(inspection, alert, finding)
    _reset(alert, inspection.at)
    return alert


def _copy_finding(inspection: Inspection, alert: Alert, finding: Finding) -> None:
    for name, value in _content(inspection, finding).items():
        setattr(alert, name, value)


def _reset(alert: Alert, at: datetime) -> None:
    """Raise an alert as if it were new."""
    alert.raised_at = at
    if not alert.level or not alert.is_open:  # an escalated alert keeps its level
        alert.level = first_level(alert, CHECKS[alert.check_name].to)
    alert.acknowledged_at = alert.acknowledged_by = alert.snoozed_until = None
    alert.snoozes = 0
    alert.gone_at = alert.closed_at = alert.closed_by = None
    alert.reason = ""
    alert.escalate_at = escalates_at(alert, at)


def apply_changes(inspection: Inspection, stream: Stream, wanted: Sequence[Change]) -> list[Entry]:
    """Save changes of alerts and return their journal entries for the locked stream. Notices have no entries."""
    entries = []
    for change in wanted:
        _apply(inspection, change)
        change.alert.save()
        if change.action and change.alert.rings:
            entries.append(_entry(stream, change.action, change.alert, inspection.at))
    return entries


def _apply(inspection: Inspection, change: Change) -> None:
    alert, finding = change.alert, change.finding
    if finding is None:  # the cause is gone
        alert.gone_at = inspection.at
        if alert.closed_at is None:
            alert.closed_at, alert.escalate_at, alert.snoozed_until = inspection.at, None, None
    elif change.action in ("alert.raised", "alert.reopened"):
        _copy_finding(inspection, alert, finding)
        _reset(alert, inspection.at)
    elif not change.action:
        _copy_finding(inspection, alert, finding)
        if alert.severity < Severity.DUE:
            alert.escalate_at = None


def _entry(stream: Stream, action: str, alert: Alert, at: datetime) -> Entry:
    return next_entry(
        stream,
        action,
        alert,
        on=AlertPlace.of(alert),
        by=None,
        at=at,
        cite=alert.cite,
        changes_floor=False,
        needs_scan=False,
        name=label_of_check(alert.check_name),
        text=alert.text,
        severity=Severity(alert.severity).label.lower(),
        due_at=alert.due_at,
        level=alert.level if action != "alert.closed" else None,
    )


# ── Outside an inspection


@transaction.atomic
def open_alert(facility: Facility, finding: Finding, *, at: datetime, place: str = "") -> Alert | None:
    """Open an alert for an event that no inspection finds; return None if it exists already."""
    stream = locked_stream(facility)
    known = Alert.objects.filter(check_name=finding.code, subject=finding.subject, occurrence=finding.occurrence)
    if known.exists():
        return None
    inspection = Inspection(facility, at, stream, place=place)
    alert = _new(inspection, finding)
    write_entries(stream, apply_changes(inspection, stream, [Change("alert.opened", alert, finding)]))
    return alert


@transaction.atomic
def escalate(alert: Alert, at: datetime) -> bool:
    """Escalate an alert whose time has come; return whether it was due."""
    stream = locked_stream(AlertPlace.of(alert))
    alert = get_locked(Alert.objects.select_related(*PEOPLE), pk=alert.pk)
    if alert.escalate_at is None or alert.escalate_at > at:
        return False
    go_up(alert, at)
    alert.save()
    write_entries(stream, [_entry(stream, "alert.escalated", alert, at)])
    return True
