"""python -m bench: how fast the engine and the floor are beside peers and limits, measured in one run on one core.

Rounds are logged on all cores, as they are on a floor.

Timings are told and never asserted: the machine is noisy, and a build must not fail by it. The exit status is 1 only
where a peer's results differ from ours.
"""

import argparse
import platform
import sys
import time

from . import evaluation, floor, process, richest, rounds, scanned
from .api import comparison as api
from .logged import comparison as logged
from .report import DifferenceError, Row, print_table
from .reported import comparison as reported
from .timing import stay_on_one_core

PARTS = {
    "cards": ("Five cards to a strength, one hand at a time", evaluation.bench),
    "rounds": ("Whole rounds of six seats, JSON to JSON", rounds.bench),
    "settle": ("manage.py settle as a process", process.bench),
    "richest": ("The richest deal, found in a fresh process", richest.bench),
    "floor": ("The floor, on the embedded default", floor.bench),
    "scan": ("The scan for what is due", scanned.bench),
    "logged": ("Rounds logged by real web servers", logged.bench),
    "reports": ("Reports of shifts and months", reported.bench),
    "api": ("The REST API", api.bench),
}


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="a run of a few seconds, to see that all works")
    parser.add_argument("--part", choices=PARTS, action="append", help="only this one; may be given several times")
    given = parser.parse_args()
    quick = given.quick
    started = time.perf_counter()
    print(f"Python {platform.python_version()}, {stay_on_one_core()}; best of several turns taken in alternation")
    rows: list[Row] = []
    for title, bench in [PARTS[name] for name in given.part or PARTS]:
        print(f"\n{title}", flush=True)
        try:
            rows += bench(quick=quick)
        except DifferenceError as difference:
            print(f"\nRESULTS DIFFER: {difference}", file=sys.stderr)
            return 1
    print("\nRatio: how many times faster than the peer, or inside the limit; of memory, the two peaks' ratio.\n")
    print_table(rows)
    print(f"\n{time.perf_counter() - started:.0f} s in all" + (", quick: figures are rough" if quick else ""))
    return 0


if __name__ == "__main__":
    sys.exit(main())
