"""Time the first search for the richest deal in a new process.

A clerk waits for it when saving an offer. The peer, the tests' own search, verifies the result: it walks through all
deals that can matter.
"""

import json
import subprocess
import sys
import time
from collections.abc import Callable
from fractions import Fraction
from typing import Any, NamedTuple

from tests.reference.richest import criss_cross_most, double_cross_most
from tests.reference.tables import RAISE_PAYS, THREE_CARD_PAYS

from .documents import OFFERS
from .process import ROOT
from .report import DifferenceError, Goal, Row
from .timing import seconds

LIMIT_SECONDS = 1.0
WITHIN = Goal("≥", 1)


class Search(NamedTuple):
    """Hold a table, and the most that can be won there with minimum bets, according to the peer."""

    what: str
    edition: str
    peer: Callable[[], Fraction]


SEARCHES = (
    Search(
        "md with the five card bonus", "md", lambda: criss_cross_most("md", Fraction(5), Fraction(5), Fraction(0), True)
    ),
    Search(
        "house with both bonuses",
        "house",
        lambda: criss_cross_most("house", Fraction(2), Fraction(2), Fraction(2), True),
    ),
    Search(
        "ma",
        "ma",
        lambda: double_cross_most(Fraction(5), Fraction(5), (*RAISE_PAYS.items(),), (*THREE_CARD_PAYS.items(),)),
    ),
)


def search_once(edition: str) -> dict[str, Any]:
    """Search twice in this process, which should be a new one; return the result and the seconds."""
    # Imported here: the engine's import time is not part of the search.
    from games.engine.richest import most_won_at_minimum
    from games.engine.settle import terms_for

    started = time.perf_counter()
    terms = terms_for(edition, OFFERS[edition])
    compiled = time.perf_counter()
    found = most_won_at_minimum(terms)
    ended = time.perf_counter()
    cached = min(seconds(lambda: most_won_at_minimum(terms)) for _ in range(5))
    return {"cents": found.cents, "terms": compiled - started, "search": ended - compiled, "cached": cached}


def bench(*, quick: bool) -> list[Row]:
    return [row for search in SEARCHES for row in _bench_search(search, quick=quick)]


def _bench_search(search: Search, *, quick: bool) -> list[Row]:
    runs = [_in_fresh_process(search.edition) for _ in range(1 if quick else 3)]
    if not quick or search.edition == "ma":
        most: list[Fraction] = []
        plain = seconds(lambda: most.append(search.peer()))
        if {run["cents"] for run in runs} != {most[0] * 100}:
            raise DifferenceError(f"richest deal, {search.what}: {runs[0]['cents']} cents against {most[0] * 100}")
        print(f"  {search.what}: ${most[0]} confirmed by the plain search in {plain:.2f} s")
    first = min(runs, key=lambda run: float(run["terms"] + run["search"]))
    taken, cached = first["terms"] + first["search"], min(run["cached"] for run in runs)
    print(f"  {search.what}: terms {first['terms']:.3f} s + search {first['search']:.3f} s, then {cached * 1e3:.2f} ms")
    limit = f"{LIMIT_SECONDS:g} s"
    return [
        Row(f"richest deal: {search.what}, first", f"{taken:.3f} s", limit, LIMIT_SECONDS / taken, WITHIN),
        Row(f"richest deal: {search.what}, again", f"{cached * 1e3:.2f} ms", limit, LIMIT_SECONDS / cached, WITHIN),
    ]


def _in_fresh_process(edition: str) -> dict[str, Any]:
    command = [sys.executable, "-m", "trials.bench.richest", edition]
    done = subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.PIPE)
    result: dict[str, Any] = json.loads(done.stdout)
    return result


if __name__ == "__main__":
    print(json.dumps(search_once(sys.argv[1])))
