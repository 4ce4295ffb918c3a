"""The life of an alert: opened once, raised, closed with its cause or by a person, reopened."""

from collections.abc import Iterator
from datetime import timedelta

import pytest
from django.db import IntegrityError

from compliance import findings as checks
from compliance.alerts import scan as scanning
from compliance.alerts.scan import TRY_AGAIN, scan
from compliance.alerts.services import acknowledge, resolve
from compliance.findings import CHECKS, Finding, Inspection
from compliance.models import Alert, Entry, Severity, Stream
from tables.devices import services as devices
from tables.models import Table
from tests.floor import Floor, deck_at, fresh
from tests.games.acts import change, close, in_breach, play

from .inspections import alert, alerts, look, told

pytestmark = pytest.mark.django_db

LEAD, OVERDUE = timedelta(minutes=15), timedelta(minutes=15)


def to_due(floor: Floor, table: Table, before: timedelta) -> None:
    """Move the clock to a while before the deck of a table is due."""
    moment = deck_at(table).change_due_at
    assert moment
    floor.at = moment - before


def test_nothing_is_found_at_a_table_at_which_all_is_well(table: Table) -> None:
    assert not Alert.objects.exists()


@pytest.mark.parametrize("seconds", [1, 0])
def test_a_deck_change_is_announced_at_its_lead_and_not_a_second_before(
    floor: Floor, table: Table, seconds: int
) -> None:
    to_due(floor, table, LEAD + timedelta(seconds=seconds))

    look(floor)

    assert [each.severity for each in alerts("deck_change")] == [Severity.WARNING] * (1 - seconds)


def test_due_soon_due_and_overdue_are_one_alert_that_ends_with_the_change(floor: Floor, table: Table) -> None:
    to_due(floor, table, LEAD)
    severities = []
    for step in (timedelta(0), LEAD, OVERDUE):
        floor.at += step
        look(floor)
        severities.append(alert("deck_change").severity)

    change(floor, deck_at(table))
    look(floor, seconds=1)

    (found,) = alerts("deck_change", open_only=False)
    assert severities == [Severity.WARNING, Severity.DUE, Severity.CRITICAL]
    assert told(found) == ["alert.opened", "alert.raised", "alert.raised", "alert.closed"]
    assert found.closed_at == found.gone_at == floor.at
    assert found.closed_by is None
    assert not alerts("deck_change")


def test_an_alert_says_what_happened_under_which_paragraph_and_what_ends_it(floor: Floor, table: Table) -> None:
    deck = deck_at(table)
    to_due(floor, table, timedelta(0))

    look(floor)

    found = alert("deck_change")
    assert found.text == f"Deck {deck.label} is due for a change. Change it before the next round."
    assert found.cite == deck.change_cite
    assert (found.act, found.act_on, found.place) == ("deck.change", str(deck.pk), table.code)
    assert (found.due_at, found.since) == (deck.change_due_at, floor.at - LEAD)


def test_a_scan_that_finds_the_same_changes_nothing(floor: Floor, table: Table) -> None:
    to_due(floor, table, LEAD)
    look(floor)
    before, entries = Alert.objects.values().get(check_name="deck_change"), Entry.objects.count()

    Stream.objects.update(next_check_at=floor.at)
    look(floor, seconds=5)

    assert Alert.objects.values().get(check_name="deck_change") == before
    assert Entry.objects.count() == entries


def test_what_follows_from_a_change_of_the_method_is_told_in_the_same_alert(floor: Floor) -> None:
    table = floor.open_table(shuffler=True)
    to_due(floor, table, LEAD)
    look(floor)
    opened = alert("deck_change")
    shoe = table.devices.get(kind="manual_shoe")

    devices.take_device_away(shoe, by=floor.floorperson, at=floor.at)
    look(floor, seconds=5)

    found = alert("deck_change")
    assert found.pk == opened.pk
    assert found.due_at == deck_at(table).change_due_at == floor.at - timedelta(seconds=5)
    assert found.severity == Severity.DUE


def test_what_was_acknowledged_rings_again_when_it_grows_worse(floor: Floor, table: Table) -> None:
    to_due(floor, table, LEAD)
    look(floor)
    acknowledge(alert("deck_change"), by=floor.floorperson, at=floor.at)

    floor.at += LEAD
    look(floor)

    found = alert("deck_change")
    assert found.acknowledged_at is None
    assert found.first_acknowledged_at == floor.at - LEAD
    assert found.raised_at == floor.at


