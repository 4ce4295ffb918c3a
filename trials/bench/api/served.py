"""Serve turns on a floor with past rounds: `python -m trials.bench.api.served ROUNDS`.

A turn's rows are the items in the response, not the rows that the database read.
"""

import gc
import os
import sys
from collections.abc import Callable
from time import perf_counter

from trials.bench.floors import Turn, serve_turns


def serve(rounds: int) -> None:
    """Write a history to an empty database, then run requested turns until the input ends."""
    import django

    django.setup()
    from django.core.management import call_command

    call_command("migrate", verbosity=0)
    from compliance.journal import feed

    from .asked import Program
    from .history import History, analyse
    from .turns import check_the_same, works

    facility = History(rounds).floor.facility
    laid = _timed(lambda: sum(iter(feed.append_to_feed, 0)))
    analyse()
    program = Program(facility)
    check_the_same(program, facility)
    turns = works(program, facility)
    serve_turns(lambda what: laid if what == "laid" else _timed(turns[what]))


def _timed(work: Callable[[], int]) -> Turn:
    gc.collect()
    started = perf_counter()
    answered = work()
    return Turn(perf_counter() - started, 0, answered)


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "casino.settings")
    serve(*map(int, sys.argv[1:]))
