"""Dealers: licenses, table tests, and never at two tables at once."""

from datetime import date, timedelta

import pytest
from django.db import IntegrityError, transaction

from compliance.models import Staff
from compliance.staff import services as staff
from compliance.staff.roles import Role
from tables.dealers import services as dealers
from tables.models import Licence, Stint, Table, TableTest
from tables.openings import services as opening
from tests.floor import NOON, Floor, actions, fresh, refused, signed_by

pytestmark = pytest.mark.django_db


# ── Licences


@pytest.fixture
def floor(db: None) -> Floor:
    floor = Floor("md")
    floor.furnish(floor.new_table(number=1))
    return floor


def assign(floor: Floor, dealer: Staff) -> None:
    table = Table.objects.get(facility=floor.facility, number=1)
    dealers.assign_dealer(table, dealer=dealer, by=floor.floorperson, at=floor.at)


LAST = date(2026, 3, 2)
TURN = NOON + timedelta(hours=18)  # six in the morning of the third


def test_a_licence_holds_until_the_gaming_day_of_its_last_day_turns(floor: Floor) -> None:
    dealer = floor.new_dealer(licensed=False)
    floor.license(dealer, expires_on=LAST)
    floor.at = TURN - timedelta(microseconds=1)

    assign(floor, dealer)

    assert dealer.stints.get().started_at == floor.at


def test_a_licence_has_expired_when_the_next_gaming_day_begins(floor: Floor) -> None:
    dealer = floor.new_dealer(licensed=False)
    floor.license(dealer, expires_on=LAST)
    floor.at = TURN

    with refused("dealer_not_licensed", "house policy, after COMAR 36.05.03.18"):
        assign(floor, dealer)


def test_a_licence_does_not_hold_before_its_first_gaming_day(floor: Floor) -> None:
    dealer = floor.new_dealer(licensed=False)
    floor.license(dealer, valid_from=date(2026, 3, 3))
    floor.at = TURN - timedelta(microseconds=1)
    with refused("dealer_not_licensed"):
        assign(floor, dealer)

    floor.at = TURN
    assign(floor, dealer)


def test_a_renewed_licence_lets_the_dealer_go_on(floor: Floor) -> None:
    dealer = floor.new_dealer(licensed=False)
    floor.license(dealer, expires_on=LAST)
    floor.license(dealer, valid_from=date(2026, 3, 3))
    floor.at = TURN

    assign(floor, dealer)

    assert dealer.stints.get().started_at == floor.at


def test_a_revoked_licence_ends_with_the_gaming_day_in_which_it_was_revoked(floor: Floor) -> None:
    dealer = floor.new_dealer()
    floor.later(hours=8)  # eight in the evening: in Greenwich it is tomorrow
    licence = dealer.licences.get()

    dealers.revoke_licence(floor.posting(dealer), licence=licence, reason="x", by=floor.compliance_officer, at=floor.at)

    assert fresh(licence).revoked_on == LAST
    with refused("dealer_not_licensed"):
        assign(floor, dealer)
    with refused("licence_revoked"):
        dealers.revoke_licence(
            floor.posting(dealer), licence=licence, reason="x", by=floor.compliance_officer, at=floor.at
        )


def test_a_license_is_valid_at_its_own_facility_only(floor: Floor) -> None:
    elsewhere = Floor("md-1.0")
    staff.appoint(
        elsewhere.dealer,
        facility=floor.facility,
        role=Role.DEALER,
        by=floor.administrator,
        at=floor.at,
        second=floor.officers_signature,
    )

    with refused("dealer_not_licensed"):
        assign(floor, elsewhere.dealer)


@pytest.mark.both_databases("constraints")
def test_a_licence_does_not_expire_before_it_begins(floor: Floor) -> None:
    dealer = floor.new_dealer(licensed=False)

    with refused("licence_dates"):
        floor.license(dealer, valid_from=date(2026, 3, 3), expires_on=date(2026, 3, 2))
    with pytest.raises(IntegrityError), transaction.atomic():
        Licence.objects.create(
            facility=floor.facility,
            staff=dealer,
            number="L",
            valid_from=date(2026, 3, 3),
            expires_on=date(2026, 3, 2),
            recorded_by=floor.compliance_officer,
            recorded_at=floor.at,
        )


# ── Table tests


