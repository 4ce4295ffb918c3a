"""Housekeeping by the clock."""

from celery import shared_task
from django.core.management import call_command


@shared_task
def clear_sessions() -> None:
    """Remove the sessions that have run out."""
    call_command("clearsessions")
