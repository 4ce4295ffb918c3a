"""Work on alerts: acknowledge, add a note, assign, snooze, escalate, resolve.

Each locks the alert's stream before the alert, as the scan does. Its journal entry makes a running scan start over.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta

from django.db import transaction

from compliance.db.locking import get_locked
from compliance.errors import RuleViolation
from compliance.facilities.policies import Policy, policy
from compliance.findings import CHECKS, closing_roles, label_of_check
from compliance.journal.write import journal, locked_stream
from compliance.models import Alert, Severity, Staff, Stream
from compliance.staff.roles import Role, named

from .escalation import ABOVE, escalates_at, escalates_though_acknowledged_at, go_up
from .lifecycle import PEOPLE, AlertPlace

MOST_SNOOZES = 3


@contextmanager
def _locked_alert(alert: Alert) -> Iterator[tuple[Alert, Stream]]:
    """Lock an open alert for a change, and save it afterward."""
    with transaction.atomic():
        stream = locked_stream(AlertPlace.of(alert))
        found = get_locked(Alert.objects.select_related(*PEOPLE), pk=alert.pk)
        if found.closed_at is not None:
            raise RuleViolation("closed_already", f"This alert was closed {found.how_closed}.")
        yield found, stream
        found.save()


def _journal(action: str, alert: Alert, stream: Stream, *, by: Staff, at: datetime, **facts: object) -> None:
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
    """Acknowledge an alert. It stops ringing, and escalates only if still open after a while."""
    with _locked_alert(alert) as (found, stream):
        if found.acknowledged_at is not None:
            raise RuleViolation("acknowledged_already", f"{found.acknowledged_by} has already acknowledged this alert.")
        found.acknowledged_at, found.acknowledged_by = at, by
        found.first_acknowledged_at = found.first_acknowledged_at or at
        found.snoozed_until = None
        found.escalate_at = escalates_though_acknowledged_at(found, at)
        _journal("alert.acknowledged", found, stream, by=by, at=at)
    return found


def add_note(alert: Alert, *, note: str, by: Staff, at: datetime) -> Alert:
    """Add a note to the history of an alert, open or closed."""
    with transaction.atomic():
        stream = locked_stream(AlertPlace.of(alert))
        _journal("alert.noted", alert, stream, by=by, at=at, note=note)
    return alert


def assign(alert: Alert, *, to: Staff, by: Staff, at: datetime) -> Alert:
    """Assign an alert to a person. It rings only for them, until they acknowledge it or it escalates."""
    with _locked_alert(alert) as (found, stream):
        if found.assigned_to_id == to.pk:
            raise RuleViolation("assigned_already", f"This alert is already assigned to {to}.")
        found.assigned_to, found.raised_at = to, at
        found.acknowledged_at = found.acknowledged_by = found.snoozed_until = None
        found.escalate_at = escalates_at(found, at)
        _journal("alert.assigned", found, stream, by=by, at=at, to=to)
    return found


def snooze_policy(alert: Alert) -> Policy:
    """Return for how many minutes an alert may be snoozed."""
    name = "alert_snoozed" if alert.severity <= Severity.WARNING else "alert_due_snoozed"
    return policy(name, alert.facility.jurisdiction)


def snooze(alert: Alert, *, minutes: int, by: Staff, at: datetime) -> Alert:
    """Snooze an alert for some minutes. A warning is snoozed at most until its due time; a critical alert never."""
    with _locked_alert(alert) as (found, stream):
        rule = snooze_policy(found)
        until = at + timedelta(minutes=minutes)
        if found.severity == Severity.CRITICAL:
            raise RuleViolation("critical", "A critical alert cannot be snoozed. Deal with it or assign it.", rule.cite)
        if minutes > rule.value:
            raise RuleViolation("too_long", f"Snooze it for at most {rule.value} minutes.", rule.cite)
        if found.snoozes >= MOST_SNOOZES:
            raise RuleViolation(
                "too_often", f"It was snoozed {MOST_SNOOZES} times. Deal with it or assign it.", rule.cite
            )
        if found.severity == Severity.WARNING and found.due_at is not None and found.due_at > at:
            until = min(until, found.due_at)
        found.snoozed_until, found.snoozes = until, found.snoozes + 1
        found.first_acknowledged_at = found.first_acknowledged_at or at
        found.acknowledged_at = found.acknowledged_by = None
        found.escalate_at = escalates_at(found, until)
        _journal("alert.snoozed", found, stream, by=by, at=at, until=until)
    return found


def escalate_now(alert: Alert, *, reason: str, by: Staff, at: datetime) -> Alert:
    """Escalate an alert one level up now, with a reason."""
    with _locked_alert(alert) as (found, stream):
        if Role(found.level) not in ABOVE:
            raise RuleViolation("nobody_above", "The alert is already at the highest level, the shift manager.")
        go_up(found, at)
        _journal("alert.escalated", found, stream, by=by, at=at, level=found.level, reason=reason)
    return found


def resolve(alert: Alert, *, reason: str, by: Staff, at: datetime) -> Alert:
    """Resolve an alert with a note. It reopens if its cause gets worse or returns."""
    with _locked_alert(alert) as (found, stream):
        check = CHECKS.get(found.check_name)
        may = closing_roles(found.check_name)
        if not by.roles_at(found.facility) & may:
            message = f"Deal with the cause, or ask a {named(may, alert.facility.jurisdiction)} to resolve this alert."
            raise RuleViolation("not_yours_to_close", message, found.cite)
        found.closed_at, found.closed_by, found.reason = at, by, reason
        found.first_acknowledged_at = found.first_acknowledged_at or at
        found.escalate_at = found.snoozed_until = None
        if check is not None and not check.lasts:
            found.gone_at = at  # an event has no cause that could last
        _journal("alert.resolved", found, stream, by=by, at=at, reason=reason)
    return found
