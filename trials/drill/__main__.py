"""python -m drill: what everything by the clock leans on is broken and mended, and every alert must come in time.

Without --database it runs on PostgreSQL with Redis and then on the embedded default, each in a process of its own. The
exit status is 1 if an alert was late, lost or twice.
"""

import shutil
import sys

from trials.chaos import running
from trials.chaos.running import Undertaking, missing_postgresql

from .run import run
from .steps import FAULTS


def main() -> int:
    what = Undertaking(
        "drill",
        __doc__ or "",
        ("postgresql", "sqlite"),
        FAULTS,
        "beyond two minutes, how long Redis stays away",
        "Every alert came in time and once",
        missing,
        run,
    )
    return running.main(what)


def missing(database: str) -> str:
    why = (missing_postgresql() or missing_redis()) if database == "postgresql" else ""
    return f"on PostgreSQL and Redis: {why}" if why else ""


def missing_redis() -> str:
    """Return how to get Redis, if it cannot be had."""
    found = shutil.which("redis-server") or shutil.which("valkey-server")
    return "" if found else "redis-server is missing (sudo apt-get install redis-server)"


if __name__ == "__main__":
    sys.exit(main())
