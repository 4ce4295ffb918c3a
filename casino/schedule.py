"""The task schedule. Each entry expires before the next is due, so that none runs twice after a pause."""

from datetime import UTC, datetime
from typing import Any

from celery.schedules import crontab

# Makes an entry due when a scheduler starts, which may have been away.
LONG_AGO = datetime(2000, 1, 1, tzinfo=UTC)


def every(seconds: int, task: str, *, at_once: bool = False) -> dict[str, Any]:
    """Return an entry that is due every `seconds`; with `at_once` also when a scheduler starts."""
    entry = {"task": task, "schedule": seconds, "options": {"expires": seconds}}
    return entry | {"last_run_at": LONG_AGO} if at_once else entry


SCHEDULE: dict[str, dict[str, Any]] = {
    "heartbeat": every(5, "compliance.tasks.heartbeat", at_once=True),
    # An alert is stored within six seconds of its time: this leaves two for the queue and the scan.
    "scan": every(4, "compliance.tasks.scan", at_once=True),
    "feed": every(30, "compliance.tasks.catch_up_feed"),
    "integrity_scans": every(60, "casino.tasks.integrity_scans"),
    "tidy": {
        "task": "casino.tasks.tidy",
        "schedule": crontab(hour="10", minute="30"),  # UTC: the quiet hours on American floors
        "options": {"expires": 60 * 60},
    },
}
