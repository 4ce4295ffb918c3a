"""Scheduled tasks of compliance."""

from celery import shared_task
from django.utils import timezone

from .alerts import scan as scanning
from .alerts.heartbeat import beat
from .journal import feed

PASSES = 3
# A long journal takes several runs.
FEED_BATCHES = 100


@shared_task
def heartbeat() -> None:
    """Record that the scheduler, the broker, a worker and the database work."""
    beat("scheduler", timezone.now())


# Safe to kill: finished work is stored, the next run does the rest, and several may run at once.
@shared_task(time_limit=20)
def scan() -> None:
    """Scan what is due, and record a heartbeat.

    An inspection is discarded if its stream gets an entry meanwhile, so the scan repeats until nothing is due.
    """
    for _ in range(PASSES):
        if not scanning.scan(timezone.now()).inspections:
            break
    beat("scan", timezone.now())


@shared_task(time_limit=60)
def catch_up_feed() -> None:
    """Copy new journal entries to the feed, so that readers have little left to catch up on."""
    feed.catch_up(FEED_BATCHES)
