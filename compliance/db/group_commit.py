"""Group commit: write the work of several threads in one transaction with one disk sync.

SQLite runs one write transaction at a time, and each waits for the disk. Threads that arrive during a transaction queue
their work, and the first of them writes it for all. A request is acknowledged only after commit. If one part fails,
the whole transaction rolls back and each part runs in its own transaction.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Lock, local

from django.db import transaction

Work = Callable[[], bool]

# After this long a thread continues without its turn.
TURN_WITHIN_SECONDS = 1


class Turns:
    """Let one thread work at a time, because threads that compete for the interpreter slow each other down.

    This is not a lock, and nothing depends on it: a thread that gets no turn continues anyway.
    """

    def __init__(self) -> None:
        self._one = Lock()
        self._mine = local()

    def take(self) -> None:
        self._mine.held = self._one.acquire(timeout=TURN_WITHIN_SECONDS)

    def give_up(self) -> None:
        """End the turn of this thread, if it has one."""
        if getattr(self._mine, "held", False):
            self._mine.held = False
            self._one.release()


class Job:
    """The work of one thread, and its result."""

    def __init__(self, work: Work) -> None:
        self.work = work
        self.told: bool | BaseException | None = None
        # Held until the work is done, or until this thread becomes the leader.
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
    """Threads that write together. The leader runs the transaction for all."""

    def __init__(self) -> None:
        self._door = Lock()
        self._waiting: list[Job] = []
        self._led = False
        self._turns = Turns()

    @contextmanager
    def turn(self) -> Iterator[None]:
        """Prepare work while no other thread does. The turn ends in `write`, when the thread only waits."""
        self._turns.take()
        try:
            yield
        finally:
            self._turns.give_up()

    def write(self, work: Work) -> bool:
        """Run work in a transaction that it may share with others, and return its result.

        Another thread may run it, and it may run twice if the first transaction is rolled back.
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
        """Run all work that is queued when the transaction has begun."""
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
            else:  # the error of the only job, or the transaction could not begin
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
