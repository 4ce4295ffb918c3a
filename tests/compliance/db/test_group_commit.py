"""Concurrent writes share one transaction, return only after commit, and fail separately."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Event, Thread

import pytest
from django.db import IntegrityError, OperationalError, connection, transaction
from django.db.backends.base.base import BaseDatabaseWrapper
from django.test.utils import CaptureQueriesContext

from compliance.db.group_commit import CommitGroup, Turns
from compliance.models import Staff
from tests.floor import Floor
from tests.races import SURELY_S, counts_inside, wait_until

pytestmark = pytest.mark.both_databases("transactions of several threads")

Told = bool | str


@pytest.fixture
def person(transactional_db: None) -> Staff:
    return Floor("md").floorperson


class Writers:
    """Threads that write by a group, and what each was told."""

    def __init__(self, group: CommitGroup) -> None:
        self.group = group
        self.told: dict[int, Told] = {}
        self.threads: list[Thread] = []

    def start(self, number: int, work: Callable[[], bool]) -> None:
        def write() -> None:
            try:
                self.told[number] = self.group.write(work)
            except Exception as error:
                self.told[number] = type(error).__name__
            finally:
                connection.close()

        thread = Thread(target=write)
        self.threads.append(thread)
        thread.start()

    @contextmanager
    def while_one_writes(self) -> Iterator[None]:
        """Let others come while a first one is in its transaction, and go on when they wait; then wait for all."""
        began, come = Event(), Event()

        def first() -> bool:
            began.set()
            assert come.wait(20)
            return True

        self.start(0, first)
        assert began.wait(20)
        yield
        wait_until(lambda: len(self.group._waiting) == len(self.threads) - 1)
        come.set()
        for thread in self.threads:
            thread.join()


def rename(person: Staff, name: str) -> Callable[[], bool]:
    return lambda: bool(Staff.objects.filter(pk=person.pk).update(name=name))


def refuse() -> bool:
    raise IntegrityError("a key that is there already")


def test_a_single_writer_gets_its_own_transaction(person: Staff) -> None:
    with CaptureQueriesContext(connection) as captured:
        assert CommitGroup().write(rename(person, "Another"))

    assert [query["sql"].split()[0] for query in captured] == ["BEGIN", "UPDATE", "COMMIT"]


def test_writers_that_wait_share_one_transaction(person: Staff) -> None:
    group, within = CommitGroup(), list[int]()
    writers = Writers(group)

    def work() -> bool:
        within.append(id(connection.connection))
        return rename(person, "Another")()

    with writers.while_one_writes():
        for number in range(1, 5):
            writers.start(number, work)

    assert writers.told == dict.fromkeys(range(5), True)
    assert len(within) == 4
    assert len(set(within)) == 1  # one thread, with its own connection, wrote for all
    assert group.write(lambda: True)


def test_each_writer_gets_its_own_result(person: Staff) -> None:
    writers = Writers(CommitGroup())

    with writers.while_one_writes():
        writers.start(1, lambda: False)
        writers.start(2, rename(person, "Another"))

    assert writers.told == {0: True, 1: False, 2: True}
    assert Staff.objects.filter(name="Another").exists()


def test_a_failed_write_does_not_fail_the_others(person: Staff) -> None:
    """Nothing of what was written with it is lost, and nothing is written twice."""
    writers, written = Writers(CommitGroup()), list[str]()
    name = person.name

    def lengthen() -> bool:
        current = Staff.objects.get(pk=person.pk)
        written.append(current.name)
        return bool(Staff.objects.filter(pk=person.pk).update(name=current.name + "!"))

    with writers.while_one_writes():
        writers.start(1, lengthen)
        writers.start(2, refuse)
        writers.start(3, lengthen)

    assert writers.told == {0: True, 1: True, 2: "IntegrityError", 3: True}
    assert Staff.objects.get(pk=person.pk).name == f"{name}!!"


def test_a_write_returns_only_after_commit(person: Staff, monkeypatch: pytest.MonkeyPatch) -> None:
    """By a connection of their own, which sees what was committed and nothing else."""
    writers, commit, seen = Writers(CommitGroup()), BaseDatabaseWrapper.commit, list[bool]()

    def commit_slowly(connection: BaseDatabaseWrapper) -> None:
        time.sleep(0.1)
        commit(connection)

    def write_and_look() -> None:
        writers.group.write(rename(person, "Another"))
        seen.append(Staff.objects.filter(name="Another").exists())
        connection.close()

    monkeypatch.setattr(BaseDatabaseWrapper, "commit", commit_slowly)
    with writers.while_one_writes():
        writers.threads += [Thread(target=write_and_look) for _ in range(3)]
        for thread in writers.threads[1:]:
            thread.start()

    assert seen == [True, True, True]


def test_every_writer_fails_if_no_transaction_can_begin(person: Staff, monkeypatch: pytest.MonkeyPatch) -> None:
    writers = Writers(CommitGroup())

    with writers.while_one_writes():
        for number in (1, 2):
            writers.start(number, rename(person, "Another"))
        wait_until(lambda: len(writers.group._waiting) == 2)
        monkeypatch.setattr(transaction, "atomic", locked)

    assert writers.told == {0: True, 1: "OperationalError", 2: "OperationalError"}
    monkeypatch.undo()
    assert writers.group.write(lambda: True)  # it goes on afterwards


def locked() -> object:
    raise OperationalError("database is locked")


# ── Turns


def test_only_one_thread_has_the_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("compliance.db.group_commit.TURN_WITHIN_SECONDS", SURELY_S)
    turns = Turns()

    assert counts_inside(turns.take, turns.give_up) == [1] * 300


def test_waiting_for_a_turn_times_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("compliance.db.group_commit.TURN_WITHIN_SECONDS", 0.01)
    turns, done = Turns(), list[str]()
    turns.take()

    def work() -> None:
        turns.take()
        done.append("without it")
        turns.give_up()  # which is not theirs to give up

    thread = Thread(target=work)
    thread.start()
    thread.join()

    assert done == ["without it"]
    assert not turns._one.acquire(blocking=False)
    turns.give_up()
    assert turns._one.acquire(blocking=False)


def test_an_error_releases_the_turn() -> None:
    group = CommitGroup()

    with pytest.raises(ValueError, match="no such card"), group.turn():
        raise ValueError("no such card")

    assert group._turns._one.acquire(blocking=False)


def test_a_writer_that_waits_for_commit_releases_its_turn(person: Staff) -> None:
    """Else nobody would come to be written together."""
    group = CommitGroup()
    writers = Writers(group)

    def in_turn(number: int) -> None:
        with group.turn():
            writers.told[number] = group.write(rename(person, "Another"))
        connection.close()

    with writers.while_one_writes():
        writers.threads += [Thread(target=in_turn, args=(number,)) for number in (1, 2, 3)]
        for thread in writers.threads[1:]:
            thread.start()

    assert writers.told == dict.fromkeys(range(4), True)
    assert group._turns._one.acquire(blocking=False)
