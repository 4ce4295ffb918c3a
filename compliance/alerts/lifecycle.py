"""What becomes of findings: alerts opened, raised, refreshed, opened again and closed, each change in the journal.

Everything here happens while the stream that is looked at is locked (scanning.py), so that two who look at the same
thing never both do it; the database's unique constraint stands behind that.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple

from django.db import transaction

from compliance.db.locking import get_locked
from compliance.db.write_batch import WriteBatch
from compliance.findings import CHECKS, Finding, Inspection, label_of_check
from compliance.journal.write import append, locked_stream, next_entry
from compliance.models import Alert, Entry, Facility, Severity, Stream

from .escalation import escalates_at, first_level, go_up

TEXT_LENGTH = Alert._meta.get_field("text").max_length or 0
PEOPLE = ("facility", "floorperson", "pit_boss", "assigned_to")


class AlertPlace(NamedTuple):
    """Where an alert's entries are written: the stream whose look found it."""

    stream_key: str
    facility: Facility

    @classmethod
    def of(cls, alert: Alert) -> "AlertPlace":
        return cls(alert.stream, alert.facility)


@dataclass
class Change:
    """One thing to do about an alert: `action` is what the journal calls it, nothing if it is only refreshed."""

    action: str
    alert: Alert
    finding: Finding | None = None


def changes(inspection: Inspection, found: Sequence[Finding], standing: Iterable[Alert]) -> list[Change]:
    """Return what is to be done so that the alerts of a stream are those that were found there.

    `standing` are its alerts whose cause was there at the last look, closed by someone or not, and those of the
    occurrences that were found.
    """
    known = list(standing)
    wanted: list[Change] = []
    met: set[int] = set()
    for finding in found:
        alert = _known_as(finding, known)
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


def _known_as(finding: Finding, known: Sequence[Alert]) -> Alert | None:
    for alert in known:
        if (alert.check_name, alert.subject) != (finding.check, finding.subject):
            continue
        if alert.occurrence == finding.occurrence or (not finding.occurrence and alert.gone_at is None):
            return alert
    return None


def _of_known(inspection: Inspection, alert: Alert, finding: Finding) -> Iterator[Change]:
    """Yield what a finding changes about the alert that there is."""
    if not CHECKS[finding.check].lasts:
        return  # it tells of something that happened, and was told
    if alert.gone_at is not None:
        yield Change("alert.reopened", alert, finding)
    elif finding.severity > alert.severity:
        # Whoever put it off or closed it did so for what it was then.
        yield Change("alert.raised" if alert.closed_at is None else "alert.reopened", alert, finding)
    elif alert.closed_at is None and _told(inspection, finding) != _telling(alert):
        yield Change("", alert, finding)


def _told(inspection: Inspection, finding: Finding) -> tuple[Any, ...]:
    """Return what an alert says of a finding, and who is in charge of it."""
    people = (inspection.floorperson and inspection.floorperson.pk, inspection.pit_boss and inspection.pit_boss.pk)
    said = (finding.text[:TEXT_LENGTH], finding.cite, finding.act, str(finding.act_on), finding.due_at)
    return (int(finding.severity), *said, *people)


def _telling(alert: Alert) -> tuple[Any, ...]:
    said = (alert.text, alert.cite, alert.act, alert.act_on, alert.due_at)
    return (alert.severity, *said, alert.floorperson_id, alert.pit_boss_id)


def _new(inspection: Inspection, finding: Finding) -> Alert:
    """Return the alert for a finding, to be written."""
    alert = Alert(
        facility=inspection.facility,
        check_name=finding.check,
        subject=finding.subject,
        # Where in the journal it was found: two who look at the same find it at the same place, and nobody elsewhere.
        occurrence=finding.occurrence or f"{inspection.stream.key}/{inspection.stream.length}",
        stream=inspection.stream.key,
        place=inspection.place,
        since=finding.since or inspection.at,
        opened_at=inspection.at,
    )
    _take_over(inspection, alert, finding)
    _ring(alert, inspection.at)
    return alert


def _take_over(inspection: Inspection, alert: Alert, finding: Finding) -> None:
    alert.severity, alert.text, alert.cite = finding.severity, finding.text[:TEXT_LENGTH], finding.cite
    alert.act, alert.act_on, alert.due_at = finding.act, str(finding.act_on), finding.due_at
    alert.floorperson, alert.pit_boss = inspection.floorperson, inspection.pit_boss


def _ring(alert: Alert, at: datetime) -> None:
    """Let an alert ask for attention, as if it were new."""
    alert.raised_at = at
    if not alert.level or not alert.is_open:  # else it stays where it has come up to
        alert.level = first_level(alert, CHECKS[alert.check_name].to)
    alert.acknowledged_at = alert.acknowledged_by = alert.snoozed_until = None
    alert.snoozes = 0
    alert.gone_at = alert.closed_at = alert.closed_by = None
    alert.reason = ""
    alert.escalate_at = escalates_at(alert, at)


def apply_changes(inspection: Inspection, stream: Stream, wanted: Sequence[Change]) -> list[Entry]:
    """Write changes of alerts, and return their entries, linked to the locked stream. Notices leave none."""
    entries = []
    for change in wanted:
        _apply(inspection, change)
        change.alert.save()
        if change.action and change.alert.rings:
            entries.append(_entry(stream, change.action, change.alert, inspection.at))
    return entries


def _apply(inspection: Inspection, change: Change) -> None:
    alert, finding = change.alert, change.finding
    if finding is None:  # its cause is gone
        alert.gone_at = inspection.at
        if alert.closed_at is None:
            alert.closed_at, alert.escalate_at, alert.snoozed_until = inspection.at, None, None
    elif change.action in ("alert.raised", "alert.reopened"):
        _take_over(inspection, alert, finding)
        _ring(alert, inspection.at)
    elif not change.action:
        _take_over(inspection, alert, finding)
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


# ── Besides a look


@transaction.atomic
def open_alert(facility: Facility, finding: Finding, *, at: datetime, place: str = "") -> Alert | None:
    """Open an alert for something that happened and that no look at a stream finds; None if there is one already."""
    stream = locked_stream(facility)
    known = Alert.objects.filter(check_name=finding.check, subject=finding.subject, occurrence=finding.occurrence)
    if known.exists():
        return None
    inspection = Inspection(stream, facility, at, place=place)
    alert = _new(inspection, finding)
    batch = WriteBatch()
    append(batch, stream, apply_changes(inspection, stream, [Change("alert.opened", alert, finding)]))
    batch.send()
    return alert


@transaction.atomic
def escalate(alert: Alert, at: datetime) -> bool:
    """Take an alert that nobody has taken on, or that still stands, to the next above; tell whether that was due."""
    stream = locked_stream(AlertPlace.of(alert))
    alert = get_locked(Alert.objects.select_related(*PEOPLE), pk=alert.pk)
    if alert.escalate_at is None or alert.escalate_at > at:
        return False
    go_up(alert, at)
    alert.save()
    batch = WriteBatch()
    append(batch, stream, [_entry(stream, "alert.escalated", alert, at)])
    batch.send()
    return True
