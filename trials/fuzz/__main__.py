"""python -m fuzz: requests are made up from the API's description and sent to a running server, as every role and with
keys; every answer must be as described, and none an error of ours.

Without --database it runs on SQLite and then on PostgreSQL, each in a process of its own. The exit status is 1 if an
answer was not as described; the seed that is printed makes up the same requests again.
"""

import argparse
import random
import subprocess
import sys

from trials.chaos import running
from trials.chaos.report import say
from trials.chaos.running import in_a_folder, missing_postgresql, skipped

from .run import DATABASES, Options, run

SOUND = "Every answer was as described"


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
    say(f"{SOUND if status == 0 else 'BREACH'} on {given.database}, with seed {seed}.")
    return status


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m fuzz", description=__doc__)
    parser.add_argument("--database", choices=("both", *DATABASES), default="both")
    parser.add_argument("--examples", type=int, default=40, help="of each operation, as each who asks")
    parser.add_argument("--seconds", type=float, default=0, help="at most on each database; else as long as it takes")
    parser.add_argument("--role", default="", help="who asks, if only one shall: pit_boss, stranger, 'key, reading', …")
    parser.add_argument("--only", default="", help="a regular expression for the addresses that are asked")
    parser.add_argument("--seed", type=int, help="of an earlier run, to have its requests again; else one by chance")
    parser.add_argument("--short", action="store_true", help="a part of it, shared out among those who ask")
    return parser


def _one_after_the_other(seed: int) -> int:
    """Run on each database in turn; settings are read once in a process."""
    command = [sys.executable, "-m", "trials.fuzz", *sys.argv[1:], "--seed", str(seed)]
    for database in DATABASES:
        if subprocess.run([*command, "--database", database], check=False).returncode:
            say(f"BREACH on {database}, with seed {seed}: what stands above must not be.")
            return 1
    say(f"{SOUND}, with seed {seed}.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
