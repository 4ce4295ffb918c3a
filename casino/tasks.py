"""Scheduled housekeeping."""

import logging
from datetime import datetime

from celery import shared_task
from django.core.management import call_command
from django.utils import timezone

from compliance.journal.integrity_scan import walk_journal
from compliance.lockout.limits import forget_old
from games.replay.integrity_scan import walk_settlements

logger = logging.getLogger(__name__)


@shared_task
def tidy() -> None:
    """Remove expired sessions, and failed sign-ins that no longer count toward a lockout."""
    call_command("clearsessions")
    forget_old(timezone.now())


@shared_task(soft_time_limit=50, time_limit=60)
def integrity_scans() -> None:
    """Continue the integrity scans of journal and settlements for a while."""
    continue_scans(timezone.now())


def continue_scans(at: datetime) -> None:
    """Continue every scan for a moment. One that fails is retried next time and does not stop the others."""
    for walk in (walk_journal, walk_settlements):
        try:
            walk(at)
        except Exception:
            logger.exception("An integrity scan failed in %s", walk.__name__)
