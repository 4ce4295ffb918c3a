"""Read the journal entries about the alerts that the drill caused."""

from collections.abc import Iterator

from compliance.models import Alert, Entry

from .verdict import Told

CHECKS = ("deck_change", "deck_not_whole", "device_neglected", "scheduler_silent")
ACTIONS = ("alert.opened", "alert.raised", "alert.reopened")


def read_told() -> Iterator[Told]:
    """Yield all entries so far."""
    alerts = {alert.subject_key: alert for alert in Alert.objects.filter(check_name__in=CHECKS)}
    for entry in Entry.objects.filter(action__in=ACTIONS, subject__in=list(alerts)).order_by("pk"):
        alert = alerts[entry.subject]
        yield Told(
            alert.check_name,
            alert.subject,
            alert.pk,
            entry.action,
            entry.facts["severity"],
            entry.recorded_at.timestamp(),
        )
