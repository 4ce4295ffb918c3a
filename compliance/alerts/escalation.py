"""Escalation: who gets an alert, and after how long it goes one level up."""

from datetime import datetime, timedelta

from compliance.facilities.policies import policy
from compliance.findings import CHECKS
from compliance.models import Alert, Severity
from compliance.staff.roles import Role

ABOVE = {
    Role.FLOORPERSON: Role.PIT_BOSS,
    Role.PIT_BOSS: Role.SHIFT_MANAGER,
    Role.COMPLIANCE_OFFICER: Role.SHIFT_MANAGER,
    Role.SECURITY: Role.SHIFT_MANAGER,
}

# The policy with the minutes allowed to acknowledge. A warning does not escalate: it turns into a due alert.
_ACKNOWLEDGED = {Severity.DUE: "alert_acknowledged", Severity.CRITICAL: "alert_acknowledged_at_once"}


def first_level(alert: Alert, to: Role) -> Role:
    """Return the first level of an alert. Without a floorperson in charge it is the pit boss."""
    return Role.PIT_BOSS if to == Role.FLOORPERSON and alert.floorperson_id is None else to


def patience(alert: Alert) -> timedelta | None:
    """Return how long an alert may stay unacknowledged before it escalates; None if it never does."""
    severity = Severity(alert.severity)
    if severity not in _ACKNOWLEDGED or Role(alert.level) not in ABOVE:
        return None
    check = CHECKS.get(alert.check_name)
    minutes = check.patience if check else None
    return timedelta(minutes=minutes or policy(_ACKNOWLEDGED[severity], alert.facility.jurisdiction).value)


def escalates_at(alert: Alert, at: datetime) -> datetime | None:
    """Return when an alert that is raised at this time escalates."""
    wait = patience(alert)
    return at + wait if wait is not None else None


def escalates_though_acknowledged_at(alert: Alert, at: datetime) -> datetime | None:
    """Return when an alert that is acknowledged at this time escalates if still open."""
    wait = patience(alert)
    if wait is None:
        return None
    return at + max(wait, timedelta(minutes=policy("alert_worked", alert.facility.jurisdiction).value))


def next_level(alert: Alert) -> Role | None:
    """Return the role that an alert escalates to if nothing is done."""
    return ABOVE.get(Role(alert.level)) if alert.is_open and alert.escalate_at else None


def go_up(alert: Alert, at: datetime) -> None:
    """Move an alert one level up and raise it again there."""
    alert.level = ABOVE[Role(alert.level)]
    alert.assigned_to = alert.acknowledged_at = alert.acknowledged_by = alert.snoozed_until = None
    alert.raised_at = at
    alert.escalate_at = escalates_at(alert, at)
