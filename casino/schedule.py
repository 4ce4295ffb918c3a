"""What runs by the clock. Each entry expires before the next is due, so that after a pause none is done twice."""

from typing import Any

from celery.schedules import crontab


def every(seconds: int, task: str) -> dict[str, Any]:
    """Return an entry for a task that is due every so many seconds."""
    return {"task": task, "schedule": seconds, "options": {"expires": seconds}}


SCHEDULE: dict[str, dict[str, Any]] = {
    "heartbeat": every(5, "compliance.tasks.heartbeat"),
    "scan": every(5, "compliance.tasks.scan"),
    "patrol": every(60, "casino.tasks.patrol"),
    "tidy": {
        "task": "casino.tasks.tidy",
        "schedule": crontab(hour="10", minute="30"),  # UTC: the quiet hours of American floors
        "options": {"expires": 60 * 60},
    },
}
