"""The queue of writers on SQLite, and what is expected of Django on PostgreSQL."""

import time
from contextlib import closing
from datetime import UTC, datetime
from functools import partial
from threading import Barrier, Thread
from typing import Any

import pytest
from django.db import OperationalError, connection, connections, transaction
from django.test.utils import CaptureQueriesContext

from casino.ops.databases.sqlite3.base import WriterQueue
from compliance.db.prepared_statements import execute
from compliance.models import Facility
from tests.floor import Floor
from tests.races import counts_inside, run, wait_until

pytestmark = pytest.mark.both_databases("connections and transactions")

# ── The line


def is_waited_in_by(line: WriterQueue, many: int) -> bool:
    return len(line._waiting) == many


def test_writers_enter_in_the_order_of_arrival() -> None:
    line, came = WriterQueue(), list[int]()
    assert line.enter(1)

    def work(number: int) -> None:
        assert line.enter(20)
        came.append(number)
        line.leave()

    threads = [Thread(target=work, args=(number,)) for number in range(8)]
    for number, thread in enumerate(threads):
        thread.start()
        wait_until(partial(is_waited_in_by, line, number + 1))
    line.leave()
    for thread in threads:
        thread.join()

    assert came == list(range(8))
    assert line.enter(0)


def test_only_one_writer_enters_at_a_time() -> None:
    line = WriterQueue()

    assert counts_inside(lambda: line.enter(20), line.leave) == [1] * 300


def test_a_writer_that_waits_too_long_leaves_the_queue() -> None:
    line = WriterQueue()
    assert line.enter(1)

    assert not line.enter(0.01)

    line.leave()
    assert line.enter(0)


@pytest.mark.django_db(transaction=True)
def test_a_transaction_that_fails_lets_the_next_one_in() -> None:
    floor = Floor("md")

    def fail() -> None:
        with transaction.atomic():
            Facility.objects.filter(pk=floor.facility.pk).update(name="Never")
            raise ZeroDivisionError

    def close_within() -> None:
        with transaction.atomic():
            Facility.objects.filter(pk=floor.facility.pk).update(name="Never")
            connection.close()

    def rename() -> None:
        with transaction.atomic():
            Facility.objects.filter(pk=floor.facility.pk).update(name="Renamed")

    assert run(fail) == ["ZeroDivisionError"]
    run(close_within)
    assert run(rename) == [None]
    assert Facility.objects.get(pk=floor.facility.pk).name == "Renamed"


@pytest.mark.django_db(transaction=True)
def test_a_writer_that_cannot_begin_gets_database_is_locked_and_leaves_the_queue() -> None:
    if connection.vendor != "sqlite":
        return
    began, done = Barrier(2), Barrier(2)

    def hold() -> None:
        with transaction.atomic():
            began.wait(20)
            done.wait(20)

    holder = Thread(target=lambda: run(hold))
    holder.start()
    began.wait(20)
    before = connection.settings_dict["OPTIONS"]["timeout"]
    connection.settings_dict["OPTIONS"]["timeout"] = 0.05
    try:
        with pytest.raises(OperationalError, match="locked"), transaction.atomic():
            raise AssertionError("let in")
    finally:
        connection.settings_dict["OPTIONS"]["timeout"] = before
        done.wait(20)
        holder.join()

    with transaction.atomic():
        assert Facility.objects.count() == 0


@pytest.mark.django_db
def test_captured_queries_show_a_driver_statement_with_its_values() -> None:
    with CaptureQueriesContext(connection) as caught:
        answered = execute("SELECT %s, '100%%'", ["seven"]).fetchone()

    (query,) = caught.captured_queries
    assert tuple(answered or ()) == ("seven", "100%")
    assert "100%" in query["sql"]
    assert "'seven'" in query["sql"] or connection.vendor == "postgresql"


@pytest.mark.django_db
def test_times_are_read_to_the_microsecond_in_utc() -> None:
    floor = Floor("md")
    for microsecond in (0, 1, 250_000):
        at = datetime(2026, 3, 8, 6, 59, 59, microsecond, tzinfo=UTC)
        Facility.objects.filter(pk=floor.facility.pk).update(created_at=at)

        read = Facility.objects.get(pk=floor.facility.pk).created_at

        assert (read, read.tzinfo) == (at, UTC)


@pytest.mark.django_db
def test_postgresql_compiles_no_query_just_in_time() -> None:
    if connection.vendor != "postgresql":
        return
    with connection.cursor() as cursor:
        cursor.execute("SHOW jit")

        assert cursor.fetchone() == ("off",)


# ── Whether PostgreSQL is there


@pytest.mark.django_db(transaction=True)
def test_a_connection_that_the_server_ended_is_not_used_again() -> None:
    if connection.vendor != "postgresql":
        return
    Facility.objects.exists()
    ours = connection.connection
    other = connections.create_connection("default")
    with closing(other), other.cursor() as cursor:
        cursor.execute("SELECT pg_terminate_backend(%s)", [ours.info.backend_pid])
    until = time.monotonic() + 20
    while connection.is_usable() and time.monotonic() < until:
        time.sleep(0.01)

    assert not connection.is_usable()
    here: Any = connections["default"]
    here.health_check_enabled, here.health_check_done = True, False
    assert not Facility.objects.exists()
    assert connection.connection is not ours


@pytest.mark.django_db(transaction=True)
def test_a_live_connection_is_not_checked_with_a_query() -> None:
    if connection.vendor != "postgresql":
        return
    Facility.objects.exists()
    before = connection.connection.cursor

    def ask(*args: object, **kwargs: object) -> object:
        raise AssertionError("asked")

    connection.connection.cursor = ask
    try:
        assert connection.is_usable()
    finally:
        connection.connection.cursor = before
