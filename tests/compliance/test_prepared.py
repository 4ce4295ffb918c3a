"""Statements made once give and take what Django's own would."""

import pytest
from django.db import IntegrityError, connection, transaction
from django.forms.models import model_to_dict
from django.utils import timezone

from compliance.models import Posting, Receipt, Staff
from compliance.prepared import Prepared, insert, insert_as_is, together, update
from tests.floor import Floor, fresh

pytestmark = pytest.mark.django_db

POSTINGS = Prepared(
    lambda staff, role: Posting.objects.filter(staff=staff, role=role).select_related("staff", "facility"), int, str
)


def a_receipt(floor: Floor, key: str = "key-0001") -> Receipt:
    return Receipt(
        facility=floor.facility, key=key, fingerprint="f", status=201, packed=b"\0\xff", answered_at=floor.at
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
        assert (found.staff, found.facility) == (person, floor.facility)


def _no_more(execute: object, sql: str, *rest: object) -> object:
    raise AssertionError(f"asked again: {sql}")


def test_values_are_bound_anew_each_time() -> None:
    floor = Floor("md")
    people = [floor.floorperson, floor.pit_boss, floor.auditor]

    found = [POSTINGS.first(person.pk, role) for person in people for role in ("floorperson", "auditor")]

    assert [each and each.staff for each in found] == [people[0], None, None, None, None, people[2]]


def test_rows_are_written_as_django_writes_them() -> None:
    floor = Floor("md")
    ours, theirs = a_receipt(floor, "key-ours"), a_receipt(floor, "key-theirs")

    insert(ours)
    theirs.save()

    assert ours.pk != theirs.pk
    values = [model_to_dict(fresh(row), exclude=("id", "key")) for row in (ours, theirs)]
    assert values[0] == values[1]
    assert bytes(fresh(ours).packed) == b"\0\xff"


def test_several_rows_get_their_keys_in_order() -> None:
    floor = Floor("md")
    rows = [a_receipt(floor, f"key-{number:04}") for number in range(5)]

    insert(*rows)

    assert list(Receipt.objects.order_by("pk")) == rows


def test_an_update_writes_the_fields_that_it_names_and_no_other() -> None:
    floor = Floor("md")
    person = floor.floorperson
    person.name, person.badge = "Another", "NOT-WRITTEN"
    person.last_login = timezone.now()

    update(person, "name", "last_login")

    written = Staff.objects.get(pk=person.pk)
    assert (written.name, written.last_login) == ("Another", person.last_login)
    assert written.badge != "NOT-WRITTEN"


def test_what_the_database_refuses_is_said_as_django_says_it() -> None:
    floor = Floor("md")
    insert(a_receipt(floor))

    with pytest.raises(IntegrityError), transaction.atomic():
        insert(a_receipt(floor))
    with pytest.raises(IntegrityError), transaction.atomic(), together():
        insert_as_is(a_receipt(floor))

    assert Receipt.objects.count() == 1


@pytest.mark.django_db(transaction=True)
def test_after_a_connection_was_lost_everything_is_prepared_anew() -> None:
    floor = Floor("md")
    person = floor.floorperson
    for _ in range(8):  # until the server keeps it
        POSTINGS.first(person.pk, "floorperson")

    connection.close()

    assert POSTINGS.first(person.pk, "floorperson") is not None
