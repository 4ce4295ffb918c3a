"""Django's SQLite backend, with a queue for writers.

SQLite admits any writer that happens to ask when the one before is done, and the others sleep longer and longer: among
many writers some wait for seconds while the database is idle. So the threads of a process queue before they ask. Other
processes, such as the worker, use SQLite's own locking.
"""

from collections import deque
from threading import Lock
from typing import Any

from django.db.backends.sqlite3 import base
from django.db.utils import OperationalError


class WriterQueue:
    """A lock that is granted in the order of the requests."""

    def __init__(self) -> None:
        self._door = Lock()
        self._taken = False
        self._waiting: deque[Lock] = deque()

    def enter(self, seconds: float) -> bool:
        """Wait for a turn, at most this long; tell whether it came."""
        with self._door:
            if not self._taken:
                self._taken = True
                return True
            turn = Lock()
            turn.acquire()
            self._waiting.append(turn)
        if turn.acquire(timeout=seconds):
            return True
        with self._door:
            if turn in self._waiting:
                self._waiting.remove(turn)
                return False
        return True  # the turn just came

    def leave(self) -> None:
        with self._door:
            if self._waiting:
                self._waiting.popleft().release()
            else:
                self._taken = False


# One queue per database of this process.
_lines: dict[str, WriterQueue] = {}


class DatabaseWrapper(base.DatabaseWrapper):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._in_line: WriterQueue | None = None

    def _start_transaction_under_autocommit(self) -> None:
        name = str(self.settings_dict["NAME"])
        line = _lines.setdefault(name, WriterQueue())
        if not line.enter(self.settings_dict["OPTIONS"].get("timeout", 5)):
            raise OperationalError("database is locked")
        self._in_line = line
        try:
            super()._start_transaction_under_autocommit()  # type: ignore[misc]  # unknown to the stubs, as below
        except BaseException:
            self._leave()
            raise

    def _commit(self) -> None:
        super()._commit()  # type: ignore[misc]
        self._leave()

    def _rollback(self) -> None:
        try:
            super()._rollback()  # type: ignore[misc]
        finally:
            self._leave()

    def _close(self) -> None:
        try:
            super()._close()  # type: ignore[misc]
        finally:
            self._leave()

    def _leave(self) -> None:
        """Let the next writer in, if this one had its turn."""
        line, self._in_line = self._in_line, None
        if line:
            line.leave()
