"""A scan's cost depends on what is due, not on the number of tables."""

import re
from collections.abc import Sequence
from datetime import timedelta

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

from compliance.alerts.scan import BATCH_SIZE, due_streams, scan
from compliance.journal.write import journal
from compliance.models import Alert, Facility, Stream
from tables.models import Deck, Table
from tests.floor import Floor
from tests.many import copies_of

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases("indexes, and how many statements a scan takes")]


@pytest.fixture
def table(floor: Floor) -> Table:
    """An open table at which nothing is due."""
    table = floor.open_table()
    scan(floor.at)
    return table


def stir(floor: Floor, tables: Sequence[Table]) -> None:
    """Let something be told of each table."""
    with transaction.atomic():
        for table in tables:
            journal("test.made", table, on=table, by=None, at=floor.at)


def cost(floor: Floor, due: Sequence[Table]) -> list[str]:
    """Return what the database is asked by a scan at which these tables are due."""
    stir(floor, due)
    with CaptureQueriesContext(connection) as queries:
        assert scan(floor.at).inspections == len(due)
    return [query["sql"] or "" for query in queries]


def reads(statements: Sequence[str]) -> int:
    """Count what is read: of what is noted, SQLite takes a statement for each table, but in one transaction."""
    return sum(not each.startswith("UPDATE") for each in statements)


def test_a_scan_asks_no_more_where_there_are_more_tables(floor: Floor, table: Table) -> None:
    copies = copies_of(table, 9)
    few = cost(floor, copies[:5])

    copies_of(copies[-1], 50)

    assert len(cost(floor, copies[:5])) == len(few)


def test_a_scan_reads_as_often_for_many_that_are_due_as_for_few(floor: Floor, table: Table) -> None:
    copies = copies_of(table, BATCH_SIZE)

    assert reads(cost(floor, copies)) == reads(cost(floor, copies[:5])) < 30
    assert not Alert.objects.exists()


def test_what_is_found_at_many_costs_a_few_statements_each(floor: Floor, table: Table) -> None:
    copies = copies_of(table, 25)
    Deck.objects.filter(table__in=copies).update(change_due_at=floor.at)

    few, many = len(cost(floor, copies[:5])), len(cost(floor, copies[5:]))

    assert Alert.objects.count() == 25
    assert (many - few) / 15 <= 6


def test_floorpersons_with_too_many_tables_are_not_asked_about_one_by_one(floor: Floor, table: Table) -> None:
    copies = copies_of(table, 16)
    for place, each in enumerate(copies):
        each.supervisions.update(staff=floor.floorperson, started_at=floor.at - timedelta(minutes=place))
    cost(floor, copies)

    assert reads(cost(floor, copies)) == reads(cost(floor, copies[:4]))
    assert Alert.objects.get().place == copies[0].code


def test_a_scan_with_nothing_due_costs_two_queries(floor: Floor, table: Table) -> None:
    copies_of(table, 10)

    assert len(cost(floor, [])) == 2  # what is due for a look, and what for the next above


@pytest.mark.parametrize("everywhere", [True, False], ids=["everywhere", "at a facility"])
def test_what_is_due_is_found_by_its_index(floor: Floor, table: Table, everywhere: bool) -> None:
    copies = copies_of(table, 2_000)
    Stream.objects.update(next_check_at=floor.at + timedelta(hours=1))
    stir(floor, copies[:3])
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")

    where: Facility | None = None if everywhere else floor.facility
    plan = due_streams(floor.at, where).select_related("facility")[:BATCH_SIZE].explain()

    assert re.search(r"INDEX streams_to_check|Scan (using|on) streams_to_check", plan), plan
