"""How long an alert may wait, and for whom: from the floorperson in charge up to the shift manager."""

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

# Within how many minutes it must be acknowledged; a warning is followed by what it warns of.
_ACKNOWLEDGED = {Severity.DUE: "alert_acknowledged", Severity.CRITICAL: "alert_acknowledged_at_once"}


def first_level(alert: Alert, to: Role) -> Role:
    """Return who hears of an alert first: where no floorperson is in charge, the pit boss."""
    return Role.PIT_BOSS if to == Role.FLOORPERSON and alert.floorperson_id is None else to


def patience(alert: Alert) -> timedelta | None:
    """Return how long an alert may stay unacknowledged before it goes to the next above."""
    severity = Severity(alert.severity)
    if severity not in _ACKNOWLEDGED or Role(alert.level) not in ABOVE:
        return None
    check = CHECKS.get(alert.check_name)
    minutes = check.patience if check else None
    return timedelta(minutes=minutes or policy(_ACKNOWLEDGED[severity], alert.facility.jurisdiction).value)


def escalates_at(alert: Alert, at: datetime) -> datetime | None:
    """Return when an alert that rang just now goes to the next above."""
    wait = patience(alert)
    return at + wait if wait is not None else None


def escalates_though_acknowledged_at(alert: Alert, at: datetime) -> datetime | None:
    """Return when an alert that someone took on goes to the next above all the same, because it still stands."""
    wait = patience(alert)
    if wait is None:
        return None
    return at + max(wait, timedelta(minutes=policy("alert_worked", alert.facility.jurisdiction).value))


def go_up(alert: Alert, at: datetime) -> None:
    """Take an alert to the next above, where it rings anew."""
    alert.level = ABOVE[Role(alert.level)]
    alert.assigned_to = alert.acknowledged_at = alert.acknowledged_by = alert.snoozed_until = None
    alert.raised_at = at
    alert.escalate_at = escalates_at(alert, at)
