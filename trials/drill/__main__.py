"""Run the drill: `python -m trials.drill` breaks and restores what alerts depend on; alerts must still be on time.

Without --database it runs on PostgreSQL with Redis and then on SQLite, each in its own process. The exit status is 1 if
an alert was late, lost or duplicated.
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
        "total length; time beyond two minutes extends the Redis outage",
        "Every alert was recorded once and on time",
        missing,
        run,
    )
    return running.main(what)


def missing(database: str) -> str:
    why = (missing_postgresql() or missing_redis()) if database == "postgresql" else ""
    return f"on PostgreSQL and Redis: {why}" if why else ""


def missing_redis() -> str:
    """Return how to install Redis if it is missing, else an empty string."""
    found = shutil.which("redis-server") or shutil.which("valkey-server")
    return "" if found else "redis-server is missing (sudo apt-get install redis-server)"


if __name__ == "__main__":
    sys.exit(main())
