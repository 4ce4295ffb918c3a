"""manage.py run starts, restarts its processes and stops cleanly, with the test run's broker and database."""

import json
import os
import re
import secrets
import signal
import socket
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, TypeVar
from urllib.parse import urlsplit

import psycopg
import pytest
from django.conf import settings

from tests import ROOT
from tests.servers import free_port

pytestmark = [pytest.mark.slow, pytest.mark.both_databases("end to end: the whole product starts and stops")]

# Long enough for the demo floor on a machine that has other things to do.
WAIT_SECONDS = 240
# The house takes the product's settings, not those of the tests.
ENVIRONMENT = {name: value for name, value in os.environ.items() if name != "DJANGO_SETTINGS_MODULE"}

ADD_FACILITY = [
    *("add_facility", "ACE", "Ace of Clubs", "--jurisdiction", "New Jersey"),
    *("--time-zone", "America/New_York", "--administrator", "Ada Byron"),
]
SECRETS = {"ADMINISTRATOR_PASSWORD": "three blind mice", "ADMINISTRATOR_PIN": "2468"}

Found = TypeVar("Found")


class House:
    """A running `manage.py run`, and what it says."""

    def __init__(self, environment: dict[str, str], port: int) -> None:
        self.environment = environment | {"PORT": str(port)}
        self.port = port
        self.lines: list[str] = []
        self.process = subprocess.Popen(
            [sys.executable, "manage.py", "run"],
            cwd=ROOT,
            env=ENVIRONMENT | self.environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        self.reader = threading.Thread(target=self.read)
        self.reader.start()

    def read(self) -> None:
        assert self.process.stdout
        self.lines.extend(line.rstrip() for line in self.process.stdout)

    def wait_for_line(self, pattern: str) -> str:
        return self.wait_for(lambda: next((line for line in self.lines if re.search(pattern, line)), None), pattern)

    def wait_for(self, find: Callable[[], Found | None], what: str) -> Found:
        until = time.monotonic() + WAIT_SECONDS
        while (found := find()) is None:
            assert self.process.poll() is None, "\n".join(self.lines)
            assert time.monotonic() < until, f"no {what} in:\n" + "\n".join(self.lines)
            time.sleep(0.1)
        return found

    def wait_for_heartbeat(self, after: datetime) -> dict[str, Any]:
        """Return the answer to /health/ready/ once all is well with a heartbeat later than the moment."""

        def look() -> dict[str, Any] | None:
            checks = self.checks()
            beaten = checks and checks["scheduler"].get("last_heartbeat")
            return checks if beaten and datetime.fromisoformat(beaten) > after else None

        return self.wait_for(look, "heartbeat")

    def checks(self) -> dict[str, Any] | None:
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{self.port}/health/ready/", timeout=10) as answer:
                checks: dict[str, Any] = json.load(answer)["checks"]
        except OSError:
            return None
        return checks

    def processes(self) -> dict[int, str]:
        """Return all processes of this house by their number: they carry its folder in their environment."""
        mark = f"VAR_DIR={self.environment['VAR_DIR']}".encode()
        found = {}
        for folder in Path("/proc").glob("[0-9]*"):
            try:
                if mark in (folder / "environ").read_bytes().split(b"\0"):
                    found[int(folder.name)] = (folder / "cmdline").read_bytes().replace(b"\0", b" ").decode()
            except OSError:
                continue  # it has ended meanwhile
        return found

    def child(self, word: str) -> int:
        """Return the number of the child whose command has the word: the one that the supervisor started itself."""
        found = [number for number, command in self.processes().items() if word in command]
        return next(number for number in found if parent(number) == self.process.pid)

    def end(self, signum: int) -> int:
        self.process.send_signal(signum)
        status = self.process.wait(WAIT_SECONDS)
        self.reader.join(WAIT_SECONDS)
        return status


def parent(number: int) -> int:
    try:
        return int((Path("/proc") / str(number) / "stat").read_text().rpartition(")")[2].split()[1])
    except OSError:
        return 0


@pytest.fixture(scope="module")
def environment(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, str]]:
    """A folder, a database and a place in the broker. On SQLite the first house loads the demo; on PostgreSQL the floor
    has a facility of its own, so that starting does not wait for a demo that is loaded in the same way."""
    own = {
        "VAR_DIR": str(tmp_path_factory.mktemp("run") / "var"),
        "REDIS_PREFIX": f"{settings.REDIS_PREFIX}{secrets.token_hex(4)}:",
    }
    if not settings.POSTGRESQL:
        yield own
        return
    url = urlsplit(os.environ["DATABASE_URL"])
    name = f"{url.path[1:]}_run_{secrets.token_hex(4)}"
    with psycopg.connect(url._replace(path="/postgres").geturl(), autocommit=True) as connection:
        connection.execute(f'CREATE DATABASE "{name}"')
        own |= {"DATABASE_URL": url._replace(path=f"/{name}").geturl(), "WEB_PROCESSES": "2"}
        for command in (["migrate", "--verbosity", "0"], ADD_FACILITY):
            run = [sys.executable, "manage.py", *command]
            subprocess.run(run, cwd=ROOT, env=ENVIRONMENT | own | SECRETS, check=True, stdout=subprocess.DEVNULL)
        yield own
        connection.execute(f'DROP DATABASE "{name}" WITH (FORCE)')


