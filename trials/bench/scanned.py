"""Check that the alert scan takes no longer with ten thousand tables than with a hundred.

The same number of tables is due on both floors. The peer is a scan without due times, which checks every open table
each time.
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
    """Set the number of tables on both floors, and the turns of each measurement."""

    few: int
    many: int
    turns: dict[str, int]


# Short measurements need more turns to get a fast one.
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
    print(f"  {name}, {scale.many:,} tables, all inspected: {peer}", flush=True)
    ours = best["due"][1]
    what, ratio = f"{name}: scan of {scale.many:,} tables, all inspected", peer.seconds / ours.seconds
    yield Row(what, ours.milliseconds, peer.milliseconds, ratio, Goal("≥", 10))


def _row(what: str, ours: Turn, peer: Turn) -> Row:
    return Row(what, ours.milliseconds, peer.milliseconds, ours.seconds / peer.seconds, FLAT)


# ── In the floor's own process


def serve(how_many: int) -> None:
    """Open this many tables in an empty database, then run requested turns until the input ends."""
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
    """Return a floor with this many open tables, where nothing is due for hours."""
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
    Stream.objects.update(next_check_at=floor.at + timedelta(hours=3))
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")
    return floor, tables


def _stir(floor: Any, tables: list[Any]) -> None:
    """Write journal entries for tables, so that they are due for an inspection."""
    from django.db import transaction

    from compliance.journal.write import journal

    with transaction.atomic():
        for table in tables:
            journal("bench.entry", table, on=table, by=floor.floorperson, at=floor.at)


def _look_at_every_table(at: Any) -> None:
    """Read every table and run every check on it; write nothing, which favors this peer."""
    from compliance.alerts import scan as scanning
    from compliance.models import Stream

    streams = list(Stream.objects.filter(key__startswith="table:").select_related("facility"))
    for place in range(0, len(streams), scanning.BATCH_SIZE):
        scanning._inspect("table", streams[place : place + scanning.BATCH_SIZE], at)


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "casino.settings")
    serve(int(sys.argv[1]))
