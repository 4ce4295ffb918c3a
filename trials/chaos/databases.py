"""Provide the databases of a run: a SQLite file or a private PostgreSQL. Both write to disk as in production."""

import random
import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Protocol

from tests.servers import (
    Missing,
    found_or_installed,
    free_port,
    may_create_databases,
    postgresql_binaries,
    run,
    temporary_folder,
)

from .processes import Process, send


class Database(Protocol):
    """Define a database that can be killed: `url` is its DATABASE_URL, `kills` are its kinds of kill."""

    url: str
    kills: tuple[str, ...]

    def kill(self, kind: str, web: Process, rng: random.Random) -> None: ...
    def start(self) -> None: ...
    def answers(self) -> bool: ...
    def processes(self) -> list[Process]: ...


class Sqlite:
    """Kill SQLite by killing the web process while it writes the database file."""

    url = ""
    kills: tuple[str, ...] = ("database",)

    def __init__(self, folder: Path) -> None:
        self.written = folder / "floor.sqlite3-wal"

    def kill(self, kind: str, web: Process, rng: random.Random) -> None:
        before, until = self._state(), time.monotonic() + 3
        while self._state() == before and time.monotonic() < until:
            pass
        time.sleep(rng.choice((0, 0, 0.0005, 0.002)))
        web.kill()

    def _state(self) -> tuple[int, int]:
        try:
            found = self.written.stat()
        except FileNotFoundError:
            return 0, 0
        return found.st_size, found.st_mtime_ns

    def start(self) -> None:
        """Do nothing: SQLite runs in the web process."""

    def answers(self) -> bool:
        return True

    def processes(self) -> list[Process]:
        return []


DURABLE = {"fsync": "on", "full_page_writes": "on", "synchronous_commit": "on"}
CARELESS = {"synchronous_commit": "off", "wal_writer_delay": "10s"}


class Postgresql:
    """Run a PostgreSQL whose commits reach the disk first; `careless`: it acknowledges them before that."""

    kills: tuple[str, ...] = ("database", "database process")

    def __init__(self, binaries: Path, folder: Path, user: str | None, *, careless: bool = False) -> None:
        port = free_port()
        where = {"listen_addresses": "127.0.0.1", "port": port, "unix_socket_directories": folder}
        options = [
            each
            for name, value in (where | (CARELESS if careless else DURABLE)).items()
            for each in ("-c", f"{name}={value}")
        ]
        self.url = f"postgres://postgres@127.0.0.1:{port}/postgres"
        self.process = Process(
            "postgresql",
            [str(binaries / "postgres"), "-D", str(folder / "data"), *options],
            folder,
            user=user,
            end=signal.SIGINT,
        )

    def kill(self, kind: str, web: Process, rng: random.Random) -> None:
        """Kill the whole server, or one process, after which the server disconnects everyone and recovers.

        The process that recovers is left alone: without it PostgreSQL gives up by itself, as documented.
        """
        if kind == "database":
            self.process.kill()
            return
        before = {pid for pid in self.process.started() if recovers_without(pid)}
        if before:
            send(rng.choice(sorted(before)), signal.SIGKILL)
        until = time.monotonic() + 10
        while before & set(self.process.started()) and time.monotonic() < until:
            time.sleep(0.01)  # until the server has noticed

    def start(self) -> None:
        if not self.process.is_running():
            self.process.start()

    def answers(self) -> bool:
        return self.process.is_running() and may_create_databases(self.url)

    def processes(self) -> list[Process]:
        return [self.process]


def recovers_without(pid: int) -> bool:
    """Tell whether PostgreSQL survives the loss of a process. One without a title yet may be the one that recovers."""
    with suppress(OSError):
        title = Path(f"/proc/{pid}/cmdline").read_bytes()
        return title.startswith(b"postgres: ") and not title.startswith(b"postgres: startup")
    return False


@contextmanager
def postgresql(*, careless: bool = False) -> Iterator[Postgresql]:
    """Yield a private, running PostgreSQL in its own folder."""
    binaries = found_or_installed(postgresql_binaries, "postgresql")
    with temporary_folder() as (folder, user):
        options = ["--username=postgres", "--auth=trust", "--encoding=UTF8", "--locale=C"]
        run([str(binaries / "initdb"), "-D", str(folder / "data"), *options], user)
        server = Postgresql(binaries, folder, user, careless=careless)
        server.start()
        try:
            until = time.monotonic() + 60
            while not server.answers():
                if time.monotonic() > until:
                    raise Missing(f"PostgreSQL did not start: {server.process.log.read_text()[-500:]}")
                time.sleep(0.1)
            yield server
        finally:
            server.process.stop()
