"""Several people at once: acts done side by side, and what each of them was told."""

import time
from collections.abc import Callable
from threading import Lock, Thread

from django.db import connection

from casino.ops.databases.sqlite3.base import _lines
from compliance.errors import RuleViolation

# How long the first waits for the second: where no lock is in the way it comes; where one is, it cannot.
PATIENCE_S, SURELY_S = 0.3, 20

# How statements begin that write: Django's own, and those that are several in one (compliance/db/write_batch.py).
WRITE = ("INSERT", "UPDATE", "WITH part0 AS (INSERT", "WITH part0 AS (SELECT FROM")

Act = Callable[[], object]

_BLOCKED_BY_ME = (
    "SELECT EXISTS (SELECT FROM pg_locks WHERE NOT granted AND pg_backend_pid() = ANY(pg_blocking_pids(pid)))"
)


class Meeting:
    """Where two acts wait for each other: until both are there, or one is seen to wait for a lock of the other.

    Once one did not come nobody waits here again.
    """

    def __init__(self) -> None:
        self._came = 0
        self._coming = Lock()
        self._broken = False

    def wait(self, patience: float = PATIENCE_S) -> None:
        if self._broken:
            return
        with self._coming:
            self._came += 1
            both = self._came + self._came % 2
        until = time.monotonic() + patience
        while self._came < both and not self._broken:
            self._broken = time.monotonic() > until or _holds_up_another()
            time.sleep(0.002)


def _holds_up_another() -> bool:
    """Tell whether someone waits for what this thread has locked."""
    if connection.vendor == "sqlite":
        return any(line._waiting for line in _lines.values())
    (blocked,) = connection.connection.execute(_BLOCKED_BY_ME).fetchone()
    return bool(blocked)


def wait_until(happens: Callable[[], bool]) -> None:
    """Wait until something is so, as long as that may surely take."""
    until = time.monotonic() + SURELY_S
    while not happens():
        assert time.monotonic() < until
        time.sleep(0.001)


def counts_inside(enter: Act, leave: Act) -> list[int]:
    """Let six threads come in and leave fifty times each; return how many were inside whenever one came in."""
    inside, counts = list[int](), list[int]()

    def come(number: int) -> None:
        for _ in range(50):
            enter()
            inside.append(number)
            counts.append(len(inside))
            time.sleep(0)  # so that the others have their chance
            inside.remove(number)
            leave()

    threads = [Thread(target=come, args=(number,)) for number in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return counts


def run(*acts: Act) -> list[str | None]:
    """Do acts side by side; return what each was told, nothing if it was done."""
    outcomes: list[str | None] = []

    def one(act: Act) -> None:
        try:
            act()
        except RuleViolation as violation:
            outcomes.append(violation.code)
        except Exception as error:
            outcomes.append(type(error).__name__)
        else:
            outcomes.append(None)
        finally:
            connection.close()

    threads = [Thread(target=one, args=(act,)) for act in acts]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return sorted(outcomes, key=str)
