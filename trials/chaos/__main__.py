"""python -m chaos: eight writers log rounds while web, worker and database are killed at random; nothing may be lost.

Without --database it runs on SQLite and then on PostgreSQL, each in a process of its own. The exit status is 1 if
anything was lost, doubled or left half done; the seed that is printed repeats the same kills.
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
        "of writing and killing, on each database",
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
