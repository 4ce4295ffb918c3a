"""Whether what must run by itself does: a canary that sings every few seconds, and what is told of its silence.

The scheduler sends, a worker receives, the database keeps the heartbeat: if it is old, one of them does not work.
Nobody who is dead can raise an alert, so pages and the readiness check look at the heartbeat themselves; and whoever
comes back tells how long it was silent.
"""

from datetime import datetime, timedelta
from typing import NamedTuple

from django.db import transaction

from compliance.db.locking import locking
from compliance.facilities.policies import policy
from compliance.findings import Check, Finding, declare
from compliance.models import Facility, Heartbeat, Severity
from compliance.staff.roles import ADMINISTRATORS, MANAGERS, OFFICERS, Role

from .lifecycle import open_alert

# Both come every few seconds. After half a minute they count as silent, so that it is told well within a minute.
HEARTBEATS = ("scheduler", "scan")
OUTAGE_AFTER = timedelta(seconds=30)

declare(
    Check(
        "scheduler_silent",
        "Scheduler silent",
        to=Role.SHIFT_MANAGER,
        closed_by=MANAGERS | OFFICERS | ADMINISTRATORS,
        lasts=False,
    ),
)


class Outage(NamedTuple):
    """Since when nothing was heard; None if nothing ever was."""

    name: str
    since: datetime | None


def beat(name: str, at: datetime) -> None:
    """Note that something runs; if it was silent before, tell every facility for how long."""
    with transaction.atomic():
        heartbeat = locking(Heartbeat.objects.filter(name=name)).first()
        if heartbeat is None:
            Heartbeat.objects.get_or_create(name=name, defaults={"beaten_at": at})
            return
        before = heartbeat.beaten_at
        if before < at:
            heartbeat.beaten_at = at
            heartbeat.save(update_fields=["beaten_at"])
        # Together with the heartbeat: whoever is killed in between leaves it to the next one to tell.
        if name == "scan" and at - before > OUTAGE_AFTER:
            alert_outage(before, at)


def alert_outage(since: datetime, until: datetime) -> None:
    """Leave an alert at every facility: what fell due in that time was raised only now."""
    minutes = max(1, round((until - since).total_seconds() / 60))
    for facility in Facility.objects.all():
        finding = Finding(
            "scheduler_silent",
            facility.subject_key,
            Severity.WARNING,
            f"Nothing was checked by the clock for {minutes} min; what fell due meanwhile was raised late.",
            policy("records_kept", facility.jurisdiction).cite,
            occurrence=since.isoformat(),
            since=since,
        )
        open_alert(facility, finding, at=until)


def current_outage(at: datetime) -> Outage | None:
    """Return what is silent now, the longest silent first; None while all is heard."""
    heard = dict(Heartbeat.objects.filter(name__in=HEARTBEATS).values_list("name", "beaten_at"))
    for name in sorted(HEARTBEATS, key=lambda each: heard.get(each, datetime.min.replace(tzinfo=at.tzinfo))):
        last = heard.get(name)
        if last is None or at - last > OUTAGE_AFTER:
            return Outage(name, last)
    return None