def test_a_dealer_without_a_table_test_does_not_deal(floor: Floor) -> None:
    with refused("dealer_not_tested", "COMAR 36.05.03.18"):
        assign(floor, floor.new_dealer(tested=False))


def test_a_table_test_of_another_game_does_not_count(floor: Floor) -> None:
    dealer = floor.new_dealer(tested=False)
    floor.test(dealer, "Double Cross Poker")

    with refused("dealer_not_tested"):
        assign(floor, dealer)


@pytest.mark.both_databases("constraints")
def test_a_dealer_cannot_examine_themselves(floor: Floor) -> None:
    dealer = floor.new_dealer(tested=False)

    with refused("own_test", "COMAR 36.05.03.18"):
        dealers.record_table_test(floor.posting(dealer), game=floor.book.title, passed_on=LAST, by=dealer, at=floor.at)
    with pytest.raises(IntegrityError), transaction.atomic():
        TableTest.objects.create(
            facility=floor.facility, staff=dealer, game="x", passed_on=LAST, examiner=dealer, recorded_at=floor.at
        )


# ── One place at a time


def test_a_dealer_at_one_table_is_not_assigned_to_another() -> None:
    floor = Floor("md")
    floor.ready_table()
    there = floor.ready_table(dealer=floor.new_dealer())

    with refused("dealer_elsewhere", "house policy"):
        dealers.assign_dealer(there, dealer=floor.dealer, by=floor.floorperson, at=floor.at)
    with refused("already_here"):
        dealers.assign_dealer(there, dealer=there.stints.get(ended_at=None).staff, by=floor.floorperson, at=floor.at)


def test_only_a_dealer_of_the_house_with_an_account_that_works_is_assigned() -> None:
    floor, elsewhere = Floor("md"), Floor("ma")
    table = floor.ready_table()
    gone = floor.new_dealer()
    staff.disable(gone, reason="left", by=floor.administrator, at=floor.at)

    for person in (elsewhere.dealer, gone, floor.pit_boss):
        with refused("not_a_dealer"):
            dealers.assign_dealer(table, dealer=person, by=floor.floorperson, at=floor.at)


@pytest.mark.both_databases("constraints")
def test_the_database_refuses_a_person_two_places_at_once() -> None:
    floor = Floor("md")
    floor.ready_table()
    there = floor.new_table()
    floor.later(minutes=5)

    with pytest.raises(IntegrityError), transaction.atomic():
        Stint.objects.create(facility=floor.facility, staff=floor.dealer, table=there, started_at=floor.at)
    with pytest.raises(IntegrityError), transaction.atomic():
        Stint.objects.create(facility=floor.facility, staff=floor.dealer, table=None, started_at=floor.at)


@pytest.mark.both_databases("constraints")
def test_the_database_refuses_a_table_two_dealers_at_once() -> None:
    floor = Floor("md")
    here = floor.ready_table()
    floor.later(minutes=5)

    with pytest.raises(IntegrityError), transaction.atomic():
        Stint.objects.create(facility=floor.facility, staff=floor.new_dealer(), table=here, started_at=floor.at)


@pytest.mark.both_databases("constraints")
def test_the_database_refuses_times_in_the_past_that_overlap() -> None:
    floor = Floor("md")
    here, there = floor.new_table(), floor.new_table()
    dealer, minutes = floor.new_dealer(), timedelta(minutes=1)
    Stint.objects.create(
        facility=floor.facility, staff=dealer, table=here, started_at=NOON, ended_at=NOON + 60 * minutes
    )

    for start, end in ((-10, 10), (10, 20), (50, 70), (-10, 70), (59, None)):
        with pytest.raises(IntegrityError), transaction.atomic():
            Stint.objects.create(
                facility=floor.facility,
                staff=dealer,
                table=there,
                started_at=NOON + start * minutes,
                ended_at=None if end is None else NOON + end * minutes,
            )


def test_a_time_that_begins_where_another_ends_does_not_overlap() -> None:
    floor = Floor("md")
    here, there = floor.new_table(), floor.new_table()
    dealer, hour = floor.new_dealer(), timedelta(hours=1)
    Stint.objects.create(facility=floor.facility, staff=dealer, table=here, started_at=NOON, ended_at=NOON + hour)

    Stint.objects.create(facility=floor.facility, staff=dealer, table=there, started_at=NOON + hour)
    Stint.objects.create(facility=floor.facility, staff=dealer, table=there, started_at=NOON - hour, ended_at=NOON)

    assert dealer.stints.count() == 3


