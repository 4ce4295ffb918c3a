"""Findings of the checks of offers, layouts and devices."""

from datetime import timedelta

import pytest
from django.db import transaction

from compliance.alerts.scan import scan
from compliance.journal.write import journal
from compliance.models import Severity
from compliance.staff.roles import Role
from tables.devices import services as devices
from tables.floor import services as floors
from tables.models import Offer, Table
from tables.signs import services as signs
from tests.compliance.alerts.inspections import a_moment_later, alert, alerts, look, open_checks
from tests.floor import Floor, fresh

pytestmark = pytest.mark.django_db


# ── Papers


@pytest.mark.one_database("its transaction is that of a service")
def test_a_withdrawn_offer_raises_an_alert_at_every_open_table_that_deals_it(floor: Floor, table: Table) -> None:
    other = floor.open_table(dealer=floor.new_dealer())
    scan(floor.at)
    withdraw(floor)

    scan(floor.at)

    found = alerts("offer_not_in_force")
    assert {each.place for each in found} == {table.code, other.code}
    assert {each.level for each in found} == {Role.PIT_BOSS}


def withdraw(floor: Floor) -> None:
    """Take an offer out of force though tables deal it, which its service refuses."""
    Offer.objects.filter(pk=floor.offer.pk).update(withdrawn_at=floor.at)
    with transaction.atomic():
        journal("offer.withdrawn", floor.offer, on=floor.facility, by=floor.compliance_officer, at=floor.at)


def test_a_layout_raises_an_alert_at_the_moment_it_is_superseded(floor: Floor, table: Table) -> None:
    moment = floor.at + timedelta(hours=1)
    floor.new_layout(effective_at=moment)
    scan(floor.at)
    scan(moment - timedelta(seconds=1))
    assert not alerts("layout_not_in_force")

    scan(moment)

    assert alert("layout_not_in_force").act == "table.put-layout"


def test_a_sign_that_the_layout_leaves_the_odds_to_is_to_be_posted(floor: Floor) -> None:
    elements = floor.elements()
    by_sign = next(each.id for each in floor.book.layout.elements if each.or_sign)
    floor.__dict__["layout"] = floor.new_layout(elements | {by_sign: "sign"}, name="With a sign")
    table = floor.ready_table()
    signs.post_sign(table, by=floor.floorperson, at=floor.at)
    deck = floor.deck()
    floor.begin(table, deck)
    floor.do_steps(deck)
    floor.open(table)
    signs.take_down_sign(table, signs=list(table.signs.all()), by=floor.floorperson, at=floor.at)

    look(floor, seconds=1)

    assert alert("sign_missing").act == "table.post-sign"
    signs.post_sign(table, by=floor.floorperson, at=floor.at)
    assert "sign_missing" not in a_moment_later(floor)


def test_a_notice_of_new_limits_is_a_notice_until_they_take_effect(floor: Floor, table: Table) -> None:
    higher = floor.new_offer({"limits": {"ante": ["10.00", "200.00"]}, "wagers": []}, name="Higher")
    floors.put_offer(table, offer=higher, sign=True, announced=True, by=floor.pit_boss, at=floor.at)
    look(floor, seconds=1)
    notice = alert("limit_notice")

    scan(notice.due_at)  # type: ignore[arg-type]

    assert (notice.severity, notice.cite) == (Severity.NOTICE, "COMAR 36.05.03.21")
    assert not alerts("limit_notice")


# ── Devices


def test_a_failed_device_is_to_be_covered_marked_or_removed(floor: Floor, table: Table) -> None:
    device = table.devices.get()
    devices.fail_device(device, fault="Jammed", by=floor.floorperson, at=floor.at)

    look(floor, seconds=1)

    found = alert("device_neglected")
    assert (found.severity, found.act, found.act_on) == (Severity.CRITICAL, "device.handle", str(device.pk))


def test_dealing_by_hand_without_a_working_shuffler_raises_an_alert(floor: Floor) -> None:
    table = floor.open_table("hand")
    shuffler = table.devices.get()
    devices.fail_device(shuffler, fault="Jammed", by=floor.floorperson, at=floor.at)
    devices.handle_device(fresh(shuffler), handling="covered", by=floor.floorperson, at=floor.at)

    look(floor, seconds=1)

    assert alert("method_not_lawful").cite == "MD Ch. 9 §A(1)"


def test_a_second_deck_without_a_shuffler_raises_an_alert(floor: Floor) -> None:
    table = floor.open_table("manual_shoe", decks=2)
    shuffler = table.devices.get(kind="shuffler")
    devices.fail_device(shuffler, fault="Jammed", by=floor.floorperson, at=floor.at)
    devices.handle_device(fresh(shuffler), handling="marked", by=floor.floorperson, at=floor.at)

    look(floor, seconds=1)

    assert "second_deck_without_shuffler" in open_checks(floor)


def test_devices_of_a_table_that_stays_open_are_to_be_inspected_when_the_day_turns(floor: Floor) -> None:
    floor.open_table("manual_shoe", shuffler=True)
    turn = floor.at.replace(hour=11) + timedelta(days=1)  # six in New York
    scan(turn - timedelta(seconds=1))
    before = alerts("device_not_inspected")
    scan(turn)
    warned = alert("device_not_inspected")
    scan(turn + timedelta(hours=1))

    assert before == []
    assert (warned.severity, warned.occurrence) == (Severity.WARNING, "2026-03-03")
    assert "And 1 more" in warned.text
    assert alert("device_not_inspected").severity == Severity.DUE
