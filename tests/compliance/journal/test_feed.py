"""The feed has every entry once, even after late commits, and keeps the order of each stream."""

from collections.abc import Callable
from threading import Event, Thread
from typing import Any

import pytest
import time_machine
from django.db import connection, transaction
from django.utils import timezone

from compliance.journal import feed
from compliance.journal.feed import append_to_feed, catch_up, end, entries_since
from compliance.journal.write import journal
from compliance.models import Entry, FeedItem, Stream
from tests.floor import Floor

pytestmark = pytest.mark.both_databases("late commits and a lock")


@pytest.fixture
def floor(db: None) -> Floor:
    return Floor("md")


Read = Callable[[Any], list[Entry]]


def told(floor: Floor, on: Any) -> Entry:
    with transaction.atomic():
        return journal("table.noted", floor.facility, on=on, by=None, at=timezone.now())


def laid_down() -> list[tuple[str, int]]:
    """Return the streams and sequences of the feed, in its order."""
    return list(FeedItem.objects.order_by("position").values_list("entry__stream__key", "entry__sequence"))


def test_every_entry_gets_its_place_once(floor: Floor) -> None:
    one, other = floor.new_table(), floor.new_table()
    for on in (one, other, one, floor.facility, other):
        told(floor, on)

    assert catch_up()
    assert catch_up()

    assert sorted(laid_down()) == sorted(Entry.objects.values_list("stream__key", "sequence"))
    assert list(FeedItem.objects.values_list("position", flat=True)) == list(range(1, end() + 1))


def test_entries_of_a_stream_stand_in_its_order_though_their_numbers_do_not() -> None:
    waiting = [feed._Waiting(1, 2, 11, 1), feed._Waiting(1, 1, 12, 1), feed._Waiting(1, 4, 13, 1)]

    ordered = list(feed._in_order({1: 0}, waiting))

    assert [each.sequence for each in ordered] == [1, 2]  # and the fourth waits for the third


def test_an_old_journal_is_added_to_the_feed_in_parts(floor: Floor, monkeypatch: pytest.MonkeyPatch) -> None:
    table = floor.new_table()
    for _ in range(25):
        told(floor, table)
    monkeypatch.setattr(feed, "AT_ONCE", 10)

    assert not catch_up(most=1)
    assert end() == 10
    assert catch_up()
    assert len(laid_down()) == Entry.objects.count()


def test_nothing_is_written_where_nothing_is_new(floor: Floor, django_assert_num_queries: Any) -> None:
    catch_up()

    with django_assert_num_queries(1):
        assert catch_up()


def test_what_came_into_the_feed_since_a_moment(floor: Floor) -> None:
    told(floor, floor.facility)
    catch_up()
    with time_machine.travel("2031-01-01T12:00:00Z", tick=False):
        late = told(floor, floor.facility)
        moment = timezone.now()

        assert [each.hash for each in entries_since(moment)] == [late.hash]


def test_the_feeds_clock_never_goes_back(floor: Floor) -> None:
    with time_machine.travel("2031-01-01T12:00:00Z", tick=False):
        told(floor, floor.facility)
        catch_up()
    told(floor, floor.facility)
    catch_up()

    moments = list(FeedItem.objects.order_by("position").values_list("at", flat=True))
    assert moments == sorted(moments)


# ── Side by side


class Follower:
    """Someone who follows the journal by a cursor, and keeps what they were given."""

    def __init__(self, read: Read, cursor: Any) -> None:
        self.read, self.cursor, self.got = read, cursor, []  # type: ignore[var-annotated]

    def follow(self, advance: Callable[[Entry], Any]) -> None:
        for entry in self.read(self.cursor):
            self.got.append(entry.pk)
            self.cursor = advance(entry)


def by_feed(cursor: int) -> list[Entry]:
    catch_up()
    return list(Entry.objects.filter(feed__position__gt=cursor).select_related("feed").order_by("feed__position"))


def by_number(cursor: int) -> list[Entry]:
    return list(Entry.objects.filter(pk__gt=cursor).order_by("pk"))


def by_time(cursor: Any) -> list[Entry]:
    return list(Entry.objects.filter(recorded_at__gt=cursor).order_by("recorded_at"))


def late_commit(floor: Floor, meanwhile: Callable[[], None]) -> None:
    """Write an entry that is committed after a later one; on SQLite, where nobody overtakes, by a clock put back."""
    one, other = floor.new_table(), floor.new_table()
    told(floor, one)
    told(floor, other)
    meanwhile()
    if connection.vendor == "sqlite":
        with time_machine.travel("2031-01-01T12:00:00Z", tick=False):
            told(floor, other)
            meanwhile()
        told(floor, one)
        meanwhile()
        return
    begun, may_end = Event(), Event()

    def slow() -> None:
        with transaction.atomic():
            journal("table.noted", floor.facility, on=one, by=None, at=timezone.now())
            begun.set()
            may_end.wait(20)
        connection.close()

    thread = Thread(target=slow)
    thread.start()
    assert begun.wait(20)
    told(floor, other)
    meanwhile()
    may_end.set()
    thread.join()
    meanwhile()


@pytest.mark.django_db(transaction=True)
def test_a_follower_of_the_feed_misses_no_late_commit() -> None:
    follower = Follower(by_feed, 0)

    late_commit(Floor("md"), lambda: follower.follow(lambda entry: entry.feed.position))

    assert sorted(follower.got) == sorted(Entry.objects.values_list("pk", flat=True))
    assert len(follower.got) == len(set(follower.got))


@pytest.mark.django_db(transaction=True)
def test_a_follower_by_id_or_time_misses_a_late_commit() -> None:
    """What the test above tells is not told by any cursor: the obvious one misses an entry."""
    naive = (
        Follower(by_time, timezone.now().replace(year=2000))
        if connection.vendor == "sqlite"
        else Follower(by_number, 0)
    )
    advance = (lambda entry: entry.recorded_at) if connection.vendor == "sqlite" else (lambda entry: entry.pk)

    late_commit(Floor("md"), lambda: naive.follow(advance))

    assert len(naive.got) == Entry.objects.count() - 1


@pytest.mark.django_db(transaction=True)
def test_parallel_writers_add_every_entry_to_the_feed_once() -> None:
    floor = Floor("md")
    tables = [floor.new_table() for _ in range(3)]
    stop, failed = Event(), []

    def write(table: Any) -> None:
        for _ in range(15):
            told(floor, table)
        connection.close()

    def lay() -> None:
        try:
            while not stop.is_set():
                append_to_feed()
        except Exception as error:
            failed.append(error)
        finally:
            connection.close()

    writers = [Thread(target=write, args=(table,)) for table in tables]
    layers = [Thread(target=lay) for _ in range(3)]
    for thread in (*writers, *layers):
        thread.start()
    for thread in writers:
        thread.join()
    stop.set()
    for thread in layers:
        thread.join()
    catch_up()

    assert failed == []
    assert sorted(laid_down()) == sorted(Entry.objects.values_list("stream__key", "sequence"))
    for stream in Stream.objects.all():
        mine = [sequence for key, sequence in laid_down() if key == stream.key]
        assert mine == list(range(1, stream.length + 1))