@pytest.mark.both_databases("constraints")
def test_the_database_refuses_to_stretch_a_time_into_another() -> None:
    floor = Floor("md")
    dealer, hour = floor.new_dealer(), timedelta(hours=1)
    first = Stint.objects.create(
        facility=floor.facility, staff=dealer, table=floor.new_table(), started_at=NOON, ended_at=NOON + hour
    )
    Stint.objects.create(facility=floor.facility, staff=dealer, table=floor.new_table(), started_at=NOON + hour)

    with pytest.raises(IntegrityError), transaction.atomic():
        Stint.objects.filter(pk=first.pk).update(ended_at=None)


@pytest.mark.both_databases("constraints")
def test_the_database_refuses_a_time_that_ends_before_it_begins() -> None:
    floor = Floor("md")

    with pytest.raises(IntegrityError), transaction.atomic():
        Stint.objects.create(
            facility=floor.facility, staff=floor.dealer, started_at=NOON, ended_at=NOON - timedelta(seconds=1)
        )


# ── Relief and breaks


def test_relief_sends_one_dealer_on_a_break_and_puts_the_other_in_place() -> None:
    floor = Floor("md")
    table = floor.open_table()
    relief = floor.new_dealer()
    floor.later(minutes=40)

    dealers.assign_dealer(table, dealer=relief, relieved_to="break", by=floor.floorperson, at=floor.at)

    assert table.stints.get(ended_at=None).staff == relief
    on_break = floor.dealer.stints.get(ended_at=None)
    assert (on_break.table, on_break.started_at) == (None, floor.at)
    assert actions(table.stream_key)[-2:] == ["dealer.relieved", "dealer.assigned"]


def test_a_dealer_on_a_break_can_be_called_back_to_a_table() -> None:
    floor = Floor("md")
    table = floor.open_table()
    dealers.start_break(floor.posting(dealer := floor.new_dealer()), by=floor.floorperson, at=floor.at)
    floor.later(minutes=20)

    dealers.assign_dealer(table, dealer=dealer, by=floor.floorperson, at=floor.at)

    assert table.stints.get(ended_at=None).staff == dealer
    assert actions(floor.facility.stream_key)[-1] == "break.ended"


def test_a_break_ends_and_begins_once() -> None:
    floor = Floor("md")
    posting = floor.posting(floor.dealer)
    with refused("no_break"):
        dealers.end_break(posting, by=floor.floorperson, at=floor.at)

    dealers.start_break(posting, by=floor.floorperson, at=floor.at)
    with refused("not_free"):
        dealers.start_break(posting, by=floor.floorperson, at=floor.at)
    dealers.end_break(posting, by=floor.floorperson, at=floor.later(minutes=20))

    assert not floor.dealer.stints.filter(ended_at=None).exists()


def test_a_dealer_at_a_table_takes_no_break_before_relief() -> None:
    floor = Floor("md")
    floor.open_table()

    with refused("not_free"):
        dealers.start_break(floor.posting(floor.dealer), by=floor.floorperson, at=floor.at)


def test_the_dealer_leaves_an_open_table_only_to_another() -> None:
    floor = Floor("md")
    table = floor.open_table()

    with refused("table_open"):
        dealers.release_dealer(table, by=floor.floorperson, at=floor.at)
    opening.spread_cards(table, by=floor.floorperson, at=floor.at)
    dealers.release_dealer(table, relieved_to="break", by=floor.floorperson, at=floor.at)

    assert floor.dealer.stints.get(ended_at=None).table is None
    with refused("no_dealer"):
        dealers.release_dealer(table, by=floor.floorperson, at=floor.at)


def test_a_dealer_relieved_at_the_moment_of_assignment_can_be_assigned_again() -> None:
    floor = Floor("md")
    table = floor.ready_table()

    opening.close_for_cause(table, cause="x", by=floor.floorperson, at=floor.at)
    opening.release_table(
        table, reason="x", by=floor.pit_boss, at=floor.at, second=signed_by(floor.shift_manager, Role.SHIFT_MANAGER)
    )
    floor.staffed(table)

    assert floor.dealer.stints.filter(ended_at=None).count() == 1
