"""Statements made once give and take what Django's own would."""

from contextlib import nullcontext
from typing import Any

import pytest
from django.db import DataError, IntegrityError, connection, transaction
from django.forms.models import model_to_dict
from django.utils import timezone

from compliance.models import Entry, Posting, Receipt, Staff, Stream
from compliance.prepared import Part, Prepared, Writing, copied, made, next_keys, takes_one_statement
from tests.floor import Floor

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


def test_a_row_that_is_remembered_is_the_same_until_it_changes_and_copies_are_apart() -> None:
    floor = Floor("md")
    remembering = Prepared(lambda staff: Staff.objects.filter(pk=staff), int, remembers=8)
    first, again = remembering.first(floor.auditor.pk), remembering.first(floor.auditor.pk)
    assert first is not None
    assert first is again

    copy = copied(first)
    copy.name = "Another"
    Staff.objects.filter(pk=first.pk).update(name="Renamed")
    renamed = remembering.first(first.pk)

    assert first.name == floor.auditor.name
    assert renamed is not None
    assert renamed.name == "Renamed"


def test_a_row_that_is_made_is_what_its_model_would_make() -> None:
    floor = Floor("md")
    values: dict[str, Any] = {
        "stream": Stream.objects.get(key=floor.facility.stream_key), "sequence": 7, "facility": floor.facility,
        "action": "test.made", "subject": "x", "actor": None, "at": floor.at, "recorded_at": floor.at, "hash": "h",
    }  # fmt: skip

    ours, theirs = made(Entry, **values), Entry(**values)

    assert model_to_dict(ours) == model_to_dict(theirs)
    assert {name: value for name, value in vars(ours).items() if name != "_state"} == {
        name: value for name, value in vars(theirs).items() if name != "_state"
    }
    assert (ours.stream, ours.facility, ours.actor, ours.signature) == (values["stream"], floor.facility, None, None)
    assert made(Entry).facts is not made(Entry).facts
    with pytest.raises(TypeError, match="Entry has no place"):
        made(Entry, place=3)


def write(*rows: Receipt) -> None:
    writing = Writing()
    writing.insert(*rows)
    writing.send()


def test_rows_are_written_as_django_writes_them() -> None:
    floor = Floor("md")
    ours, theirs = a_receipt(floor, "key-ours"), a_receipt(floor, "key-theirs")

    write(ours)
    theirs.save()

    found = [Receipt.objects.get(key=key) for key in ("key-ours", "key-theirs")]
    assert found[0].pk != found[1].pk
    values = [model_to_dict(row, exclude=("id", "key")) for row in found]
    assert values[0] == values[1]
    assert bytes(found[0].packed) == b"\0\xff"


def test_what_may_be_missing_is_written_as_nothing() -> None:
    floor = Floor("md")
    entry = Entry(stream=Stream.objects.get(key=floor.facility.stream_key), sequence=900, facility=floor.facility,
                  action="test.made", subject="x", at=floor.at, recorded_at=floor.at, facts={"a": [1, "é"]},
                  hash="h")  # fmt: skip

    writing = Writing()
    writing.insert(entry)
    writing.send()

    found = Entry.objects.get(hash="h")
    assert (found.actor, found.signature, found.facts, found.at) == (None, None, {"a": [1, "é"]}, floor.at)


def test_rows_with_keys_of_their_own_come_before_those_that_follow() -> None:
    floor = Floor("md")
    rows = [a_receipt(floor, f"key-{number:04}") for number in range(5)]
    for row, key in zip(rows, next_keys(Receipt, 5), strict=True):
        row.pk = key

    write(*rows)
    write(a_receipt(floor, "key-after"))

    assert list(Receipt.objects.order_by("pk"))[:5] == rows
    assert Receipt.objects.get(key="key-after").pk > rows[-1].pk


def test_an_update_writes_the_fields_that_it_names_and_no_other() -> None:
    floor = Floor("md")
    person = floor.floorperson
    person.name, person.badge = "Another", "NOT-WRITTEN"
    person.last_login = timezone.now()

    writing = Writing()
    writing.update(person, "name", "last_login")
    writing.send()

    written = Staff.objects.get(pk=person.pk)
    assert (written.name, written.last_login) == ("Another", person.last_login)
    assert written.badge != "NOT-WRITTEN"
    assert Staff.objects.filter(name="Another").count() == 1


def test_a_text_that_is_too_long_is_refused_not_cut() -> None:
    """By PostgreSQL; SQLite stores it whole."""
    floor, key = Floor("md"), "k" * 65

    with pytest.raises(DataError) if takes_one_statement() else nullcontext(), transaction.atomic():
        write(a_receipt(floor, key))

    assert {receipt.key for receipt in Receipt.objects.all()} <= {key}


def test_what_the_database_refuses_is_said_as_django_says_it() -> None:
    floor = Floor("md")
    write(a_receipt(floor))

    with pytest.raises(IntegrityError), transaction.atomic():
        write(a_receipt(floor))

    assert Receipt.objects.count() == 1


def check_guarded(*, found: bool) -> None:
    floor = Floor("md")
    writing = Writing()
    writing.insert(a_receipt(floor))
    floor.auditor.name = "Another"
    writing.update(floor.auditor, "name")

    written = writing.send_if(Part("SELECT 1 FROM compliance_facility WHERE code = %s", ["MD" if found else "no"]))

    assert written is found
    assert Receipt.objects.exists() is found
    assert Staff.objects.filter(name="Another").exists() is found


@pytest.mark.parametrize("found", [True, False])
def test_all_is_written_if_the_guard_finds_something_else_nothing(found: bool) -> None:
    check_guarded(found=found)


@pytest.mark.parametrize("found", [True, False])
@pytest.mark.django_db(transaction=True)
def test_the_guard_holds_outside_of_a_transaction_too(found: bool) -> None:
    check_guarded(found=found)


@pytest.mark.django_db(transaction=True)
def test_after_a_connection_was_lost_everything_is_prepared_anew() -> None:
    floor = Floor("md")
    person = floor.floorperson
    for _ in range(8):  # until the server keeps it
        POSTINGS.first(person.pk, "floorperson")

    connection.close()

    assert POSTINGS.first(person.pk, "floorperson") is not None
