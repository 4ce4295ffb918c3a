"""Housekeeping by the clock."""

from celery import shared_task
from django.core.management import call_command
from django.utils import timezone

from compliance.attempts import forget_old


@shared_task
def tidy() -> None:
    """Remove the sessions that have run out, and the failed attempts that lock nobody any more."""
    call_command("clearsessions")
    forget_old(timezone.now())
