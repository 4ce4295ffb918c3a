"""Queries on alerts: open ones, those for one person, and the state of the bell."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, NamedTuple

from django.db.models import Count, F, Max, Q, QuerySet

from compliance.findings import Finding, Inspection, Status, find, shown_from_alerts, status_of
from compliance.models import Alert, Facility, Severity, Staff
from compliance.staff.roles import Role

# A notice is for information only, unless it says why nobody can play.
TO_DO = Q(severity__gte=Severity.WARNING) | Q(blocks_play=True)

RELATED = ("facility", "floorperson", "pit_boss", "assigned_to", "acknowledged_by", "closed_by")


def open_alerts(facility: Facility) -> QuerySet[Alert]:
    """Return the open alerts of a facility, most urgent first (`Finding.urgency`), then by age."""
    found = Alert.objects.filter(facility=facility, closed_at=None).select_related(*RELATED)
    return found.order_by("-blocks_play", "-severity", F("due_at").asc(nulls_last=True), "since", "pk")


def count_open(facility: Facility) -> int:
    """Return the number of open alerts at a facility, without notices for information."""
    return open_alerts(facility).filter(TO_DO).count()


def as_finding(alert: Alert) -> Finding:
    """Return the finding that an alert stores."""
    return Finding(
        alert.check_name,
        alert.subject,
        Severity(alert.severity),
        alert.text,
        alert.cite,
        remedy=alert.act or "alert",
        remedy_on=alert.act_on or str(alert.pk),
        due_at=alert.due_at,
        blocks_play=alert.blocks_play,
        since=alert.since,
        occurrence=alert.occurrence,
    )


def stored_findings(facility: Facility) -> dict[str, list[Finding]]:
    """Return the findings that only scans evaluate, by the code of their table; the facility's own are at ""."""
    found: dict[str, list[Finding]] = defaultdict(list)
    for alert in Alert.objects.filter(facility=facility, closed_at=None, check_name__in=shown_from_alerts("table")):
        found[alert.place].append(as_finding(alert))
    return found


def table_findings(
    tables: Sequence[Any], at: datetime, stored: Mapping[str, Sequence[Finding]]
) -> dict[str, list[Finding]]:
    """Return what is wrong or due at tables now, by their code, most urgent first."""
    found = find("table", [Inspection(table, at) for table in tables])
    return {
        table.code: sorted([*here, *stored.get(table.code, ())], key=lambda finding: finding.urgency)
        for table, here in zip(tables, found, strict=True)
    }


def for_person(staff: Staff, facility: Facility) -> Q:
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


def is_snoozed(at: datetime) -> Q:
    return Q(snoozed_until__gt=at)


def ringing(staff: Staff, facility: Facility, at: datetime) -> QuerySet[Alert]:
    """Return the alerts that need this person's attention now: theirs, not snoozed, no notices."""
    return open_alerts(facility).filter(for_person(staff, facility), ~is_snoozed(at), severity__gte=Severity.WARNING)


class BellState(NamedTuple):
    """The number of alerts for a person, of unacknowledged ones, and how bad the latter are."""

    mine: int
    unacknowledged: int
    worst: Severity | None
    blocks_play: bool
    # When the latest one was raised, in milliseconds: a page compares it to detect a new alert.
    newest: int | None

    @property
    def status(self) -> Status:
        return status_of(self.worst, blocks_play=self.blocks_play) if self.worst else "fine"


def bell_state(staff: Staff, facility: Facility, at: datetime) -> BellState:
    unacknowledged = Q(acknowledged_at=None)
    found = (
        ringing(staff, facility, at)
        .order_by()
        .aggregate(
            mine=Count("pk"),
            unacknowledged=Count("pk", filter=unacknowledged),
            worst=Max("severity", filter=unacknowledged),
            blocking=Count("pk", filter=unacknowledged & Q(blocks_play=True)),
            newest=Max("raised_at", filter=unacknowledged),
        )
    )
    newest: datetime | None = found["newest"]
    return BellState(
        found["mine"],
        found["unacknowledged"],
        Severity(found["worst"]) if found["worst"] else None,
        found["blocking"] > 0,
        int(newest.timestamp() * 1000) if newest else None,
    )
