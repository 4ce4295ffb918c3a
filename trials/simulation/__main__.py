"""Run the simulation: `python -m trials.simulation` compares weeks on a floor with a model, then plays a Saturday.

It uses a temporary SQLite file, or a test database next to the one in DATABASE_URL. The exit status is 1 if the alerts
differ from the model, or a pit boss was called more than six times in an hour on the Saturday.
"""

import argparse
import os
import random
import sys
from collections.abc import Iterator
from contextlib import contextmanager

PARTS = ("all", "weeks", "services", "saturday")


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m trials.simulation", description=__doc__)
    parser.add_argument("--days", type=float, default=30)
    parser.add_argument("--tables", type=int, default=60)
    parser.add_argument("--seed", type=int, help="repeat an earlier run; random by default")
    parser.add_argument("--part", choices=PARTS, default="all")
    given = parser.parse_args()
    seed = random.randrange(10**6) if given.seed is None else given.seed
    right = True
    if given.part in ("all", "services"):
        right &= run_weeks(2, 8, seed, by_services=True)
    if given.part in ("all", "weeks"):
        right &= run_weeks(given.days, given.tables, seed)
    if given.part in ("all", "saturday"):
        right &= run_saturday(seed)
    return 0 if right else 1


@contextmanager
def empty_database() -> Iterator[None]:
    """Set Django up with a temporary database, and drop it at the end."""
    import django

    os.environ["DJANGO_SETTINGS_MODULE"] = "tests.settings"
    django.setup()
    from django.db import connection

    before = str(connection.settings_dict["NAME"])
    connection.creation.create_test_db(verbosity=0, autoclobber=True)
    try:
        if connection.vendor == "sqlite":  # nothing in it needs to survive a crash
            connection.cursor().execute("PRAGMA synchronous=OFF")
        yield
    finally:
        connection.creation.destroy_test_db(before, verbosity=0)


def run_weeks(days: float, tables: int, seed: int, *, by_services: bool = False) -> bool:
    with empty_database():
        from .report import say, show_outcome
        from .run import simulate

        how = "all acts through services" if by_services else "most acts as rows"
        say(f"{days:g} days at {tables} tables, {how}, seed {seed}")
        outcome = simulate(days, tables, seed, by_services=by_services, say=say)
        show_outcome(outcome)
        say("Identical." if outcome.is_right else f"FAILED with seed {seed}: see above.")
        return outcome.is_right


def run_saturday(seed: int) -> bool:
    with empty_database():
        from .busy.run import MOST_AN_HOUR, live
        from .report import say, show_day

        say(f"A Saturday at 40 tables in 4 pits, seed {seed}")
        day = live(seed)
        show_day(day)
        bearable = f"No pit boss was called more than {MOST_AN_HOUR} times in an hour."
        say(bearable if day.is_bearable else f"FAILED with seed {seed}: a pit boss was called more often.")
        return day.is_bearable


if __name__ == "__main__":
    sys.exit(main())