def test_what_someone_closed_stays_closed_while_it_is_no_worse_and_then_is_open_again(
    floor: Floor, table: Table
) -> None:
    to_due(floor, table, LEAD)
    look(floor)
    resolve(alert("deck_change"), reason="The table closes in a minute", by=floor.compliance_officer, at=floor.at)

    look(floor, minutes=1)
    Stream.objects.update(next_check_at=floor.at)
    look(floor, minutes=1)
    assert not alerts("deck_change")

    to_due(floor, table, timedelta(0))
    look(floor)
    found = alert("deck_change")
    assert told(found) == ["alert.opened", "alert.resolved", "alert.reopened"]
    assert (found.closed_by, found.reason) == (None, "")


def test_closing_the_table_ends_its_alerts_and_nothing_is_looked_at_any_more(floor: Floor, table: Table) -> None:
    to_due(floor, table, LEAD)
    look(floor)

    close(floor, table)
    look(floor, seconds=1)

    assert not Alert.objects.filter(closed_at=None, place=table.code).exists()
    assert Stream.objects.get(key=table.stream_key).next_check_at is None


def test_a_device_that_fails_twice_is_two_alerts(floor: Floor, table: Table) -> None:
    device = table.devices.get()
    for _ in range(2):
        devices.fail_device(fresh(device), fault="Jammed", by=floor.floorperson, at=floor.later(minutes=1))
        look(floor, seconds=2)
        devices.handle_device(fresh(device), handling="covered", by=floor.floorperson, at=floor.later(minutes=1))
        look(floor, seconds=2)
        devices.repair_device(fresh(device), report="Mended", by=floor.pit_boss, at=floor.later(minutes=1))
        look(floor, seconds=2)

    found = alerts("device_neglected", open_only=False)
    assert len(found) == 2
    assert all(each.closed_at is not None for each in found)
    # Counted by the table's own journal: another's may be as long when the device has gone there.
    assert {each.occurrence.partition("/")[0] for each in found} == {table.stream_key}


@pytest.mark.one_database("the error of the database is pretended")
def test_an_alert_that_the_database_refuses_is_tried_again_later_and_not_without_an_end(
    floor: Floor, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(scanning, "_write", refused_by_the_database)
    to_due(floor, table, LEAD)

    looks = scan(floor.at).inspections

    assert looks <= 4
    assert Stream.objects.get(key=table.stream_key).next_check_at == floor.at + TRY_AGAIN


def refused_by_the_database(*given: object) -> int:
    raise IntegrityError


def test_an_alert_about_a_past_event_stays_open_until_a_person_resolves_it(floor: Floor, table: Table) -> None:
    to_due(floor, table, timedelta(hours=-1))
    in_breach(floor, table)
    look(floor, seconds=1)
    found = alert("round_in_breach")

    floor.later(hours=1)
    Stream.objects.update(next_check_at=floor.at)
    look(floor)

    assert alert("round_in_breach").pk == found.pk


def test_a_notice_is_there_to_be_looked_up_and_leaves_no_entry(floor: Floor, table: Table) -> None:
    play(floor, table, 4)
    look(floor, seconds=1)

    found = alert("stub_count")
    assert (found.severity, found.rings, found.escalate_at) == (Severity.NOTICE, False, None)
    assert told(found) == []


def test_a_look_that_fails_is_tried_again_and_keeps_no_other_from_its_own(
    floor: Floor, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = floor.open_table(dealer=floor.new_dealer())
    to_due(floor, other, LEAD)
    Stream.objects.filter(key__startswith="table:").update(next_check_at=floor.at)
    faults = [True]

    def failing_at_one(look: Inspection) -> Iterator[Finding]:
        if look.place == table.code and faults:
            raise LookupError("a fault of ours")
        yield from ()

    failing = checks.Finders(find=(failing_at_one,), scan_only=True)
    monkeypatch.setitem(checks._FINDERS, "table", [*checks._FINDERS["table"], failing])

    scan(floor.at)

    assert Stream.objects.get(key=table.stream_key).next_check_at == floor.at + TRY_AGAIN
    assert [each.place for each in alerts("deck_change")] == [other.code]
    faults.clear()
    scan(floor.at + TRY_AGAIN)
    assert {each.place for each in alerts("deck_change")} == {table.code, other.code}


def test_every_check_that_is_declared_has_a_label_of_its_own() -> None:
    labels = [check.label for check in CHECKS.values()]

    assert len(labels) == len(set(labels))
