"""What compliance does by the clock."""

from celery import shared_task
from django.utils import timezone

from . import canary, scanning


@shared_task
def heartbeat() -> None:
    """Note that the scheduler, the broker, a worker and the database work together at this moment."""
    canary.beat("scheduler", timezone.now())


# Killed rather than left hanging: the next one does its work, and several may run at once.
@shared_task(soft_time_limit=50, time_limit=60)
def scan() -> None:
    """Look at whatever is due, and note that it was done."""
    scanning.scan(timezone.now())
    canary.beat("scan", timezone.now())
