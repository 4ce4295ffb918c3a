"""What compliance does by the clock."""

from celery import shared_task
from django.utils import timezone

from .alerts import heartbeat as canary
from .alerts import scan as scanning
from .journal import feed

PASSES = 3
# An old journal is laid down within minutes, not in one go.
FEED_BATCHES = 100


@shared_task
def heartbeat() -> None:
    """Note that the scheduler, the broker, a worker and the database work together at this moment."""
    canary.beat("scheduler", timezone.now())


# Killed rather than left hanging: what it has done is stored, the next one does the rest, and several may run at once.
@shared_task(time_limit=20)
def scan() -> None:
    """Look at whatever is due, and note that it was done.

    A look is in vain if something is told at the same table meanwhile; that is then looked at once more, not later.
    """
    for _ in range(PASSES):
        if not scanning.scan(timezone.now()).inspections:
            break
    canary.beat("scan", timezone.now())


@shared_task(time_limit=60)
def lay_down_feed() -> None:
    """Lay down the journal in the feed, so that whoever reads on has little left to do."""
    feed.catch_up(FEED_BATCHES)
