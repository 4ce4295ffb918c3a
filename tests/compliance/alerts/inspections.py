"""Run a scan at the floor's time, and return the alerts."""

from compliance.alerts.scan import scan
from compliance.models import Alert, Entry, Severity
from tests.floor import Floor


def look(floor: Floor, **later: int) -> None:
    """Scan at the floor's time, moved on by so much."""
    scan(floor.later(**later))


def alerts(check: str, *, open_only: bool = True) -> list[Alert]:
    found = Alert.objects.filter(check_name=check).order_by("pk")
    return list(found.filter(closed_at=None) if open_only else found)


def alert(check: str) -> Alert:
    """Return the one open alert of a check."""
    (found,) = alerts(check)
    return found


def open_checks(floor: Floor, least: Severity = Severity.NOTICE) -> set[str]:
    found = Alert.objects.filter(facility=floor.facility, closed_at=None, severity__gte=least)
    return set(found.values_list("check_name", flat=True))


def told(alert: Alert) -> list[str]:
    """Return what the journal tells of an alert, in order."""
    return list(Entry.objects.filter(subject=alert.subject_key).order_by("pk").values_list("action", flat=True))


def a_moment_later(floor: Floor) -> set[str]:
    """Return what is open after the next look."""
    look(floor, seconds=5)
    return open_checks(floor)
