"""Journal entries are written with their change or not at all, without gaps, permanently, on every database."""

from datetime import UTC, date, datetime
from decimal import Decimal
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from django.db import DatabaseError, connection, transaction

from compliance.journal.verify import find_misfits
from compliance.journal.write import journal
from compliance.models import Entry, Facility, Posting, Signature, Staff, Stream
from compliance.staff import services as staff
from tables.models import Deck, Table
from tests.floor import NOON, Floor, actions

pytestmark = pytest.mark.both_databases("triggers and constraints")

KEPT = ["compliance_stream", "compliance_posting", "compliance_staff", "compliance_facility", "tables_deck"]


@pytest.fixture
def floor(db: None) -> Floor:
    return Floor("md")


def write(floor: Floor, **facts: Any) -> Entry:
    made = journal("test.made", floor.facility, on=floor.facility, by=None, at=floor.at, **facts)
    return Entry.objects.get(hash=made.hash)


# ── Writing


@pytest.mark.django_db(transaction=True)
def test_outside_a_transaction_nothing_is_written() -> None:
    floor = Floor("md")

    with pytest.raises(RuntimeError, match="in the transaction of the change"):
        write(floor)

    assert "test.made" not in actions(floor.facility.stream_key)


def test_what_is_rolled_back_leaves_no_entry_and_no_gap(floor: Floor) -> None:
    before = Stream.objects.get().length

    with transaction.atomic():
        write(floor)
        transaction.set_rollback(True)
    entry = write(floor)

    assert entry.sequence == before + 1
    assert list(find_misfits([])) == []


def test_each_table_and_the_facility_have_a_chain_of_their_own(floor: Floor) -> None:
    first, second = floor.new_table(number=1), floor.new_table(number=2)

    chains = Entry.objects.filter(stream__key__in=(first.stream_key, second.stream_key))

    assert [entry.sequence for entry in chains] == [1, 1]
    assert [entry.previous for entry in chains] == ["", ""]
    assert Stream.objects.count() == 3


def test_an_entry_continues_the_one_before_it(floor: Floor) -> None:
    first, second = write(floor), write(floor)

    assert (second.sequence, second.previous) == (first.sequence + 1, first.hash)
    stream = Stream.objects.get()
    assert (stream.length, stream.head) == (second.sequence, second.hash)


@pytest.mark.parametrize("fact", [1.5, [1.5], {"a": 1.5}, Decimal(1), b"bytes"], ids=repr)
def test_floats_and_unsupported_types_are_refused_as_facts(floor: Floor, fact: object) -> None:
    with pytest.raises(TypeError, match="cannot be stored in the journal"):
        write(floor, fact=fact)


def test_facts_are_stored_as_text_and_integers(floor: Floor) -> None:
    entry = write(
        floor,
        amount_cents=2**53 + 1,
        day=date(2026, 3, 2),
        who=floor.dealer,
        nothing=None,
        list=("a", True),
        deep={1: [2]},
    )

    assert entry.facts == {
        "amount_cents": 2**53 + 1,
        "day": "2026-03-02",
        "who": floor.dealer.badge,
        "list": ["a", True],
        "deep": {"1": [2]},
    }
    assert list(find_misfits([])) == []


def test_a_time_of_another_zone_hashes_as_what_is_read_back(floor: Floor) -> None:
    local = datetime(2026, 7, 1, 8, 30, 15, 42, tzinfo=ZoneInfo("America/New_York"))

    made = journal("test.made", floor.facility, on=floor.facility, by=None, at=local)

    assert Entry.objects.get(hash=made.hash).at == local
    assert list(find_misfits([])) == []


def test_the_same_entry_has_the_same_hash_on_every_database(floor: Floor) -> None:
    """SQLite and PostgreSQL are both compared with one hash that is written down here."""
    facility = Facility(pk=1, code="XY")
    signer, asker = Staff(badge="XY-1"), Staff(badge="XY-2")
    signature = Signature(
        pk=7,
        facility=facility,
        signer=signer,
        requested_by=asker,
        act="deck.removed",
        role="dealer",
        cite="§1",
        signed_at=NOON,
    )
    entry = Entry(
        stream=Stream(key="table:XY-01"),
        sequence=3,
        facility=facility,
        action="deck.removed",
        subject="deck:5",
        actor=asker,
        signature=signature,
        at=NOON,
        recorded_at=datetime(2026, 3, 2, 17, 0, 1, 5, tzinfo=UTC),
        cite="§1",
        facts={"b": 1, "a": ["ü", None, True]},
        previous="0" * 64,
    )

    assert entry.content() == (
        b'["0000000000000000000000000000000000000000000000000000000000000000","table:XY-01",3,"XY","deck.removed",'
        b'"deck:5","XY-2",[7,1,"XY-1","XY-2","deck.removed","dealer","\xc2\xa71","2026-03-02T17:00:00Z"],'
        b'"2026-03-02T17:00:00Z","2026-03-02T17:00:01.000005Z","\xc2\xa71",{"a":["\xc3\xbc",null,true],"b":1}]'
    )


