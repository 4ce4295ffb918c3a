"""Working alerts: taking one on, saying something about it, handing it to someone, putting it off, closing it.

Each locks the alert's stream before the alert, as the scan does; its entry tells the scan that the alert has changed.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta

from django.db import transaction

from compliance.db.locking import get_locked
from compliance.errors import RuleViolation
from compliance.facilities.policies import policy
from compliance.findings import CHECKS, closing_roles, label_of_check
from compliance.journal.write import journal, locked_stream
from compliance.models import Alert, Severity, Staff, Stream
from compliance.staff.roles import Role, named

from .escalation import ABOVE, escalates_at, escalates_though_acknowledged_at, go_up
from .lifecycle import PEOPLE, AlertPlace

MOST_SNOOZES = 3


@contextmanager
def _at_hand(alert: Alert) -> Iterator[tuple[Alert, Stream]]:
    """Give out an alert, locked, that is still open; what was changed of it is saved."""
    with transaction.atomic():
        stream = locked_stream(AlertPlace.of(alert))
        found = get_locked(Alert.objects.select_related(*PEOPLE), pk=alert.pk)
        if found.closed_at is not None:
            how = f"by {found.closed_by}: {found.reason}" if found.closed_by else "by itself: its cause is gone"
            raise RuleViolation("closed_already", f"This alert was closed {how}.")
        yield found, stream
        found.save()


def _tell(action: str, alert: Alert, stream: Stream, *, by: Staff, at: datetime, **facts: object) -> None:
    journal(
        action,
        alert,
        on=AlertPlace.of(alert),
        stream=stream,
        by=by,
        at=at,
        cite=alert.cite,
        changes_floor=False,
        needs_scan=False,
        name=label_of_check(alert.check_name),
        **facts,
    )


def acknowledge(alert: Alert, *, by: Staff, at: datetime) -> Alert:
    """Take an alert on: it stops ringing, and goes to the next above only if it still stands after a while."""
    with _at_hand(alert) as (found, stream):
        if found.acknowledged_at is not None:
            raise RuleViolation("acknowledged_already", f"{found.acknowledged_by} has taken this on already.")
        found.acknowledged_at, found.acknowledged_by = at, by
        found.first_acknowledged_at = found.first_acknowledged_at or at
        found.snoozed_until = None
        found.escalate_at = escalates_though_acknowledged_at(found, at)
        _tell("alert.acknowledged", found, stream, by=by, at=at)
    return found


def add_note(alert: Alert, *, note: str, by: Staff, at: datetime) -> Alert:
    """Say something about an alert, open or closed; it stands in its history."""
    with transaction.atomic():
        stream = locked_stream(AlertPlace.of(alert))
        _tell("alert.noted", alert, stream, by=by, at=at, note=note)
    return alert


def assign(alert: Alert, *, to: Staff, by: Staff, at: datetime) -> Alert:
    """Hand an alert to someone: it rings for them alone, until they take it on or it goes to the next above."""
    with _at_hand(alert) as (found, stream):
        if found.assigned_to_id == to.pk:
            raise RuleViolation("assigned_already", f"{to} has this alert already.")
        found.assigned_to, found.raised_at = to, at
        found.acknowledged_at = found.acknowledged_by = found.snoozed_until = None
        found.escalate_at = escalates_at(found, at)
        _tell("alert.assigned", found, stream, by=by, at=at, to=to)
    return found


def snooze(alert: Alert, *, minutes: int, by: Staff, at: datetime) -> Alert:
    """Put an alert off for a few minutes: a warning never past what it warns of, what is critical not at all."""
    with _at_hand(alert) as (found, stream):
        rule = policy(
            "alert_snoozed" if found.severity <= Severity.WARNING else "alert_due_snoozed", found.facility.jurisdiction
        )
        until = at + timedelta(minutes=minutes)
        if found.severity == Severity.CRITICAL:
            raise RuleViolation("critical", "What is critical is not put off. Deal with it, or hand it on.", rule.cite)
        if minutes > rule.value:
            raise RuleViolation("too_long", f"Put it off for at most {rule.value} minutes.", rule.cite)
        if found.snoozes >= MOST_SNOOZES:
            raise RuleViolation(
                "too_often", f"It was put off {MOST_SNOOZES} times. Deal with it, or hand it on.", rule.cite
            )
        if found.severity == Severity.WARNING and found.due_at is not None and found.due_at > at:
            until = min(until, found.due_at)
        found.snoozed_until, found.snoozes = until, found.snoozes + 1
        found.first_acknowledged_at = found.first_acknowledged_at or at
        found.acknowledged_at = found.acknowledged_by = None
        found.escalate_at = escalates_at(found, until)
        _tell("alert.snoozed", found, stream, by=by, at=at, until=until)
    return found


def escalate_now(alert: Alert, *, reason: str, by: Staff, at: datetime) -> Alert:
    """Take an alert to the next above at once, with a word why."""
    with _at_hand(alert) as (found, stream):
        if Role(found.level) not in ABOVE:
            raise RuleViolation("nobody_above", "Nobody is above: it is for the shift manager already.")
        go_up(found, at)
        _tell("alert.escalated", found, stream, by=by, at=at, level=found.level, reason=reason)
    return found


def resolve(alert: Alert, *, reason: str, by: Staff, at: datetime) -> Alert:
    """Close an alert with a reason, though its cause may stand; if that grows worse or comes back it is open again."""
    with _at_hand(alert) as (found, stream):
        check = CHECKS.get(found.check_name)
        may = closing_roles(found.check_name)
        if not by.roles_at(found.facility) & may:
            message = f"This is closed by a {named(may)}, or by itself once it is dealt with."
            raise RuleViolation("not_yours_to_close", message, found.cite)
        found.closed_at, found.closed_by, found.reason = at, by, reason
        found.first_acknowledged_at = found.first_acknowledged_at or at
        found.escalate_at = found.snoozed_until = None
        if check is not None and not check.lasts:
            found.gone_at = at  # what happened has been dealt with
        _tell("alert.resolved", found, stream, by=by, at=at, reason=reason)
    return found
