"""Run a small floor and a large floor, each with its own database and process, in alternating turns."""

import json
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from itertools import count
from time import perf_counter
from typing import Any, NamedTuple
from unittest import mock
from urllib.parse import urlsplit

import psycopg

from tests.servers import Missing, postgresql

from .logged.processes import Place
from .process import ROOT
from .report import Row
from .timing import seconds


class Turn(NamedTuple):
    """Hold what a turn took: time, number of queries, rows read, and the part of the time that the database took."""

    seconds: float
    queries: int
    rows: int
    in_database: float = 0

    def __str__(self) -> str:
        return f"{self.milliseconds} in {self.queries:,} queries that read {self.rows:,} rows"

    @property
    def milliseconds(self) -> str:
        return f"{self.seconds * 1e3:,.1f} ms"


Taken = Callable[[str], Turn]


@contextmanager
def _on_postgresql() -> Iterator[tuple[Place, Place]]:
    with tempfile.TemporaryDirectory() as folder, postgresql() as url:
        with psycopg.connect(urlsplit(url)._replace(path="/postgres").geturl(), autocommit=True) as server:
            for name in ("small", "large"):
                server.execute(f'CREATE DATABASE "{urlsplit(url).path[1:]}_{name}"')
        yield Place(folder, f"{url}_small", 1), Place(folder, f"{url}_large", 1)


@contextmanager
def _on_sqlite() -> Iterator[tuple[Place, Place]]:
    with tempfile.TemporaryDirectory() as small, tempfile.TemporaryDirectory() as large:
        yield Place(small, "", 1), Place(large, "", 1)


# For each database name: how to create places for two floors.
DATABASES = {"PostgreSQL": _on_postgresql, "SQLite": _on_sqlite}


def on_each_database(compared: Callable[[str, Place, Place], Iterable[Row]]) -> list[Row]:
    """Yield the rows of a comparison of two floors, on each available database."""
    rows: list[Row] = []
    for name, databases in DATABASES.items():
        try:
            with databases() as (small, large):
                rows += compared(name, small, large)
        except Missing as missing:
            print(f"  skipped on PostgreSQL: {missing}")
    return rows


def in_turns(what: str, few: Taken, many: Taken, turns: int) -> tuple[Turn, Turn]:
    """Return the best turn of each, without the first, which fills caches."""
    taken = [(few(what), many(what)) for _ in range(turns + 1)][1:]
    return min(each for each, _ in taken), min(each for _, each in taken)


@contextmanager
def started(module: str, place: Place, *given: int) -> Iterator[Taken]:
    """Start a module that opens a floor and serves turns; yield a function that runs one turn."""
    command = [sys.executable, "-m", module, *map(str, given)]
    pipes: Any = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True}
    with subprocess.Popen(command, cwd=ROOT, env=place.environment("casino.settings"), **pipes) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        asked, answers = process.stdin, process.stdout

        def take_turn(what: str) -> Turn:
            print(what, file=asked, flush=True)
            return Turn(*json.loads(answers.readline()))

        yield take_turn
        asked.close()


# ── In the floor's own process


def serve_turns(take: Callable[[str], Turn]) -> None:
    """Run requested turns until the input ends."""
    for line in sys.stdin:
        print(json.dumps(take(line.strip())), flush=True)


def measured(work: Callable[[], object]) -> Turn:
    """Run some work. The time of its queries is that of sending them and of fetching their rows from the driver."""
    from django.db import connection
    from django.db.backends.utils import CursorWrapper
    from django.db.models.sql.compiler import SQLCompiler

    queries, rows, results, attribute = count(), count(), SQLCompiler.results_iter, CursorWrapper.__getattr__
    in_database: list[float] = []

    def timed(call: Any, *given: Any) -> Any:
        started = perf_counter()
        try:
            return call(*given)
        finally:
            in_database.append(perf_counter() - started)

    def asked(execute: Any, *query: Any) -> Any:
        next(queries)
        return timed(execute, *query)

    def fetched(cursor: Any, name: str) -> Any:
        found = attribute(cursor, name)
        return partial(timed, found) if name.startswith("fetch") else found

    def read(*given: Any, **named: Any) -> Iterator[Any]:
        for row in results(*given, **named):
            next(rows)
            yield row

    with ExitStack() as patched:
        patched.enter_context(mock.patch.object(SQLCompiler, "results_iter", read))
        patched.enter_context(mock.patch.object(CursorWrapper, "__getattr__", fetched))
        patched.enter_context(connection.execute_wrapper(asked))
        taken = seconds(work)
    return Turn(taken, next(queries), next(rows), sum(in_database))
