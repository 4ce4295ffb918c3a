"""The demo's alerts: scans find what is due while the timeline runs, and people acknowledge it."""

from collections.abc import Callable
from datetime import datetime, timedelta
from functools import partial

from django.db.models import Min

from compliance.alerts.scan import due_streams, scan
from compliance.alerts.services import acknowledge
from compliance.models import Alert, Staff, Stream
from compliance.staff.roles import Role
from tables.models import Table

from .acts import inspect_devices
from .runner import Timeline

TICK = timedelta(seconds=5)
# Scans after acts wait a little for further acts: they take most of the loading time.
TOGETHER = timedelta(minutes=10)
# Of what was due before, only what is still open is found.
WATCHED = timedelta(hours=14)

# The roles that respond; alerts at other levels wait.
_QUICK = (Role.FLOORPERSON, Role.PIT_BOSS, Role.SHIFT_MANAGER)


class Watch:
    """Scan between the acts of a timeline, as the scheduler does every few seconds."""

    def __init__(self, timeline: Timeline) -> None:
        self.timeline = timeline
        self.watched_from = self.told_until = self.scanned_at = timeline.now - WATCHED

    def until(self, at: datetime) -> bool:
        """Scan if something is due before `at`, or if it is time to check recent acts; tell whether it did."""
        if not self.watched_from <= at <= self.timeline.now:
            return False
        moment = self._next_by_itself()
        if moment and moment < at:
            return self._scan(moment)
        self.told_until = max(at, self.told_until)
        return at >= self.scanned_at + TOGETHER and self._scan(at)

    def _next_by_itself(self) -> datetime | None:
        """Return the next tick at which something is due by the clock, not because of an act."""
        next_check = Stream.objects.filter(next_check_at__gt=self.told_until).aggregate(at=Min("next_check_at"))["at"]
        escalations = Alert.objects.aggregate(at=Min("escalate_at"))["at"]
        due: datetime | None = min(filter(None, (next_check, escalations)), default=None)
        return tick_after(due) if due else None

    def _scan(self, at: datetime) -> bool:
        if at < self.scanned_at or not due_at(at):
            return False
        scan(at)
        self.scanned_at = at
        for alert in Alert.objects.filter(raised_at=at, closed_at=None, acknowledged_at=None):
            if alert.rings and alert.pk % 5:
                self._plan_acknowledgment(alert, at)
        return True

    def _plan_acknowledgment(self, alert: Alert, at: datetime) -> None:
        """Let the person in charge acknowledge an alert after a while, if it is still open by then."""
        self._plan(at + timedelta(seconds=40 + 37 * alert.pk % 170), partial(self._acknowledge, alert.pk))
        if alert.check_name == "device_not_inspected":
            self._plan(at + timedelta(minutes=12 + alert.pk % 20), partial(self._inspect, alert.place))

    def _plan(self, at: datetime, act: Callable[[datetime], object]) -> None:
        """Plan an act, unless it is in the future."""
        if at <= self.timeline.now:
            self.timeline.plan(at, act)

    def _inspect(self, code: str, at: datetime) -> None:
        table = Table.objects.select_related("facility").get(code=code)
        if table.is_live:
            inspect_devices(table, at)

    def _acknowledge(self, key: int, at: datetime) -> None:
        alert = Alert.objects.select_related("floorperson", "pit_boss", "assigned_to", "facility").get(pk=key)
        by = alert.in_charge or _someone(alert)
        if alert.closed_at is None and alert.acknowledged_at is None and by:
            acknowledge(alert, by=by, at=at)


def _someone(alert: Alert) -> Staff | None:
    """Return someone with the role at which an alert is now."""
    if alert.level not in _QUICK:
        return None
    posted = Staff.objects.filter(postings__facility=alert.facility, postings__role=alert.level)
    return posted.filter(postings__ended_at=None).order_by("badge").first()


def due_at(at: datetime) -> bool:
    return due_streams(at).exists() or Alert.objects.filter(escalate_at__lte=at).exists()


def tick_after(moment: datetime) -> datetime:
    """Return the scheduler's first tick at or after a moment."""
    since = timedelta(seconds=moment.second % 5, microseconds=moment.microsecond)
    return moment if not since else moment - since + TICK
