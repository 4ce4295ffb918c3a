"""What several threads write at one time, in one transaction: one beginning, one commit, one wait for the disk.

SQLite lets in one transaction at a time, and each waits for the disk before the next may begin. So whoever comes while
one is under way says what is to be written, and the first of them writes it for all. Nobody is answered before it is on
the disk. If a part of it fails nothing of it was done, and each is done by itself.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Lock, local

from django.db import transaction

Work = Callable[[], bool]

# Who waits longer for a turn goes on without it.
TURN_WITHIN_SECONDS = 1


class Turns:
    """One thread at a time works, and the others sleep: those that compete for the interpreter slow each other down.

    It is no lock, and nothing depends on it: a turn that does not come is not waited for.
    """

    def __init__(self) -> None:
        self._one = Lock()
        self._mine = local()

    def take(self) -> None:
        self._mine.held = self._one.acquire(timeout=TURN_WITHIN_SECONDS)

    def give_up(self) -> None:
        """Let the next one work, if this one has the turn."""
        if getattr(self._mine, "held", False):
            self._mine.held = False
            self._one.release()


class Job:
    """What one thread wants written, and what came of it."""

    def __init__(self, work: Work) -> None:
        self.work = work
        self.told: bool | BaseException | None = None
        # Held until it was done, or until this thread is the one that does it for all.
        self.awaited = Lock()
        self.awaited.acquire()

    def do_alone(self) -> None:
        try:
            with transaction.atomic():
                self.told = self.work()
        except Exception as error:
            self.told = error

    def outcome(self) -> bool:
        assert self.told is not None
        if isinstance(self.told, BaseException):
            raise self.told
        return self.told


class CommitGroup:
    """Those who write at one time. One of them leads, and it alone has a transaction."""

    def __init__(self) -> None:
        self._door = Lock()
        self._waiting: list[Job] = []
        self._led = False
        self._turns = Turns()

    @contextmanager
    def turn(self) -> Iterator[None]:
        """Make ready what is to be written while no one else does. The turn ends with `write`, when only waiting is
        left."""
        self._turns.take()
        try:
            yield
        finally:
            self._turns.give_up()

    def write(self, work: Work) -> bool:
        """Do some work in a transaction that it may share with others, and return what it returns.

        It may be done by another thread; and twice, if what was done at first was rolled back.
        """
        job = Job(work)
        with self._door:
            self._waiting.append(job)
            leads, self._led = not self._led, True
        if not leads:
            self._turns.give_up()
            job.awaited.acquire()
            if job.told is None:
                self._turns.take()
        if job.told is None:
            self._lead()
        return job.outcome()

    def _lead(self) -> None:
        """Do what everyone wants who is waiting by the time that the transaction has begun."""
        jobs: list[Job] = []
        try:
            with transaction.atomic():
                jobs = self._taken()
                told = [job.work() for job in jobs]
                self._turns.give_up()
            for job, each in zip(jobs, told, strict=True):
                job.told = each
        except BaseException as error:
            if len(jobs) > 1 and isinstance(error, Exception):
                for job in jobs:
                    job.do_alone()
            else:  # it is of the only one; or there was no beginning, which is the same for everyone
                jobs = jobs or self._taken()
                for job in jobs:
                    job.told = error
        finally:
            self._hand_on()
            for job in jobs:
                job.awaited.release()

    def _taken(self) -> list[Job]:
        with self._door:
            taken, self._waiting = self._waiting, []
        return taken

    def _hand_on(self) -> None:
        with self._door:
            self._led = bool(self._waiting)
            if self._led:
                self._waiting[0].awaited.release()
