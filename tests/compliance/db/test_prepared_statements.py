"""Prepared statements read what Django's own would."""

import pytest
from django.db import connection
from django.forms.models import model_to_dict

from compliance.db.prepared_statements import PreparedQuery
from compliance.models import Posting
from tests.floor import Floor

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases("statements of its own")]

POSTINGS = PreparedQuery(
    lambda staff, role: Posting.objects.filter(staff=staff, role=role), int, str, related=("staff", "facility")
)


def test_a_row_is_read_as_django_reads_it() -> None:
    floor = Floor("md")
    person = floor.floorperson
    POSTINGS.first(person.pk, "floorperson")  # made here

    found = POSTINGS.first(person.pk, "floorperson")

    expected = Posting.objects.get(staff=person)
    assert found == expected
    assert found is not None
    assert model_to_dict(found) == model_to_dict(expected)
    with connection.execute_wrapper(_no_more):
        assert found.staff.created_at == expected.started_at
        assert found.started_at.tzinfo is expected.started_at.tzinfo
        assert (found.staff, found.facility) == (person, floor.facility)


def _no_more(execute: object, sql: str, *rest: object) -> object:
    raise AssertionError(f"asked again: {sql}")


def test_a_query_of_values_gives_the_tuples_that_django_gives() -> None:
    person = Floor("md").floorperson
    columns = ("role", "facility__code", "started_at", "ended_at")

    found = PreparedQuery(lambda staff: Posting.objects.filter(staff=staff).values_list(*columns), int).all(person.pk)

    assert found == list(Posting.objects.filter(staff=person).values_list(*columns))


def test_values_are_bound_anew_each_time() -> None:
    floor = Floor("md")
    people = [floor.floorperson, floor.pit_boss, floor.auditor]

    found = [POSTINGS.first(person.pk, role) for person in people for role in ("floorperson", "auditor")]

    assert [each and each.staff for each in found] == [people[0], None, None, None, None, people[2]]


@pytest.mark.django_db(transaction=True)
def test_after_a_connection_was_lost_everything_is_prepared_anew() -> None:
    floor = Floor("md")
    person = floor.floorperson
    for _ in range(8):  # until the server keeps it
        POSTINGS.first(person.pk, "floorperson")

    connection.close()

    assert POSTINGS.first(person.pk, "floorperson") is not None
