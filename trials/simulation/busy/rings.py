"""Count from the journal how often each person was called in each hour of a run."""

from collections import Counter
from datetime import datetime
from typing import NamedTuple

from compliance.findings import CHECKS
from compliance.models import Alert, Entry, Severity
from compliance.staff.roles import Role
from tables.models import PitDuty, Table

RINGS = ("alert.opened", "alert.raised", "alert.reopened", "alert.escalated")


class Ring(NamedTuple):
    """Hold one call: the hour of the run, who was called, and why."""

    hour: int
    role: str
    who: str
    check: str
    how: str


class Figures(NamedTuple):
    """Hold calls per person and hour: the mean, the 95th percentile, and the maximum."""

    hours: int
    mean: float
    most_of_95: int
    worst: int


def rings(began: datetime) -> list[Ring]:
    """Return all calls of a run. An alert without a person calls everyone with its role."""
    alerts = Alert.objects.select_related("floorperson").in_bulk()
    pits = dict(Table.objects.values_list("code", "pit__code"))
    duties = list(PitDuty.objects.select_related("pit", "staff"))
    found = []
    for entry in Entry.objects.filter(action__in=RINGS).order_by("pk"):
        alert = alerts[int(entry.subject.partition(":")[2])]
        level, hour = str(entry.facts["level"]), int((entry.at - began).total_seconds() // 3600)
        for who in _called(alert, level, pits.get(alert.place, ""), duties, entry.at):
            found.append(Ring(hour, level, who, alert.check_name, entry.action.partition(".")[2]))
    return found


def _called(alert: Alert, level: str, pit: str, duties: list[PitDuty], at: datetime) -> list[str]:
    if level == Role.PIT_BOSS:
        on_duty = [duty for duty in duties if duty.started_at <= at and (duty.ended_at is None or at < duty.ended_at)]
        return [f"pit {duty.pit.code}" for duty in on_duty if pit in ("", duty.pit.code)]
    if level == Role.FLOORPERSON:
        return [str(alert.floorperson)]
    return [level]


def figures(calls: list[Ring], role: str, people: int, hours: int) -> Figures:
    """Return the figures of a role over all hours, including hours without a call."""
    by_hour = Counter((ring.who, ring.hour) for ring in calls if ring.role == role)
    counts = sorted([*by_hour.values(), *[0] * (people * hours - len(by_hour))])
    return Figures(len(counts), sum(counts) / len(counts), counts[int(len(counts) * 0.95)], counts[-1])


def worst_hour(calls: list[Ring], role: str) -> tuple[str, int, Counter[str]] | None:
    """Return the worst hour of a role: who, when, and why they were called."""
    by_hour = Counter((ring.who, ring.hour) for ring in calls if ring.role == role)
    if not by_hour:
        return None
    (who, hour), _ = by_hour.most_common(1)[0]
    mine = [ring for ring in calls if (ring.role, ring.who, ring.hour) == (role, who, hour)]
    return who, hour, Counter(f"{CHECKS[ring.check].label}, {ring.how}" for ring in mine)


def opened() -> Counter[tuple[str, str]]:
    """Return the number of alerts by check, separately for notices."""
    pairs = Alert.objects.values_list("check_name", "severity")
    return Counter((check, "notices" if severity == Severity.NOTICE else "alerts") for check, severity in pairs)
