"""Start the processes of a comparison: both web servers, as the product starts them, and the tablets."""

import http.client
import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import Any, NamedTuple

from casino.ops.parent_death import die_with_parent
from tests.servers import free_port
from trials.bench.process import ROOT
from trials.bench.report import DifferenceError

Environment = dict[str, str]

STARTS_WITHIN_SECONDS = 30
WEB = [sys.executable, "-m", "casino.ops.web_server"]
_PRODUCT, _NAIVE = "casino.settings", "trials.bench.naive.settings"


@contextmanager
def all_cores() -> Iterator[None]:
    """Let this process and its children use every core."""
    if not hasattr(os, "sched_setaffinity"):
        yield
        return
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, range(os.cpu_count() or 1))
    try:
        yield
    finally:
        os.sched_setaffinity(0, before)


class Place(NamedTuple):
    """Describe where a server stores its data: a folder, and a database in it or on a server."""

    folder: str
    database_url: str
    web_processes: int
    # The optimization that the product does without.
    switched_off: str = ""

    def environment(self, settings: str) -> Environment:
        return os.environ | {
            "DJANGO_SETTINGS_MODULE": settings,
            "ENV_FILE": os.devnull,
            "VAR_DIR": self.folder,
            "DATABASE_URL": self.database_url,
            "REDIS_URL": "",
            "DEBUG": "false",
            "WEB_PROCESSES": str(self.web_processes),
            "SWITCHED_OFF": self.switched_off,
        }

    @property
    def database(self) -> str:
        """Return how a client without Django connects to the database."""
        return self.database_url or f"{self.folder}/floor.sqlite3"


def open_floor(place: Place, raw_tables: int) -> list[dict[str, str]]:
    """Open a floor in this place; return its tables."""
    command = [sys.executable, "-m", "trials.bench.logged.opened", str(raw_tables)]
    opened: list[dict[str, str]] = json.loads(_run(command, place.environment(_PRODUCT)))
    return opened


def make_naive_tables(place: Place) -> None:
    _run([sys.executable, "manage.py", "migrate", "--run-syncdb", "--verbosity", "0"], place.environment(_NAIVE))


def _run(command: list[str], environment: Environment) -> bytes:
    return subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.PIPE, env=environment).stdout


@contextmanager
def product(place: Place) -> Iterator[int]:
    with _web(place.environment(_PRODUCT)) as port:
        yield port


@contextmanager
def naive(place: Place) -> Iterator[int]:
    with _web(place.environment(_NAIVE)) as port:
        yield port


@contextmanager
def _web(environment: Environment) -> Iterator[int]:
    """Run a web server; yield its port once it answers."""
    port = free_port()
    with _started(WEB, environment | {"PORT": str(port)}) as process:
        _wait_for(port, process)
        yield port


def _wait_for(port: int, process: "subprocess.Popen[bytes]") -> None:
    until = time.monotonic() + STARTS_WITHIN_SECONDS
    while True:
        try:
            connection = http.client.HTTPConnection("127.0.0.1", port, timeout=5)
            connection.request("GET", "/")
            connection.getresponse().read()
            connection.close()
            return
        except OSError:
            if process.poll() is not None or time.monotonic() > until:
                raise DifferenceError("A web server did not start") from None
            time.sleep(0.1)


@contextmanager
def _started(command: list[str], environment: Environment, **pipes: Any) -> Iterator["subprocess.Popen[bytes]"]:
    """Run a process that ends with this block, or with this process if that is killed."""
    parent = os.getpid()
    how: dict[str, Any] = {"cwd": ROOT, "env": environment, "preexec_fn": lambda: die_with_parent(parent), **pipes}
    with subprocess.Popen(command, **how) as process:
        try:
            yield process
        finally:
            process.terminate()


class Turn(NamedTuple):
    """Hold the results of a turn; the waits are in seconds, shortest first."""

    rounds: int
    taken: float
    waits: list[float]

    @property
    def rate(self) -> float:
        return self.rounds / self.taken

    def wait(self, share: float) -> float:
        """Return the latency at this quantile in milliseconds."""
        return self.waits[min(int(len(self.waits) * share), len(self.waits) - 1)] * 1e3


class Tablets:
    """Control the process that sends requests, by lines of JSON."""

    def __init__(self, process: "subprocess.Popen[bytes]") -> None:
        self.process = process

    def turn(self, door: str, port: int, **how: Any) -> Turn:
        """Run one turn; fail on any unexpected response."""
        answer = self._asked({"door": door, "port": port, **how})
        if "wrong" in answer:
            raise DifferenceError(answer["wrong"])
        return Turn(answer["rounds"], answer["taken"], sorted(answer["waits"]))

    def _asked(self, line: Any) -> dict[str, Any]:
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(json.dumps(line).encode() + b"\n")
        self.process.stdin.flush()
        answer: dict[str, Any] = json.loads(self.process.stdout.readline() or b'{"wrong": "The tablets ended"}')
        return answer


@contextmanager
def tablets(tables: list[dict[str, str]]) -> Iterator[Tablets]:
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
    with _started([sys.executable, "-m", "trials.bench.logged.load"], dict(os.environ), **pipes) as process:
        assert process.stdin is not None
        process.stdin.write(json.dumps(tables).encode() + b"\n")
        yield Tablets(process)


def raw_rate(place: Place, tables: list[str], seconds: float) -> float:
    """Return the rounds written per second without Django, with one process for each of these tables."""
    command = [sys.executable, "-m", "trials.bench.logged.raw", place.database, str(seconds)]
    with ExitStack() as stack:
        started = [
            stack.enter_context(_started([*command, table], dict(os.environ), stdout=subprocess.PIPE))
            for table in tables
        ]
        counts = [process.communicate()[0] for process in started]
    if not all(counts):
        raise DifferenceError("The raw inserts failed")
    return sum(map(int, counts)) / seconds
