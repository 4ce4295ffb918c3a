"""The scan that finds what is due: with ten thousand tables it should take no longer than with a hundred.

At both the same number of tables is due. The peer is what is done without due times: every open table is looked at each
time.
"""

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from functools import partial
from typing import Any, NamedTuple

from .floors import Turn, in_turns, measured, on_each_database, serve_turns, started
from .logged.processes import Place
from .report import Goal, Row

DUE = 20
FLAT = Goal("≤", 1.5)


class Scale(NamedTuple):
    """How many tables at the small floor and at the large one, and how many turns each takes, by what is measured."""

    few: int
    many: int
    turns: dict[str, int]


# What is over in a moment needs more turns to meet a quick one.
WHOLE, QUICK = Scale(100, 10_000, {"due": 15, "idle": 60}), Scale(100, 1_000, {"due": 3, "idle": 10})


def bench(*, quick: bool) -> list[Row]:
    return on_each_database(partial(_compared, scale=QUICK if quick else WHOLE))


def _compared(name: str, small: Place, large: Place, scale: Scale) -> Iterator[Row]:
    with ExitStack() as stack:
        few = stack.enter_context(started("trials.bench.scanned", small, scale.few))
        many = stack.enter_context(started("trials.bench.scanned", large, scale.many))
        best = {what: in_turns(what, few, many, turns) for what, turns in scale.turns.items()}
        peer = many("every table")
    for what, label in (("due", f"{DUE} due"), ("idle", "nothing due")):
        less, more = best[what]
        print(f"  {name}, {scale.few} tables, {label}: {less}")
        print(f"  {name}, {scale.many:,} tables, {label}: {more}", flush=True)
        yield _row(f"{name}: scan of {scale.many:,} tables and of {scale.few}, {label}", more, less)
    print(f"  {name}, {scale.many:,} tables, every one looked at: {peer}", flush=True)
    ours = best["due"][1]
    what, ratio = f"{name}: scan of {scale.many:,} tables, all looked at", peer.seconds / ours.seconds
    yield Row(what, ours.milliseconds, peer.milliseconds, ratio, Goal("≥", 10))


def _row(what: str, ours: Turn, peer: Turn) -> Row:
    return Row(what, ours.milliseconds, peer.milliseconds, ours.seconds / peer.seconds, FLAT)


# ── In the floor's own process


def serve(how_many: int) -> None:
    """Open so many tables in an empty database, and take the turns that are asked for, until nobody asks."""
    import django

    django.setup()
    from django.core.management import call_command

    from compliance.alerts.scan import scan

    call_command("migrate", verbosity=0)
    floor, tables = _opened(how_many)
    turns: dict[str, Callable[[], object]] = {
        "due": lambda: scan(floor.at),
        "idle": lambda: scan(floor.at),
        "every table": lambda: _look_at_every_table(floor.at),
    }

    def take(what: str) -> Turn:
        if what == "due":
            _stir(floor, tables[:DUE])
        return measured(turns[what])

    serve_turns(take)


def _opened(how_many: int) -> tuple[Any, list[Any]]:
    """Return a floor with so many open tables, at none of which anything is due for hours."""
    from datetime import timedelta

    from django.db import connection
    from django.test.utils import override_settings

    from compliance.alerts.scan import scan
    from compliance.models import Stream
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

    from compliance.journal.write import journal

    with transaction.atomic():
        for table in tables:
            journal("bench.entry", table, on=table, by=floor.floorperson, at=floor.at)


def _look_at_every_table(at: Any) -> None:
    """Read every table and let every check look at it; nothing is written, in favour of this peer."""
    from compliance.alerts import scan as scanning
    from compliance.models import Stream

    streams = list(Stream.objects.filter(key__startswith="table:").select_related("facility"))
    for place in range(0, len(streams), scanning.BATCH_SIZE):
        scanning._inspect("table", streams[place : place + scanning.BATCH_SIZE], at)


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "casino.settings")
    serve(int(sys.argv[1]))
