"""Run the tests: `python -m tests`, or `make test`.

    python -m tests                  every test, in two parts
    python -m tests --quick          the engine's cases and the first test of every file, on SQLite
    python -m tests tests/tables     one folder or file, on SQLite

Part 1 runs every test on SQLite with a file broker, some of them in Chromium. Part 2 runs the tests that depend on the
database (marked `both_databases`) again, on PostgreSQL with Redis. A part that cannot run is reported in one line; with
CI=true that is a failure.
"""

import os
import subprocess
import sys
import time
from contextlib import ExitStack

from tests.servers import Missing, chromium, postgresql, redis_server


class Run:
    """Collect the time of each part, and what was skipped."""

    def __init__(self) -> None:
        self.took: dict[str, float] = {}
        self.skipped: list[str] = []

    def part(self, name: str, says: str, *options: str, **environment: str) -> bool:
        """Run pytest for one part; return whether every test passed."""
        print(f"── {says}", flush=True)
        command = [sys.executable, "-m", "pytest", "-q", "-n", "auto", *options]
        began = time.monotonic()
        status = subprocess.run(command, env=os.environ | environment, check=False).returncode
        self.took[name] = time.monotonic() - began
        print(f"── {name}: {clock(self.took[name])}", flush=True)
        return status == 0

    def finished(self, what: str) -> int:
        """Print the result in one line, and return the exit status."""
        for each in self.skipped:
            print(f"── SKIPPED {each}")
        parts = ", ".join(f"{name} {clock(seconds)}" for name, seconds in self.took.items())
        if self.skipped and os.environ.get("CI") == "true":
            print("── Tests failed: a skip is a failure in CI.")
            return 1
        rest = "; see above for what was skipped" if self.skipped else ""
        print(f"── {what} passed in {clock(sum(self.took.values()))} ({parts}){rest}.")
        return 0


def clock(seconds: float) -> str:
    return f"{int(seconds) // 60}:{int(seconds) % 60:02}"


def main(arguments: list[str]) -> int:
    run = Run()
    passed = some(run, arguments) if arguments else everything(run)
    if not passed:
        print("── Tests failed.", flush=True)
        return 1
    return run.finished("The selected tests" if arguments else "All tests")


def some(run: Run, arguments: list[str]) -> bool:
    # The quick tests need no browser.
    browser = [] if "--quick" in arguments or has_chromium(run) else ["-m", "not browser"]
    return run.part("SQLite", "On SQLite with a file broker", *arguments, *browser, DATABASE_URL="", REDIS_URL="")


def everything(run: Run) -> bool:
    browser = "browser or not browser" if has_chromium(run) else "not browser"
    says = "1 of 2: every test, on SQLite with a file broker"
    if not run.part("SQLite", says, "-m", browser, DATABASE_URL="", REDIS_URL=""):
        return False
    with ExitStack() as stack:
        try:
            database = stack.enter_context(postgresql())
            broker, prefix = stack.enter_context(redis_server())
        except Missing as missing:
            run.skipped.append(f"on PostgreSQL and Redis: {missing}")
            return True
        says = "2 of 2: the tests that depend on the database, on PostgreSQL with Redis"
        chosen = f"both_databases and ({browser})"
        return run.part("PostgreSQL", says, "-m", chosen, DATABASE_URL=database, REDIS_URL=broker, REDIS_PREFIX=prefix)


def has_chromium(run: Run) -> bool:
    try:
        chromium()
    except Missing as missing:
        run.skipped.append(f"in a browser: {missing}")
        return False
    return True


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
