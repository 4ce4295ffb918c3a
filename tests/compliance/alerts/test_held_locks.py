"""A locked stream, or one written to during a scan, stops no other and is inspected again."""

from datetime import timedelta
from threading import Event, Thread

import pytest
from django.db import OperationalError, connection, transaction
from django.utils import timezone

from casino.celery import limit_waiting
from compliance import tasks
from compliance.alerts import scan as scanning
from compliance.alerts.lifecycle import Change, escalate
from compliance.alerts.scan import LOCK_NOT_AVAILABLE, scan
from compliance.findings import Inspection
from compliance.journal.write import locked_stream
from compliance.models import Alert, Stream
from tables.devices.services import fail_device
from tables.models import Table
from tests.floor import Floor
from trials.chaos.floor import new_dealer

from .inspections import alert, alerts

pytestmark = pytest.mark.both_databases("locks that others hold")


class Refused(Exception):  # noqa: N818 - as a driver tells of a lock that it will wait for no longer
    sqlstate = LOCK_NOT_AVAILABLE


@pytest.fixture
def tables(floor: Floor) -> list[Table]:
    """Two tables, each with a device that failed."""
    found = [floor.open_table(dealer=floor.new_dealer()) for _ in range(2)]
    scan(floor.at)
    for table in found:
        fail_device(table.devices.get(), fault="Jammed", by=floor.floorperson, at=floor.at)
    return found


def holding(monkeypatch: pytest.MonkeyPatch, table: Table, error: Exception) -> None:
    """Have whoever would write of a table told that it is held."""
    write = scanning._write

    def refuse(look: Inspection, wanted: list[Change]) -> int:
        if look.stream and look.stream.key == table.stream_key:
            raise OperationalError from error
        return write(look, wanted)

    monkeypatch.setattr(scanning, "_write", refuse)


@pytest.mark.django_db
def test_a_table_that_someone_holds_stops_no_other_and_is_next(
    floor: Floor, tables: list[Table], monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    with monkeypatch.context() as held:
        holding(held, tables[0], Refused())
        scan(floor.at)
    assert alert("device_neglected").place == tables[1].code
    assert f"table:{tables[0].code} is locked" in caplog.text

    scan(floor.at)

    assert {each.place for each in alerts("device_neglected")} == {table.code for table in tables}


@pytest.mark.django_db
def test_a_database_in_trouble_fails_the_scan_and_puts_nothing_off(
    floor: Floor, tables: list[Table], monkeypatch: pytest.MonkeyPatch
) -> None:
    due = set(Stream.objects.filter(next_check_at__isnull=False).values_list("key", "next_check_at"))
    with monkeypatch.context() as away:
        away.setattr(scanning, "_entries_since", lambda streams: (_ for _ in ()).throw(OperationalError("gone")))
        with pytest.raises(OperationalError):
            scan(floor.at)

    assert set(Stream.objects.filter(next_check_at__isnull=False).values_list("key", "next_check_at")) == due


@pytest.mark.django_db
def test_an_escalation_that_someone_holds_up_is_left_to_the_next_scan(
    floor: Floor, tables: list[Table], monkeypatch: pytest.MonkeyPatch
) -> None:
    scan(floor.at)
    later = floor.at + timedelta(minutes=3)

    def refuse(which: Alert, at: object) -> bool:
        if which.place == tables[0].code:
            raise OperationalError from Refused()
        return escalate(which, later)

    with monkeypatch.context() as held:
        held.setattr(scanning, "escalate", refuse)
        scan(later)
    assert {each.place: each.level for each in alerts("device_neglected")} == {
        tables[0].code: "floorperson",
        tables[1].code: "pit_boss",
    }

    scan(later)

    assert {each.level for each in alerts("device_neglected")} == {"pit_boss"}


@pytest.mark.django_db
def test_an_entry_written_during_a_scan_is_inspected_in_the_same_scan(monkeypatch: pytest.MonkeyPatch) -> None:
    floor = Floor("md", at=timezone.now())
    table = floor.open_table(shuffler=True, dealer=new_dealer(floor))
    first, second = table.devices.all()
    fail_device(first, fault="Jammed", by=floor.floorperson, at=floor.at)
    write, left = scanning._write, [second]

    def too_late(look: Inspection, wanted: list[Change]) -> int:
        if left:
            fail_device(left.pop(), fault="Jammed", by=floor.floorperson, at=timezone.now())
        return write(look, wanted)

    monkeypatch.setattr(scanning, "_write", too_late)

    tasks.scan()

    assert {each.subject for each in alerts("device_neglected")} == {first.subject_key, second.subject_key}


@pytest.mark.django_db(transaction=True)
def test_a_worker_waits_a_moment_for_a_lock_and_not_for_ever(floor: Floor, tables: list[Table]) -> None:
    """On SQLite nobody but the writer holds anything, and that one is waited for."""
    if connection.vendor != "postgresql":
        limit_waiting(connection)
        scan(floor.at)
        assert len(alerts("device_neglected")) == 2
        return
    taken, done = Event(), Event()

    def hold() -> None:
        with transaction.atomic():
            locked_stream(tables[0])
            taken.set()
            done.wait(30)
        connection.close()

    thread = Thread(target=hold)
    thread.start()
    taken.wait(30)
    limit_waiting(connection)
    try:
        scan(floor.at)
        assert alert("device_neglected").place == tables[1].code
    finally:
        done.set()
        thread.join()
        with connection.cursor() as cursor:
            cursor.execute("RESET lock_timeout")
    scan(floor.at)
    assert len(alerts("device_neglected")) == 2