def test_what_is_read_back_has_the_content_that_was_hashed(floor: Floor) -> None:
    table = floor.open_table()

    for entry in Entry.objects.filter(stream__key=table.stream_key):
        written = Entry.objects.get(pk=entry.pk)
        assert written.content() == entry.content()
    assert list(find_misfits([])) == []


# ── Keeping


@pytest.mark.parametrize("model", [Entry, Signature])
def test_the_database_refuses_to_alter_or_delete_entries_and_signatures(floor: Floor, model: Any) -> None:
    floor.new_decks()
    row = model.objects.first()
    assert row is not None

    with pytest.raises(DatabaseError, match="what is recorded stays"), transaction.atomic():
        model.objects.update(cite="changed")
    with pytest.raises(DatabaseError, match="what is recorded stays"), transaction.atomic():
        row.save()
    with pytest.raises(DatabaseError, match="what is recorded stays"), transaction.atomic():
        model.objects.bulk_update([row], ["cite"])
    with pytest.raises(DatabaseError, match="what is recorded stays"), transaction.atomic():
        Entry.objects.filter(signature__isnull=False).delete() if model is Signature else row.delete()


@pytest.mark.parametrize("table", ["compliance_entry", "compliance_signature"])
def test_raw_sql_is_refused_as_well(floor: Floor, table: str) -> None:
    floor.new_decks()

    for statement in (f"UPDATE {table} SET cite = 'x'", f"DELETE FROM {table}"):
        with (
            pytest.raises(DatabaseError, match="what is recorded stays"),
            transaction.atomic(),
            connection.cursor() as cursor,
        ):
            cursor.execute(statement)


@pytest.mark.parametrize("table", KEPT)
def test_rows_that_the_journal_refers_to_cannot_be_deleted(floor: Floor, table: str) -> None:
    floor.new_decks()

    with (
        pytest.raises(DatabaseError, match="what is recorded stays"),
        transaction.atomic(),
        connection.cursor() as cursor,
    ):
        cursor.execute(f"DELETE FROM {table}")


@pytest.mark.parametrize("table", ["compliance_entry", "compliance_signature", *KEPT])
def test_the_database_refuses_to_empty_a_protected_table(floor: Floor, table: str) -> None:
    floor.new_decks()
    connection.check_constraints()  # what waits for the end of the transaction would stand in the way first
    # SQLite empties a table at once where it is told to delete from it without a condition.
    statement = f"TRUNCATE {table} CASCADE" if connection.vendor == "postgresql" else f"DELETE FROM {table}"

    with (
        pytest.raises(DatabaseError, match="what is recorded stays"),
        transaction.atomic(),
        connection.cursor() as cursor,
    ):
        cursor.execute(statement)


@pytest.mark.parametrize("same", ["id", "hash", "stream_id, sequence"])
def test_an_entry_is_not_replaced_by_another_in_its_place(floor: Floor, same: str) -> None:
    entry = write(floor)
    columns = [field.column or "" for field in Entry._meta.local_concrete_fields]
    other = {"id": "99", "hash": "'x'", "sequence": "99", "action": "'other.made'"}
    values = [f"old.{name}" if name in same.split(", ") else other.get(name, f"old.{name}") for name in columns]
    row = f"({', '.join(columns)}) SELECT {', '.join(values)} FROM compliance_entry AS old WHERE old.id = %s"
    statements = [f"INSERT INTO compliance_entry {row} ON CONFLICT ({same}) DO UPDATE SET action = excluded.action"]
    if connection.vendor == "sqlite":
        statements.append(f"INSERT OR REPLACE INTO compliance_entry {row}")

    for statement in statements:
        with pytest.raises(DatabaseError), transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(statement, [entry.pk])

    assert Entry.objects.get(pk=entry.pk).action == "test.made"


def test_the_models_refuse_to_delete_referenced_rows(floor: Floor) -> None:
    floor.new_table()

    for model in (Facility, Staff, Posting, Table, Stream, Deck):
        if not model.objects.exists():
            floor.new_decks()
        with pytest.raises(DatabaseError), transaction.atomic():
            model.objects.all().delete()


def test_every_model_is_protected_from_deletion_or_listed_as_temporary() -> None:
    """A model that is added is either kept by the database or named here."""
    from django.apps import apps

    from compliance.journal import triggers

    fleeting = {"compliance_attempt", "compliance_heartbeat", "compliance_keyuse", "compliance_patrol"}
    kept = {table for table, operation in triggers._refusals(truncate=False) if operation == "DELETE"}
    names = ("compliance", "tables", "games", "reports")
    models = [model for name in names for model in apps.get_app_config(name).get_models()]

    assert {model._meta.db_table for model in models} == kept | fleeting


def test_a_new_pin_is_journaled_with_the_badge_only(floor: Floor) -> None:
    staff.set_pin(floor.dealer, pin="8642", by=floor.administrator, at=floor.at, second=floor.officers_signature)

    entry = Entry.objects.get(action="staff.pin_set")

    assert (entry.actor, entry.subject, entry.facts) == (
        floor.administrator,
        f"staff:{floor.dealer.badge}",
        {"badge": floor.dealer.badge},
    )
