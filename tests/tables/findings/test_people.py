"""Findings of the checks of people and whole facilities."""

from datetime import date, timedelta

import pytest

from compliance.alerts.heartbeat import beat
from compliance.alerts.scan import scan
from compliance.models import Severity
from compliance.staff import services as people
from compliance.staff.roles import Role
from tables.dealers import services as dealers
from tables.models import Table
from tables.signs import services as signs
from tests.compliance.alerts.inspections import alert, alerts, look, open_checks
from tests.floor import Floor, deck_at
from tests.games.acts import change

pytestmark = pytest.mark.django_db


# ── People


def test_a_table_without_a_dealer_raises_an_alert_after_the_handover_time(floor: Floor, table: Table) -> None:
    table.stints.filter(ended_at=None).update(ended_at=floor.at)
    signs.post_sign(table, by=floor.floorperson, at=floor.at)
    look(floor, minutes=4)
    early = alert("no_dealer")
    assert (early.severity, early.rings, early.blocks_play) == (Severity.NOTICE, False, True)

    look(floor, minutes=1)

    found = alert("no_dealer")
    assert (found.severity, found.act) == (Severity.DUE, "table.assign-dealer")


def test_a_license_revoked_while_its_holder_deals_raises_an_alert(floor: Floor, table: Table) -> None:
    licence = floor.dealer.licences.get()
    dealers.revoke_licence(
        floor.posting(floor.dealer),
        licence=licence,
        reason="Theft",
        by=floor.compliance_officer,
        at=floor.later(minutes=1),
    )

    scan(floor.at)

    assert alert("dealer_not_licensed").act == "table.relieve-dealer"


def test_a_dealer_without_a_table_test_raises_an_alert(floor: Floor, table: Table) -> None:
    floor.dealer.table_tests.update(game="Another game")
    signs.post_sign(table, by=floor.floorperson, at=floor.at)

    look(floor)

    assert "dealer_not_tested" in open_checks(floor)


def test_a_dealer_is_to_be_relieved_after_ninety_minutes(floor: Floor, table: Table) -> None:
    look(floor, minutes=89)
    early = alerts("dealer_too_long")
    look(floor, minutes=1)
    warned = alert("dealer_too_long").severity
    look(floor, minutes=30)
    late = alert("dealer_too_long")

    dealers.assign_dealer(table, dealer=floor.new_dealer(), by=floor.floorperson, at=floor.at)
    look(floor, seconds=1)

    assert (early, warned, late.severity) == ([], Severity.WARNING, Severity.DUE)
    assert not alerts("dealer_too_long")


def test_a_licence_that_runs_out_is_announced_a_month_before_to_the_compliance_officer(floor: Floor) -> None:
    dealer = floor.new_dealer(licensed=False)
    floor.license(dealer, expires_on=date(2026, 4, 1))
    scan(floor.at)
    found = alert("licence_expiring")

    floor.license(dealer, expires_on=date(2028, 4, 1))
    look(floor, seconds=1)

    assert (found.level, found.text) == (Role.COMPLIANCE_OFFICER, f"The license of {dealer} expires on Apr 1, 2026")
    assert not alerts("licence_expiring")


def test_a_dealer_of_two_facilities_raises_alerts_at_both(floor: Floor) -> None:
    dealer = floor.new_dealer(licensed=False)
    floor.license(dealer, expires_on=date(2026, 4, 1))
    other = Floor("md", code="MDTWO")
    people.appoint(
        dealer,
        facility=other.facility,
        role=Role.DEALER,
        by=other.administrator,
        at=other.at,
        second=other.officers_signature,
    )
    other.license(dealer, expires_on=date(2026, 4, 1))

    scan(floor.at)

    assert {each.facility for each in alerts("licence_expiring")} == {floor.facility, other.facility}


def test_the_last_table_of_a_floorperson_with_too_many_raises_an_alert(floor: Floor) -> None:
    tables = [floor.open_table(dealer=floor.new_dealer()) for _ in range(6)]
    seventh = floor.open_table(dealer=floor.new_dealer(), floorperson=floor.hire(Role.FLOORPERSON))
    floor.later(minutes=1)
    seventh.supervisions.filter(ended_at=None).update(staff=floor.floorperson, started_at=floor.at)
    signs.post_sign(seventh, by=floor.floorperson, at=floor.at)

    look(floor, seconds=1)
    found = alert("floorperson_span")
    tables[0].supervisions.update(ended_at=floor.at)
    look(floor, minutes=1)

    assert (found.place, found.level) == (seventh.code, Role.PIT_BOSS)
    assert not alerts("floorperson_span")


# ── Facilities


def test_decks_that_were_removed_are_collected_before_the_gaming_day_ends(floor: Floor, table: Table) -> None:
    floor.later(hours=1)
    change(floor, deck_at(table))
    scan(floor.at)
    turn = floor.at.replace(hour=11, minute=0) + timedelta(days=1)
    before = alerts("decks_uncollected")

    scan(turn)

    found = alert("decks_uncollected")
    assert before == []
    assert (found.act, found.cite) == ("facility.collect-decks", "COMAR 36.05.02.16 M")


def test_a_scheduler_outage_raises_an_alert_when_it_is_over(floor: Floor) -> None:
    beat("scan", floor.at)
    beat("scan", floor.later(seconds=5))
    assert not alerts("scheduler_silent")

    beat("scan", floor.later(minutes=4))
    beat("scan", floor.later(seconds=5))

    found = alert("scheduler_silent")
    assert "for 0:04." in found.text
    assert found.level == Role.SHIFT_MANAGER
