"""Reading alerts: whose they are, how urgent, how many ring."""

from datetime import datetime
from typing import NamedTuple

from django.db.models import Count, F, Max, Q, QuerySet

from compliance.models import Alert, Facility, Severity, Staff
from compliance.staff.roles import Role

RELATED = ("facility", "floorperson", "pit_boss", "assigned_to", "acknowledged_by", "closed_by")


def open_alerts(facility: Facility) -> QuerySet[Alert]:
    """Return what is open at a facility, the most urgent first: by severity, then by what is due or stands longest."""
    found = Alert.objects.filter(facility=facility, closed_at=None).select_related(*RELATED)
    return found.order_by("-severity", F("due_at").asc(nulls_last=True), "since", "pk")


def count_open(facility: Facility) -> int:
    """Return how many alerts are open at a facility, whoever's they are; notices ring for nobody."""
    return open_alerts(facility).filter(severity__gte=Severity.WARNING).count()


def rings_for(staff: Staff, facility: Facility) -> Q:
    """Return the condition that an alert is for someone: handed to them, or come up to their role where they have
    charge, or where nobody in particular has."""
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
    """Return what asks for this person's attention now: theirs, not put off, more than a notice."""
    return open_alerts(facility).filter(rings_for(staff, facility), not_snoozed(at), severity__gte=Severity.WARNING)


class BellState(NamedTuple):
    """How many alerts are for someone, how many of them nobody has taken on, and how bad the worst of these is."""

    mine: int
    unacknowledged: int
    worst: Severity | None
    # Of the one that rang last, so that a page knows whether another has come.
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
