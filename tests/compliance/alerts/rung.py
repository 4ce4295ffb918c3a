"""Create alerts that ring now, for pages, which use the real clock."""

from datetime import datetime, timedelta
from typing import Any

from django.test import Client
from django.utils import timezone

from compliance.alerts.heartbeat import beat
from compliance.alerts.lifecycle import open_alert
from compliance.alerts.scan import scan
from compliance.findings import Finding
from compliance.models import Alert, Severity, Staff, Stream
from tables.models import Deck, Table
from tests.floor import Floor


def heard() -> None:
    """Let the clock's work go on."""
    for name in ("scheduler", "scan"):
        beat(name, timezone.now())


def overdue(floor: Floor, table: Table, *, by: timedelta = timedelta(minutes=1)) -> Alert:
    """Let the deck of a table fall due, and return the alert of it."""
    Deck.objects.filter(table=table).update(change_due_at=timezone.now() - by)
    check_again(table.stream_key)
    return Alert.objects.get(check_name="deck_change", place=table.code)


def check_again(stream: str) -> None:
    """Look at a stream now, whenever that would be due."""
    Stream.objects.filter(key=stream).update(next_check_at=timezone.now())
    scan(timezone.now())


def happened(
    floor: Floor,
    text: str = "Silent",
    *,
    occurrence: str = "once",
    severity: Severity = Severity.WARNING,
    at: datetime | None = None,
) -> Alert:
    """Tell of something that happened at a facility, for its shift manager."""
    finding = Finding("scheduler_silent", floor.facility.subject_key, severity, text, "house", occurrence=occurrence)
    found = open_alert(floor.facility, finding, at=at or timezone.now())
    assert found is not None
    return found


def signed_in(person: Staff) -> Client:
    client = Client()
    client.force_login(person)
    return client


def inbox(person: Staff, floor: Floor, **asked: Any) -> Any:
    """Return what the page of the inbox is made from."""
    return signed_in(person).get(f"/facilities/{floor.facility.code}/alerts/", asked).context


def keys(context: Any) -> list[int]:
    """Return which alerts an inbox shows, in its order."""
    return [shown.alert.pk for group in context["groups"] for shown in group.alerts]
