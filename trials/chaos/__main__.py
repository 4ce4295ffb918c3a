"""Run a chaos test: `python -m trials.chaos` kills processes while eight writers log rounds.

Without --database it runs on SQLite and then on PostgreSQL, each in its own process. The exit status is 1 if anything
was lost, doubled or left half done. The printed seed repeats the same kills.
"""

import sys

from . import running
from .run import FAULTS, run
from .running import Undertaking, missing_postgresql


def main() -> int:
    what = Undertaking(
        "chaos",
        __doc__ or "",
        ("sqlite", "postgresql"),
        FAULTS,
        "how long to write and kill, on each database",
        "Nothing was lost",
        missing,
        run,
    )
    return running.main(what)


def missing(database: str) -> str:
    why = missing_postgresql() if database == "postgresql" else ""
    return f"on PostgreSQL: {why}" if why else ""


if __name__ == "__main__":
    sys.exit(main())
