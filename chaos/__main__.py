"""python -m chaos: eight writers log rounds while web, worker and database are killed at random; nothing may be lost.

Without --database it runs on SQLite and then on PostgreSQL, each in a process of its own. The exit status is 1 if
anything was lost, doubled or left half done; the seed that is printed repeats the same kills.
"""

import argparse
import os
import random
import subprocess
import sys

from tests.servers import Missing, found_or_installed, postgresql_binaries

from .report import say
from .run import FAULTS, Options, run

DATABASES = ("sqlite", "postgresql")


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m chaos", description=__doc__)
    parser.add_argument("--database", choices=("both", *DATABASES), default="both")
    parser.add_argument("--seconds", type=float, default=60, help="of writing and killing, on each database")
    parser.add_argument("--seed", type=int, help="of an earlier run, to have its kills again; else one by chance")
    parser.add_argument("--fault", choices=FAULTS, default="", help="made on purpose, to see that it is found")
    given = parser.parse_args()
    seed = random.randrange(10**6) if given.seed is None else given.seed
    if sys.platform != "linux":
        return skipped("it asks Linux which processes belong to which")
    if given.database == "both":
        return run_all(given.seconds, seed, given.fault)
    if given.database == "postgresql" and (missing := missing_postgresql()):
        return skipped(f"on PostgreSQL: {missing}")
    return run(Options(given.database, seed, given.seconds, given.fault))


def run_all(seconds: float, seed: int, fault: str) -> int:
    """Run on each database in turn, until one fails; settings are read once in a process."""
    command = [sys.executable, "-m", "chaos", "--seconds", f"{seconds:g}", "--seed", str(seed)]
    command += ["--fault", fault] if fault else []
    for database in DATABASES:
        if subprocess.run([*command, "--database", database], check=False).returncode:
            say(f"BREACH on {database}, with seed {seed}: what stands above must not be.")
            return 1
    say(f"Nothing was lost, with seed {seed}.")
    return 0


def missing_postgresql() -> str:
    """Return how to get PostgreSQL, if it cannot be had."""
    try:
        found_or_installed(postgresql_binaries, "postgresql")
    except Missing as missing:
        return str(missing)
    return ""


def skipped(why: str) -> int:
    """Say what could not be run, and return whether that may be: not in CI."""
    say(f"SKIPPED {why}")
    if os.environ.get("CI") == "true":
        say("CI skips nothing.")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
