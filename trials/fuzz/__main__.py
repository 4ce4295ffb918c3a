"""Fuzz the API: `python -m trials.fuzz` sends generated requests as every role and with API keys.

Every response must match the description, and none may be a server error. Without --database it runs on SQLite and then
on PostgreSQL, each in its own process. The exit status is 1 if a response did not match; the printed seed generates the
same requests again.
"""

import argparse
import random
import subprocess
import sys

from trials.chaos import running
from trials.chaos.report import say
from trials.chaos.running import in_a_folder, missing_postgresql, skipped

from .run import DATABASES, Options, run

SOUND = "Every response matched the description"


def main() -> int:
    given = _parser().parse_args()
    seed = random.randrange(10**6) if given.seed is None else given.seed
    if given.database == "both":
        return _one_after_the_other(seed)
    if given.database == "postgresql" and (why := missing_postgresql()):
        return skipped(f"on PostgreSQL: {why}")
    roles = (given.role,) if given.role else ()
    options = Options(given.database, seed, given.examples, given.seconds, roles, given.only, given.short)
    say(f"{given.database}: {given.examples} examples, seed {seed}")
    told = running.Options(given.database, seed, given.seconds)
    status = in_a_folder("fuzz", told, lambda folder: run(options, folder))
    say(f"{SOUND if status == 0 else 'FAILED'} on {given.database}, with seed {seed}.")
    return status


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m trials.fuzz", description=__doc__)
    parser.add_argument("--database", choices=("both", *DATABASES), default="both")
    parser.add_argument("--examples", type=int, default=40, help="requests per operation and caller")
    parser.add_argument("--seconds", type=float, default=0, help="time limit on each database; none by default")
    parser.add_argument("--role", default="", help="only these callers: pit_boss, stranger, 'key, reading', …")
    parser.add_argument("--only", default="", help="a regular expression for the paths to fuzz")
    parser.add_argument("--seed", type=int, help="repeat the requests of an earlier run; random by default")
    parser.add_argument("--short", action="store_true", help="a part of the requests, divided among the callers")
    return parser


def _one_after_the_other(seed: int) -> int:
    """Run on each database; each run is a process, because settings are read once."""
    command = [sys.executable, "-m", "trials.fuzz", *sys.argv[1:], "--seed", str(seed)]
    for database in DATABASES:
        if subprocess.run([*command, "--database", database], check=False).returncode:
            say(f"FAILED on {database}, with seed {seed}: see above.")
            return 1
    say(f"{SOUND}, with seed {seed}.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
