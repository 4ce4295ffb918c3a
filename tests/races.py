"""Run acts in parallel threads, and collect the result of each."""

import time
from collections.abc import Callable
from threading import Lock, Thread

from django.db import connection

from casino.ops.databases.sqlite3.base import _lines
from compliance.errors import RuleViolation

# How long the first waits for the second, which arrives unless a lock blocks it.
PATIENCE_S, SURELY_S = 0.3, 20

# Prefixes of statements that write: Django's own, and combined ones (compliance/db/write_batch.py).
WRITE = ("INSERT", "UPDATE", "WITH part0 AS (INSERT", "WITH part0 AS (SELECT FROM")

Act = Callable[[], object]

_BLOCKED_BY_ME = (
    "SELECT EXISTS (SELECT FROM pg_locks WHERE NOT granted AND pg_backend_pid() = ANY(pg_blocking_pids(pid)))"
)


class Meeting:
    """Let two acts wait for each other: until both arrive, or one waits for a lock of the other.

    After one did not arrive, nobody waits here again.
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
    """Return whether another session waits for a lock of this thread."""
    if connection.vendor == "sqlite":
        return any(line._waiting for line in _lines.values())
    (blocked,) = connection.connection.execute(_BLOCKED_BY_ME).fetchone()
    return bool(blocked)


def wait_until(happens: Callable[[], bool]) -> None:
    """Wait until a condition is true; fail after a generous timeout."""
    until = time.monotonic() + SURELY_S
    while not happens():
        assert time.monotonic() < until
        time.sleep(0.001)


def counts_inside(enter: Act, leave: Act) -> list[int]:
    """Let six threads enter and leave fifty times each; return how many were inside at each entry."""
    inside, counts = list[int](), list[int]()

    def come(number: int) -> None:
        for _ in range(50):
            enter()
            inside.append(number)
            counts.append(len(inside))
            time.sleep(0)  # let the others run
            inside.remove(number)
            leave()

    threads = [Thread(target=come, args=(number,)) for number in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return counts


def run(*acts: Act) -> list[str | None]:
    """Run acts in parallel; return each one's error, or None if it succeeded."""
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