@pytest.fixture
def start(environment: dict[str, str]) -> Iterator[Callable[[], House]]:
    """Start houses, all on one port and one floor; leave none behind."""
    port = free_port()
    started: list[House] = []

    def start() -> House:
        started.append(House(environment, port))
        return started[-1]

    yield start
    for house in started:
        if house.process.poll() is None:
            house.end(signal.SIGTERM)
        house.reader.join(WAIT_SECONDS)
        assert house.process.stdout
        house.process.stdout.close()


def test_run_prints_its_address_and_stops_on_ctrl_c(start: Callable[[], House]) -> None:
    began = datetime.now(UTC)

    house = start()
    address = house.wait_for_line("The floor is at ")
    checks = house.wait_for_heartbeat(after=began)
    status = house.end(signal.SIGINT)

    assert f"http://127.0.0.1:{house.port}/" in address
    assert checks["broker"]["kind"] == ("Redis" if settings.REDIS_URL else "files")
    assert checks["database"]["kind"] == ("PostgreSQL" if settings.POSTGRESQL else "SQLite")
    assert (status, house.lines[-1]) == (0, "── Stopped.")
    assert house.processes() == {}


def test_killed_processes_restart_and_none_outlives_the_supervisor(start: Callable[[], House]) -> None:
    house = start()
    house.wait_for_line("The floor is at ")

    for word in ("web_server", "worker", "beat"):
        number = house.child(word)
        killed = datetime.now(UTC)
        os.kill(number, signal.SIGKILL)
        house.wait_for_line("ended .killed by SIGKILL.; restarting it")
        house.wait_for(lambda number=number: None if number in house.processes() else True, f"end of {number}")  # type: ignore[misc]
        house.wait_for_heartbeat(after=killed)
        assert house.child(word) != number
        house.lines.clear()

    house.end(signal.SIGKILL)
    again = start()  # at once, on the same port and floor
    again.wait_for_line("The floor is at ")
    leftovers = {number for number in again.processes() if number != again.process.pid and not below(again, number)}
    assert leftovers == set()
    assert not [line for line in again.lines if "demo floor" in line]
    assert again.end(signal.SIGTERM) == 0
    assert again.processes() == {}


def below(house: House, number: int) -> bool:
    while number > 1:
        if number == house.process.pid:
            return True
        number = parent(number)
    return False


def test_a_port_in_use_is_reported_with_a_remedy() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        run = subprocess.run(
            [sys.executable, "manage.py", "run"],
            cwd=ROOT,
            env=ENVIRONMENT | {"PORT": str(port)},
            capture_output=True,
            text=True,
            timeout=WAIT_SECONDS,
            check=False,
        )

    assert run.returncode == 1
    assert f"Port {port} on 127.0.0.1 is not available (Address already in use)" in run.stderr
    assert f"PORT={port + 1} make run" in run.stderr
    assert "Traceback" not in run.stderr


def test_an_unavailable_database_is_reported_without_its_password() -> None:
    run = subprocess.run(
        [sys.executable, "manage.py", "run"],
        cwd=ROOT,
        env=ENVIRONMENT | {"PORT": str(free_port()), "DATABASE_URL": "postgres://boss:hunter2@127.0.0.1:1/floor"},
        capture_output=True,
        text=True,
        timeout=WAIT_SECONDS,
        check=False,
    )

    assert run.returncode == 1
    assert "The database does not answer" in run.stderr
    assert "Traceback" not in run.stderr
    assert "hunter2" not in run.stderr
