"""Run the benchmarks: `python -m trials.bench` compares the engine and the floor with peers and limits on one core.

Logging rounds uses all cores, as a real floor does.

Timings are printed and never asserted, because the machine is noisy. The exit status is 1 only if a peer's results
differ from ours.
"""

import argparse
import platform
import sys
import time

from . import evaluation, floor, process, richest, rounds, scanned, slow_clients
from .api import comparison as api
from .logged import comparison as logged
from .report import DifferenceError, Row, print_table
from .reported import comparison as reported
from .timing import stay_on_one_core

PARTS = {
    "cards": ("Evaluating five cards, one hand at a time", evaluation.bench),
    "rounds": ("Settling rounds of six seats, JSON in and out", rounds.bench),
    "settle": ("manage.py settle as its own process", process.bench),
    "richest": ("Finding the richest deal in a new process", richest.bench),
    "floor": ("The floor, with the default setup", floor.bench),
    "scan": ("The alert scan", scanned.bench),
    "logged": ("Logging rounds through real web servers", logged.bench),
    "slow": ("Logging rounds beside slow clients", slow_clients.bench),
    "reports": ("Shift and month reports", reported.bench),
    "api": ("The REST API", api.bench),
}


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m trials.bench", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="run for a few seconds, to check that everything works")
    parser.add_argument("--part", choices=PARTS, action="append", help="run only this part; repeat for several parts")
    given = parser.parse_args()
    quick = given.quick
    started = time.perf_counter()
    print(f"Python {platform.python_version()}, {stay_on_one_core()}; best of several alternating turns")
    rows: list[Row] = []
    for title, bench in [PARTS[name] for name in given.part or PARTS]:
        print(f"\n{title}", flush=True)
        try:
            rows += bench(quick=quick)
        except DifferenceError as difference:
            print(f"\nRESULTS DIFFER: {difference}", file=sys.stderr)
            return 1
    print("\nRatio: how many times faster than the peer or the limit. For memory: larger peak / smaller peak.\n")
    print_table(rows)
    print(f"\n{time.perf_counter() - started:.0f} s in total" + (", quick: figures are approximate" if quick else ""))
    return 0


if __name__ == "__main__":
    sys.exit(main())
