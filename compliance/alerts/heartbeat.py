"""Scheduler heartbeat: detect when scheduled checks stop, and alert about the outage once they run again.

The scheduler sends the heartbeat, a worker receives it, the database stores it. If it is old, one of them is down.
A dead scheduler cannot raise an alert, so pages and the readiness check read the heartbeat themselves. The first scan
after an outage opens an alert that says how long it lasted.
"""

import time
from datetime import datetime, timedelta
from typing import NamedTuple

from django.db import transaction

from compliance.db.locking import locking
from compliance.facilities.policies import policy
from compliance.findings import Check, Finding
from compliance.formatting import format_duration
from compliance.models import Facility, Heartbeat, Severity
from compliance.staff.roles import ADMINISTRATORS, MANAGERS, OFFICERS, Role

from .lifecycle import open_alert

# Both come every few seconds. After 30 seconds of silence pages warn, well within a minute.
HEARTBEATS = ("scheduler", "scan")
OUTAGE_AFTER = timedelta(seconds=30)
STARTED = time.monotonic()

CHECKS = (
    Check(
        "scheduler_silent",
        "Scheduler silent",
        to=Role.SHIFT_MANAGER,
        closed_by=MANAGERS | OFFICERS | ADMINISTRATORS,
        lasts=False,
    ),
)


class Outage(NamedTuple):
    """A heartbeat that stopped. `since` is the last one, or None if there never was one."""

    name: str
    since: datetime | None

    @property
    def is_start(self) -> bool:
        """Whether there is no heartbeat yet because everything has just started."""
        return self.since is None and time.monotonic() - STARTED < OUTAGE_AFTER.total_seconds()


def beat(name: str, at: datetime) -> None:
    """Record a heartbeat. If scans were down before, alert every facility about the outage."""
    with transaction.atomic():
        heartbeat = locking(Heartbeat.objects.filter(name=name)).first()
        if heartbeat is None:
            Heartbeat.objects.get_or_create(name=name, defaults={"beaten_at": at})
            return
        before = heartbeat.beaten_at
        if before < at:
            heartbeat.beaten_at = at
            heartbeat.save(update_fields=["beaten_at"])
        # In the same transaction as the heartbeat: if this process is killed, the next one opens the alert.
        if name == "scan" and at - before > OUTAGE_AFTER:
            alert_outage(before, at)


def alert_outage(since: datetime, until: datetime) -> None:
    """Open an alert at every facility: alerts due during the outage came late."""
    for facility in Facility.objects.all():
        finding = Finding(
            "scheduler_silent",
            facility.subject_key,
            Severity.WARNING,
            f"Scheduled checks did not run for {format_duration(until - since)}. Alerts due in that time came late.",
            policy("records_kept", facility.jurisdiction).cite,
            occurrence=since.isoformat(),
            since=since,
        )
        open_alert(facility, finding, at=until)


def current_outage(at: datetime) -> Outage | None:
    """Return the heartbeat that stopped the longest ago; None while all are recent."""
    heard = dict(Heartbeat.objects.filter(name__in=HEARTBEATS).values_list("name", "beaten_at"))
    for name in sorted(HEARTBEATS, key=lambda each: heard.get(each, datetime.min.replace(tzinfo=at.tzinfo))):
        last = heard.get(name)
        if last is None or at - last > OUTAGE_AFTER:
            return Outage(name, last)
    return None
