"""Every test: `python -m tests`, or `make test`.

First all of them on the embedded default; then those that touch database, broker or browser on PostgreSQL and Redis.
What cannot be had is said in one line, and in CI (CI=true) it is a failure.
"""

import os
import subprocess
import sys
from contextlib import ExitStack

from tests.servers import Missing, chromium, postgresql, redis_server

# What asks no server, or answers the same whatever the server: once is enough.
ONCE = (
    "tests/api/test_complete.py",
    "tests/api/test_docs_api.py",
    "tests/api/test_generated_client.py",
    "tests/chaos",
    "tests/drill",
    "tests/engine",
    "tests/fuzz/test_checks.py",
    "tests/test_bench.py",
    "tests/test_broker.py",
    "tests/test_demo.py",
    "tests/test_demo_hours.py",
    "tests/test_docs.py",
    "tests/test_layers.py",
    "tests/test_permissions.py",
    "tests/test_settings.py",
    "tests/test_supervisor.py",
)


def main() -> int:
    skipped = []
    print("── Every test on the embedded default: SQLite, a broker made of files", flush=True)
    if status := pytest("-m", "not browser", DATABASE_URL="", REDIS_URL=""):
        return failed(status)
    browser = ["-m", ""]
    try:
        chromium()
    except Missing as missing:
        skipped.append(f"in a browser: {missing}")
        browser = ["-m", "not browser"]
    with ExitStack() as stack:
        try:
            database = stack.enter_context(postgresql())
            broker, prefix = stack.enter_context(redis_server())
        except Missing as missing:
            skipped.append(f"on PostgreSQL and Redis: {missing}")
            print("── What needs a browser, on the embedded default", flush=True)
            status = 0 if "not browser" in browser else pytest("-m", "browser", DATABASE_URL="", REDIS_URL="")
        else:
            print("── Again on PostgreSQL and Redis, with a browser", flush=True)
            once = [f"--ignore={path}" for path in ONCE]
            status = pytest(*once, *browser, DATABASE_URL=database, REDIS_URL=broker, REDIS_PREFIX=prefix)
    if status:
        return failed(status)
    return finished(skipped)


def pytest(*options: str, **environment: str) -> int:
    command = [sys.executable, "-m", "pytest", "-q", "-n", "auto", *options]
    return subprocess.run(command, env=os.environ | environment, check=False).returncode


def failed(status: int) -> int:
    print("── Tests failed.", flush=True)
    return status


def finished(skipped: list[str]) -> int:
    if not skipped:
        print("── All tests passed: on SQLite, on PostgreSQL with Redis, and in Chromium.")
        return 0
    for each in skipped:
        print(f"── SKIPPED {each}")
    if os.environ.get("CI") == "true":
        print("── Tests failed: CI skips nothing.")
        return 1
    print("── The tests that ran have passed; what was skipped stands above.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
