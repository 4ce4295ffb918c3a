"""Scheduled housekeeping."""

from celery import shared_task
from django.core.management import call_command
from django.utils import timezone

from compliance.staff.lockout import forget_old

from .ops import integrity_scan


@shared_task
def tidy() -> None:
    """Remove expired sessions, and failed sign-ins that no longer count toward a lockout."""
    call_command("clearsessions")
    forget_old(timezone.now())


@shared_task(soft_time_limit=50, time_limit=60)
def integrity_scans() -> None:
    """Continue the integrity scans of journal and settlements for a while."""
    integrity_scan.continue_scans(timezone.now())
