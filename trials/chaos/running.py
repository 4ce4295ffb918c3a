"""Provide what all harnesses share: command line, temporary folder, one database after the other."""

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

# Exit status of a run whose only fault is that something was late. A busy machine may cause that once.
ONLY_LATE = 3


class Options(NamedTuple):
    """Hold the options of a run. `fault` is injected on purpose, and the run must find it."""

    database: str
    seed: int
    seconds: float
    fault: str = ""


class Undertaking(NamedTuple):
    """Describe a harness that runs as `python -m trials.NAME`.

    `missing` returns what a run on a database needs and does not have. `sound` is printed on success.
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
    """Run on the given database, or on each in turn. Return 0 on success, else 1."""
    parser = argparse.ArgumentParser(prog=f"python -m trials.{what.name}", description=what.about)
    parser.add_argument("--database", choices=("both", *what.databases), default="both")
    parser.add_argument("--seconds", type=float, default=60, help=what.seconds)
    parser.add_argument("--seed", type=int, help="repeat the random choices of an earlier run; random by default")
    parser.add_argument("--fault", choices=what.faults, default="", help="inject this fault; the run must then fail")
    given = parser.parse_args()
    seed = random.randrange(10**6) if given.seed is None else given.seed
    options = Options(given.database, seed, given.seconds, given.fault)
    if sys.platform != "linux":
        return skipped("on this system: it needs Linux to find child processes")
    if given.database == "both":
        return one_after_the_other(what, options)
    if missing := what.missing(given.database):
        return skipped(missing)
    return what.run(options)


def one_after_the_other(what: Undertaking, options: Options) -> int:
    """Run on each database until one fails; each run is a process, because settings are read once."""
    module, seconds = f"trials.{what.name}", f"{options.seconds:g}"
    command = [sys.executable, "-m", module, "--seconds", seconds, "--seed", str(options.seed)]
    command += ["--fault", options.fault] if options.fault else []
    for database in what.databases:
        here = [*command, "--database", database]
        status = subprocess.run(here, check=False).returncode
        if status == ONLY_LATE:
            say("The only fault is lateness; running again, because the machine may have been busy.")
            status = subprocess.run(here, check=False).returncode
        if status:
            say(f"FAILED on {database}, with seed {options.seed}: see above.")
            return 1
    say(f"{what.sound}, with seed {options.seed}.")
    return 0


def in_a_folder(name: str, options: Options, run: Callable[[Path], bool]) -> int:
    """Run in a temporary folder, which is kept on failure. Return 0 on success, else 1."""
    folder = Path(tempfile.mkdtemp(prefix=f"criss-cross-{name}-"))
    folder.chmod(0o755)  # a database that runs as another user writes here
    try:
        sound = run(folder)
    except (NotUpAgainError, subprocess.SubprocessError) as error:
        say(f"FAILED: {error}")
        sound = False
    except Exception:
        say(f"FAILED: the run itself raised an error: {traceback.format_exc()}")
        sound = False
    if sound:
        shutil.rmtree(folder, ignore_errors=True)
        return 0
    show_errors(folder)
    again = f"make {name} DATABASE={options.database} SECONDS={options.seconds:g} SEED={options.seed}"
    say(f"Logs and records are in {folder}. To repeat this run: {again}")
    return 1


def missing_postgresql() -> str:
    """Return how to install PostgreSQL if it is missing, else an empty string."""
    try:
        found_or_installed(postgresql_binaries, "postgresql")
    except Missing as missing:
        return str(missing)
    return ""


def skipped(why: str) -> int:
    """Report that a run was skipped; return its exit status, which is 1 in CI."""
    say(f"SKIPPED {why}")
    if os.environ.get("CI") == "true":
        say("A skip is a failure in CI.")
        return 1
    return 0
