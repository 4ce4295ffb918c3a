"""A floorperson supervises at most six open tables."""

import pytest
from django.db import IntegrityError, transaction

from compliance.staff import services as staff
from tables.floor import services as floor_services
from tables.models import Supervision, Table
from tables.openings import services as opening
from tests.floor import Floor, deck_at, fresh, refused, signed_by

pytestmark = pytest.mark.django_db


def ready_to_open(floor: Floor) -> Table:
    table = floor.ready_table(dealer=floor.new_dealer())
    deck = floor.deck()
    floor.begin(table, deck)
    floor.do_steps(deck)
    return table


def test_a_seventh_open_table_is_refused_and_the_sixth_is_not() -> None:
    floor = Floor("md")
    tables = [ready_to_open(floor) for _ in range(7)]
    for table in tables[:6]:
        floor.open(table)

    with refused("span_exceeded", "COMAR 36.05.03.01"):
        floor.open(tables[6])

    assert Table.objects.filter(state=Table.State.OPEN).count() == 6


def test_an_idle_table_and_one_to_which_players_come_back_count_too() -> None:
    floor = Floor("md")
    tables = [ready_to_open(floor) for _ in range(7)]
    for table in tables[:6]:
        floor.open(table)
        opening.spread_cards(table, by=floor.floorperson, at=floor.at)
    opening.resume_table(tables[0], by=floor.floorperson, at=floor.at)

    with refused("span_exceeded"):
        floor.open(tables[6])


def test_a_table_that_closes_makes_room() -> None:
    floor = Floor("md")
    tables = [ready_to_open(floor) for _ in range(7)]
    for table in tables[:6]:
        floor.open(table)
    dealer = tables[0].stints.get(ended_at=None).staff
    opening.close_table(tables[0], by=floor.floorperson, at=floor.at, second=signed_by(dealer))

    floor.open(tables[6])

    assert deck_at(tables[6]).state == "in_play"


def test_a_seventh_open_table_is_not_taken_over_either() -> None:
    floor = Floor("md")
    tables = [ready_to_open(floor) for _ in range(6)]
    for table in tables:
        floor.open(table)
    other = floor.open_table(dealer=floor.new_dealer(), floorperson=floor.pit_boss)

    with refused("span_exceeded", "COMAR 36.05.03.01"):
        floor_services.supervise(other, floorperson=floor.floorperson, by=floor.pit_boss, at=floor.at)


def test_who_takes_over_relieves_who_supervised() -> None:
    floor = Floor("md")
    table = floor.open_table()
    floor.later(minutes=1)

    floor_services.supervise(table, floorperson=floor.pit_boss, by=floor.pit_boss, at=floor.at)

    assert table.supervisions.get(ended_at=None).staff == floor.pit_boss
    assert table.supervisions.get(staff=floor.floorperson).ended_at == floor.at
    with refused("already_supervises"):
        floor_services.supervise(fresh(table), floorperson=floor.pit_boss, by=floor.pit_boss, at=floor.at)


def test_only_someone_with_the_role_here_and_an_account_that_works_supervises() -> None:
    floor, elsewhere = Floor("md"), Floor("ma")
    table = floor.new_table()
    gone = floor.floorperson
    staff.disable(gone, reason="left", by=floor.administrator, at=floor.at)

    for person in (floor.dealer, floor.security, elsewhere.floorperson, gone):
        with refused("not_a_floorperson"):
            floor_services.supervise(table, floorperson=person, by=floor.pit_boss, at=floor.at)


@pytest.mark.both_databases("constraints")
def test_the_database_knows_one_floorperson_of_a_table_at_a_time() -> None:
    floor = Floor("md")
    table = floor.open_table()

    with pytest.raises(IntegrityError), transaction.atomic():
        Supervision.objects.create(facility=floor.facility, table=table, staff=floor.pit_boss, started_at=floor.at)
