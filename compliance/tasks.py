"""What compliance does by the clock."""

from celery import shared_task
from django.utils import timezone

from compliance.models import Heartbeat


@shared_task
def heartbeat() -> None:
    """Note that the scheduler, the broker, a worker and the database work together at this moment."""
    Heartbeat.objects.update_or_create(name="scheduler", defaults={"beaten_at": timezone.now()})
