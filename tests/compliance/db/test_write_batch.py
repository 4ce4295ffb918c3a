"""Write batches write what Django's own statements would."""

from contextlib import nullcontext

import pytest
from django.db import DataError, IntegrityError, connection, transaction
from django.forms.models import model_to_dict
from django.utils import timezone

from compliance.db.write_batch import Statement, WriteBatch, next_ids, takes_guarded_statements
from compliance.models import Entry, Receipt, Staff, Stream
from tests.floor import Floor

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases("statements of its own")]


def a_receipt(floor: Floor, key: str = "key-0001") -> Receipt:
    return Receipt(
        facility=floor.facility, key=key, fingerprint="f", status=201, packed=b"\0\xff", answered_at=floor.at
    )


def write(*rows: Receipt) -> None:
    writing = WriteBatch()
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


def test_missing_optional_values_are_written_as_null() -> None:
    floor = Floor("md")
    entry = Entry(
        stream=Stream.objects.get(key=floor.facility.stream_key),
        sequence=900,
        facility=floor.facility,
        action="test.made",
        subject="x",
        at=floor.at,
        recorded_at=floor.at,
        facts={"a": [1, "é"]},
        hash="h",
    )

    writing = WriteBatch()
    writing.insert(entry)
    writing.send()

    found = Entry.objects.get(hash="h")
    assert (found.actor, found.signature, found.facts, found.at) == (None, None, {"a": [1, "é"]}, floor.at)


def test_rows_with_reserved_ids_precede_later_rows() -> None:
    floor = Floor("md")
    rows = [a_receipt(floor, f"key-{number:04}") for number in range(5)]
    for row, key in zip(rows, next_ids(Receipt, 5), strict=True):
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

    writing = WriteBatch()
    writing.update(person, "name", "last_login")
    writing.send()

    written = Staff.objects.get(pk=person.pk)
    assert (written.name, written.last_login) == ("Another", person.last_login)
    assert written.badge != "NOT-WRITTEN"
    assert Staff.objects.filter(name="Another").count() == 1


def test_a_text_that_is_too_long_is_refused_not_cut() -> None:
    """By PostgreSQL; SQLite stores it whole."""
    floor, key = Floor("md"), "k" * 65

    with pytest.raises(DataError) if connection.vendor == "postgresql" else nullcontext(), transaction.atomic():
        write(a_receipt(floor, key))

    assert {receipt.key for receipt in Receipt.objects.all()} <= {key}


def test_database_errors_are_raised_as_django_errors() -> None:
    floor = Floor("md")
    write(a_receipt(floor))

    with pytest.raises(IntegrityError), transaction.atomic():
        write(a_receipt(floor))

    assert Receipt.objects.count() == 1


def check_guarded(*, found: bool) -> None:
    if connection.vendor == "sqlite":
        assert not takes_guarded_statements()  # every write there is made under the only lock
        return
    floor = Floor("md")
    writing = WriteBatch()
    writing.insert(a_receipt(floor))
    floor.auditor.name = "Another"
    writing.update(floor.auditor, "name")

    written = writing.send_if(Statement("SELECT 1 FROM compliance_facility WHERE code = %s", ["MD" if found else "no"]))

    assert written is found
    assert Receipt.objects.exists() is found
    assert Staff.objects.filter(name="Another").exists() is found


@pytest.mark.parametrize("found", [True, False])
def test_everything_is_written_if_the_guard_matches_else_nothing(found: bool) -> None:
    check_guarded(found=found)


@pytest.mark.parametrize("found", [True, False])
@pytest.mark.django_db(transaction=True)
def test_the_guard_holds_outside_of_a_transaction_too(found: bool) -> None:
    check_guarded(found=found)
