"""The scan that finds what is due: with ten thousand tables it should take no longer than with a hundred.

At both the same number of tables is due. Each size has a database and a process of its own, which take turns. The peer
is what is done without due times: every open table is looked at each time.
"""

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from itertools import count
from typing import Any, NamedTuple
from urllib.parse import urlsplit

import psycopg

from tests.servers import Missing, postgresql

from .logged.processes import Place
from .process import ROOT
from .report import Goal, Row
from .timing import seconds

DUE = 20
FLAT = Goal("≤", 1.5)


class Scale(NamedTuple):
    """How many tables at the small floor and at the large one, and how many turns each takes, by what is measured."""

    few: int
    many: int
    turns: dict[str, int]


# What is over in a moment needs more turns to meet a quick one.
WHOLE, QUICK = Scale(100, 10_000, {"due": 15, "idle": 60}), Scale(100, 1_000, {"due": 3, "idle": 10})


class Turn(NamedTuple):
    """What a scan took, how often it asked the database, and how many rows it read."""

    seconds: float
    queries: int
    rows: int

    def __str__(self) -> str:
        return f"{self.seconds * 1e3:,.1f} ms in {self.queries:,} queries that read {self.rows:,} rows"


def bench(*, quick: bool) -> list[Row]:
    rows: list[Row] = []
    for name, databases in (("PostgreSQL", _on_postgresql), ("SQLite", _on_sqlite)):
        try:
            with databases() as (small, large):
                rows += _compared(name, small, large, QUICK if quick else WHOLE)
        except Missing as missing:
            print(f"  skipped on PostgreSQL: {missing}")
    return rows


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


def _compared(name: str, small: Place, large: Place, scale: Scale) -> Iterator[Row]:
    with ExitStack() as stack:
        few = stack.enter_context(_floor(small, scale.few))
        many = stack.enter_context(_floor(large, scale.many))
        best = {what: _in_turns(what, few, many, turns) for what, turns in scale.turns.items()}
        peer = many("every table")
    for what, label in (("due", f"{DUE} due"), ("idle", "nothing due")):
        less, more = best[what]
        print(f"  {name}, {scale.few} tables, {label}: {less}")
        print(f"  {name}, {scale.many:,} tables, {label}: {more}", flush=True)
        yield _row(f"{name}: scan of {scale.many:,} tables and of {scale.few}, {label}", more, less)
    print(f"  {name}, {scale.many:,} tables, every one looked at: {peer}", flush=True)
    ours = best["due"][1]
    ratio = peer.seconds / ours.seconds
    yield Row(f"{name}: scan of {scale.many:,} tables, all looked at", _ms(ours), _ms(peer), ratio, Goal("≥", 10))


def _row(what: str, ours: Turn, peer: Turn) -> Row:
    return Row(what, _ms(ours), _ms(peer), ours.seconds / peer.seconds, FLAT)


def _ms(turn: Turn) -> str:
    return f"{turn.seconds * 1e3:,.1f} ms"


Taken = Callable[[str], Turn]


def _in_turns(what: str, few: Taken, many: Taken, turns: int) -> tuple[Turn, Turn]:
    """Return the best turn of each; the first, in which much is read for the first time, does not count."""
    taken = [(few(what), many(what)) for _ in range(turns + 1)][1:]
    return min(each for each, _ in taken), min(each for _, each in taken)


@contextmanager
def _floor(place: Place, tables: int) -> Iterator[Taken]:
    """Open a floor in a process of its own; yield what lets it take a turn."""
    command = [sys.executable, "-m", "bench.scanned", str(tables)]
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


def serve(how_many: int) -> None:
    """Open so many tables in an empty database, and take the turns that are asked for, until nobody asks."""
    import django

    django.setup()
    from django.core.management import call_command

    from compliance.scanning import scan

    call_command("migrate", verbosity=0)
    floor, tables = _opened(how_many)
    turns: dict[str, Callable[[], object]] = {
        "due": lambda: scan(floor.at),
        "idle": lambda: scan(floor.at),
        "every table": lambda: _look_at_every_table(floor.at),
    }
    for line in sys.stdin:
        what = line.strip()
        if what == "due":
            _stir(floor, tables[:DUE])
        print(json.dumps(_measured(turns[what])), flush=True)


def _opened(how_many: int) -> tuple[Any, list[Any]]:
    """Return a floor with so many open tables, at none of which anything is due for hours."""
    from datetime import timedelta

    from django.db import connection
    from django.test.utils import override_settings

    from compliance.models import Stream
    from compliance.scanning import scan
    from tests.floor import Floor
    from tests.many import copies_of

    with override_settings(PASSWORD_HASHERS=["django.contrib.auth.hashers.MD5PasswordHasher"]):
        floor = Floor("md")
        table = floor.open_table()
    scan(floor.at)
    tables = [table, *copies_of(table, how_many - 1)]
    Stream.objects.update(look_at=floor.at + timedelta(hours=3))
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")
    return floor, tables


def _stir(floor: Any, tables: list[Any]) -> None:
    """Let something be told of tables, so that they are due for a look."""
    from django.db import transaction

    from compliance.journal import journal

    with transaction.atomic():
        for table in tables:
            journal("bench.entry", table, on=table, by=floor.floorperson, at=floor.at)


def _look_at_every_table(at: Any) -> None:
    """Read every table and let every check look at it; nothing is written, in favour of this peer."""
    from compliance import scanning
    from compliance.models import Stream

    streams = list(Stream.objects.filter(key__startswith="table:").select_related("facility"))
    for place in range(0, len(streams), scanning.AT_ONCE):
        scanning._looks("table", streams[place : place + scanning.AT_ONCE], at)


def _measured(work: Callable[[], object]) -> Turn:
    from django.db import connection
    from django.db.models.sql.compiler import SQLCompiler

    queries, rows, results = count(), count(), SQLCompiler.results_iter

    def asked(execute: Any, *query: Any) -> Any:
        next(queries)
        return execute(*query)

    def read(*given: Any, **named: Any) -> Iterator[Any]:
        for row in results(*given, **named):
            next(rows)
            yield row

    SQLCompiler.results_iter = read  # type: ignore[method-assign]
    try:
        with connection.execute_wrapper(asked):
            taken = seconds(work)
    finally:
        SQLCompiler.results_iter = results  # type: ignore[method-assign]
    return Turn(taken, next(queries), next(rows))


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "casino.settings")
    serve(int(sys.argv[1]))
