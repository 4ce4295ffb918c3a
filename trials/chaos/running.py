"""What every run has in common: its command line, a folder of its own, one database after the other."""

import argparse
import os
import random
import shutil
import subprocess
import sys
import tempfile
import traceback
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

from tests.servers import Missing, found_or_installed, postgresql_binaries

from .house import NotUpAgainError
from .report import say, show_errors

# What a run returns that found nothing worse than that something took too long: on a busy machine that may happen once.
ONLY_LATE = 3


class Options(NamedTuple):
    """What a run is asked for. A fault is made on purpose, to see it found."""

    database: str
    seed: int
    seconds: float
    fault: str = ""


class Undertaking(NamedTuple):
    """What is run by `python -m name`: on which databases, how, and what it says if all was as it must be.

    `missing` returns what a run on a database needs that cannot be had.
    """

    name: str
    about: str
    databases: Sequence[str]
    faults: Sequence[str]
    seconds: str
    sound: str
    missing: Callable[[str], str]
    run: Callable[[Options], int]


def main(what: Undertaking) -> int:
    """Run on the database that is asked for, or on each in turn. Return 0 if all was as it must be, else 1."""
    parser = argparse.ArgumentParser(prog=f"python -m {what.name}", description=what.about)
    parser.add_argument("--database", choices=("both", *what.databases), default="both")
    parser.add_argument("--seconds", type=float, default=60, help=what.seconds)
    parser.add_argument("--seed", type=int, help="of an earlier run, to have its chances again; else one by chance")
    parser.add_argument("--fault", choices=what.faults, default="", help="made on purpose, to see that it is found")
    given = parser.parse_args()
    seed = random.randrange(10**6) if given.seed is None else given.seed
    options = Options(given.database, seed, given.seconds, given.fault)
    if sys.platform != "linux":
        return skipped("it asks Linux which processes belong to which")
    if given.database == "both":
        return one_after_the_other(what, options)
    if missing := what.missing(given.database):
        return skipped(missing)
    return what.run(options)


def one_after_the_other(what: Undertaking, options: Options) -> int:
    """Run on each database in turn, until one fails; settings are read once in a process."""
    module, seconds = f"trials.{what.name}", f"{options.seconds:g}"
    command = [sys.executable, "-m", module, "--seconds", seconds, "--seed", str(options.seed)]
    command += ["--fault", options.fault] if options.fault else []
    for database in what.databases:
        here = [*command, "--database", database]
        status = subprocess.run(here, check=False).returncode
        if status == ONLY_LATE:
            say("Nothing but late: once more, for the machine may have been busy with something else.")
            status = subprocess.run(here, check=False).returncode
        if status:
            say(f"BREACH on {database}, with seed {options.seed}: what stands above must not be.")
            return 1
    say(f"{what.sound}, with seed {options.seed}.")
    return 0


def in_a_folder(name: str, options: Options, run: Callable[[Path], bool]) -> int:
    """Run in a folder of its own, which is kept after a breach. Return 0 if all was as it must be, else 1."""
    folder = Path(tempfile.mkdtemp(prefix=f"criss-cross-{name}-"))
    folder.chmod(0o755)  # a database that runs as another user writes here
    try:
        sound = run(folder)
    except (NotUpAgainError, subprocess.SubprocessError) as error:
        say(f"BREACH: {error}")
        sound = False
    except Exception:
        say(f"BREACH: the run itself failed: {traceback.format_exc()}")
        sound = False
    if sound:
        shutil.rmtree(folder, ignore_errors=True)
        return 0
    show_errors(folder)
    again = f"make {name} DATABASE={options.database} SECONDS={options.seconds:g} SEED={options.seed}"
    say(f"What was said and logged is kept in {folder}. By the same chances again: {again}")
    return 1


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
