"""A deck change, from due soon to done, as the scan sees it."""

from datetime import timedelta

import pytest

from compliance.models import Alert, Entry, Severity, Stream
from compliance.scanning import scan
from tests.floor import Floor

pytestmark = pytest.mark.django_db


def test_a_deck_change_is_one_alert_from_due_soon_to_done() -> None:
    floor = Floor("md")
    table = floor.open_table()
    scan(floor.at)
    assert not Alert.objects.exists()
    deck = table.decks.get()
    due_at = deck.change_due_at
    assert due_at

    floor.at = due_at - timedelta(minutes=15)
    scan(floor.at - timedelta(seconds=1))
    assert not Alert.objects.exists()
    scan(floor.at)
    alert = Alert.objects.get()
    assert (alert.check_name, alert.severity, alert.level) == ("deck_change", Severity.WARNING, "floorperson")
    for how in (Severity.DUE, Severity.CRITICAL):
        floor.at = due_at if how == Severity.DUE else due_at + timedelta(minutes=15)
        scan(floor.at)
        assert Alert.objects.get().severity == how
    print([(e.action, e.facts) for e in Entry.objects.filter(action__startswith="alert")])
    print(list(Stream.objects.values()))
