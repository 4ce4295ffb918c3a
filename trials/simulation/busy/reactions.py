"""Respond to alerts as people do: acknowledge them, and resolve those that need a person."""

import random
from collections.abc import Callable
from datetime import datetime, timedelta
from heapq import heappop, heappush
from itertools import count

from compliance.alerts import services as alerts
from compliance.findings import CHECKS
from compliance.models import Alert, Severity, Staff
from compliance.staff.roles import Role
from games.models import Violation
from games.violations.services import close_violation
from tests.floor import Floor
from trials.simulation.habits import Range

from .assumptions import PEOPLE

Reaction = Callable[[Alert, datetime], None]


class Reactions:
    """Keep a schedule of people's responses. The clock calls `after` after every scan."""

    def __init__(self, floor: Floor, seed: int) -> None:
        self.floor, self.chance = floor, random.Random(f"{seed}/people")
        self.agenda: list[tuple[datetime, int, int, Reaction]] = []
        self.numbers = count()
        self.heard_until: datetime | None = None

    def after(self, at: datetime) -> datetime | None:
        """Do what is due, schedule responses to new calls, and return when the next one is due."""
        for alert in Alert.objects.filter(raised_at=at, closed_at=None, severity__gte=Severity.WARNING):
            self._later(alert, at, self._until_taken_on(alert), self._take_on)
        while self.agenda and self.agenda[0][0] <= at:
            _, _, key, react = heappop(self.agenda)
            alert = Alert.objects.select_related("facility", "floorperson", "pit_boss").get(pk=key)
            if alert.is_open:
                react(alert, at)
        return self.agenda[0][0] if self.agenda else None

    def _later(self, alert: Alert, at: datetime, within: Range, react: Reaction) -> None:
        moment = at + timedelta(seconds=round(60 * self.chance.uniform(*within)))
        heappush(self.agenda, (moment, next(self.numbers), alert.pk, react))

    def _until_taken_on(self, alert: Alert) -> Range:
        if alert.level == Role.COMPLIANCE_OFFICER:
            return PEOPLE.officer
        if self.chance.random() < PEOPLE.later_share:
            return PEOPLE.later
        return PEOPLE.soon_if_critical if alert.severity == Severity.CRITICAL else PEOPLE.soon

    def _who(self, alert: Alert) -> Staff:
        by_level: dict[str, Staff | None] = {
            Role.FLOORPERSON: alert.floorperson,
            Role.PIT_BOSS: alert.pit_boss,
            Role.COMPLIANCE_OFFICER: self.floor.compliance_officer,
        }
        return by_level.get(alert.level) or self.floor.shift_manager

    def _take_on(self, alert: Alert, at: datetime) -> None:
        if alert.acknowledged_at is None:
            alerts.acknowledge(alert, by=self._who(alert), at=at)
            if not CHECKS[alert.check_name].lasts or alert.level == Role.COMPLIANCE_OFFICER:
                self._later(alert, at, PEOPLE.dealt_with, self._close)

    def _close(self, alert: Alert, at: datetime) -> None:
        if alert.level == Role.COMPLIANCE_OFFICER:
            for violation in Violation.objects.filter(closed_at=None, round=int(alert.subject.partition(":")[2])):
                close_violation(violation, finding="Talked to", by=self.floor.compliance_officer, at=at)
            return
        alerts.resolve(alert, reason="Dealt with", by=self._who(alert), at=at)
