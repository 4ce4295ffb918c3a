"""Queries on alerts: open ones, those for one person, and the state of the bell."""

from datetime import datetime
from typing import NamedTuple

from django.db.models import Count, F, Max, Q, QuerySet

from compliance.models import Alert, Facility, Severity, Staff
from compliance.staff.roles import Role

RELATED = ("facility", "floorperson", "pit_boss", "assigned_to", "acknowledged_by", "closed_by")


def open_alerts(facility: Facility) -> QuerySet[Alert]:
    """Return the open alerts of a facility, most urgent first: by severity, then by due time and age."""
    found = Alert.objects.filter(facility=facility, closed_at=None).select_related(*RELATED)
    return found.order_by("-severity", F("due_at").asc(nulls_last=True), "since", "pk")


def count_open(facility: Facility) -> int:
    """Return the number of open alerts at a facility, without notices."""
    return open_alerts(facility).filter(severity__gte=Severity.WARNING).count()


def rings_for(staff: Staff, facility: Facility) -> Q:
    """Return the condition for an alert to be for this person: it is assigned to them, or it is at the level of their
    role and nobody else of that role is in charge."""
    mine = Q(assigned_to=staff)
    for role in staff.roles_at(facility):
        of_role = Q(assigned_to=None, level=role)
        if role == Role.FLOORPERSON:
            of_role &= Q(floorperson=staff) | Q(floorperson=None)
        elif role == Role.PIT_BOSS:
            of_role &= Q(pit_boss=staff) | Q(pit_boss=None)
        mine |= of_role
    return mine


def not_snoozed(at: datetime) -> Q:
    return Q(snoozed_until=None) | Q(snoozed_until__lte=at)


def ringing(staff: Staff, facility: Facility, at: datetime) -> QuerySet[Alert]:
    """Return the alerts that need this person's attention now: theirs, not snoozed, no notices."""
    return open_alerts(facility).filter(rings_for(staff, facility), not_snoozed(at), severity__gte=Severity.WARNING)


class BellState(NamedTuple):
    """The number of alerts for a person, of unacknowledged ones, and the worst severity among the latter."""

    mine: int
    unacknowledged: int
    worst: Severity | None
    # When the latest one was raised, in milliseconds: a page compares it to detect a new alert.
    newest: int | None

    @property
    def status(self) -> str:
        return STATUSES[self.worst] if self.worst else "fine"


STATUSES = {
    Severity.NOTICE: "rest",
    Severity.WARNING: "soon",
    Severity.DUE: "due",
    Severity.CRITICAL: "blocked",
}


def bell_state(staff: Staff, facility: Facility, at: datetime) -> BellState:
    unacknowledged = Q(acknowledged_at=None)
    found = (
        ringing(staff, facility, at)
        .order_by()
        .aggregate(
            mine=Count("pk"),
            unacknowledged=Count("pk", filter=unacknowledged),
            worst=Max("severity", filter=unacknowledged),
            newest=Max("raised_at", filter=unacknowledged),
        )
    )
    newest: datetime | None = found["newest"]
    return BellState(
        found["mine"],
        found["unacknowledged"],
        Severity(found["worst"]) if found["worst"] else None,
        int(newest.timestamp() * 1000) if newest else None,
    )
