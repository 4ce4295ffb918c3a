"""The house of a run: database, broker, web server, worker and scheduler, started as `manage.py run` starts them."""

import os
import random
import re
import shutil
import signal
import socket
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.servers import answers_redis, free_port

from .databases import Database
from .processes import Process, send

PATIENCE_S = 120


class NotUpAgainError(Exception):
    """Something that was killed and started again does not answer."""


class House:
    """Everything that runs, and how it is killed and mended."""

    def __init__(self, database: Database, folder: Path, listener: socket.socket) -> None:
        from casino.ops import processes

        web = processes.web(listener)
        self.database = database
        # From when to when a database that runs by itself was dead.
        self.outages: list[tuple[float, float]] = []
        self.dead_since: float | None = None
        self.port: int = listener.getsockname()[1]
        self.web = Process("web", web.command, folder, keeps=web.keeps)
        # Where Redis carries the tasks, the scheduler is a process of its own.
        names = ("worker", "scheduler")
        self.workers = [
            Process(name, child.command, folder) for name, child in zip(names, processes.workers(), strict=False)
        ]

    @property
    def kinds(self) -> tuple[str, ...]:
        """What can be killed here."""
        return ("web", "web process", *self.database.kills, *(worker.name for worker in self.workers))

    def kill(self, kind: str, rng: random.Random) -> None:
        """Kill with SIGKILL what is running of a kind."""
        if kind == "web":
            self.web.kill()
        elif kind == "web process":
            for each in self.web.started()[:1]:
                send(each, signal.SIGKILL)
        elif kind in self.database.kills:
            self.dead_since = self.dead_since or time.time()
            self.database.kill(kind, self.web, rng)
        else:
            next(worker for worker in self.workers if worker.name == kind).kill()

    def mend(self) -> None:
        """Start again whatever is not running."""
        self.database.start()
        for each in (self.web, *self.workers):
            if not each.is_running():
                each.start()

    def wait(self) -> None:
        """Wait until all that was started answers again."""
        until = time.monotonic() + PATIENCE_S
        while not (self.database.answers() and self.answers()):
            if time.monotonic() > until:
                raise NotUpAgainError(f"the house does not answer {PATIENCE_S} seconds after it was mended")
            time.sleep(0.05)
            self.mend()
        if self.dead_since and self.database.processes():
            self.outages.append((self.dead_since, time.time()))
        self.dead_since = None

    def answers(self, page: str = "live") -> bool:
        """Whether the web server answers at one of its two pages for that: live, or ready."""
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{self.port}/health/{page}/", timeout=5):
                return True
        except (urllib.error.URLError, OSError):
            return False

    def unbidden(self) -> list[str]:
        """Return what ended though nobody killed it: a crash, of the kind that a kill would hide."""
        found = [how for each in (self.web, *self.workers, *self.database.processes()) for how in each.unbidden]
        crashes = re.findall(r"Worker \(pid:\d+\) was sent SIG(?!KILL)\w+", self.web.log.read_text())
        return [*found, *(f"web process: {crash}" for crash in crashes)]

    def stop(self) -> None:
        for each in (self.web, *self.workers):
            each.stop()


class Redis(Process):
    """A private Redis, which keeps nothing: what it carried is gone when it is killed."""

    def __init__(self, binary: str, folder: Path) -> None:
        port = free_port()
        options = ["--bind", "127.0.0.1", "--port", str(port), "--save", "", "--appendonly", "no", "--dir", str(folder)]
        super().__init__("redis", [binary, *options], folder)
        self.url = f"redis://127.0.0.1:{port}/0"

    def answers(self) -> bool:
        return self.is_running() and answers_redis(self.url)


@contextmanager
def broker(folder: Path) -> Iterator[Redis | None]:
    """Yield a private Redis, running, or nothing where there is none: then files carry the tasks."""
    binary = shutil.which("redis-server") or shutil.which("valkey-server")
    if binary is None:
        yield None
        return
    redis = Redis(binary, folder)
    redis.start()
    try:
        yield redis
    finally:
        redis.stop()


def settle_in(folder: Path, database: Database, redis: Redis | None, **more: str) -> None:
    """Make this process, and those that it starts, run by the product's settings on this database and broker."""
    import django

    for name in ("SECRET_KEY", "BIND_ADDRESS", "PORT", "ALLOWED_HOSTS", "CSRF_TRUSTED_ORIGINS", "HTTPS", "DEBUG"):
        os.environ.pop(name, None)
    os.environ |= {
        "DJANGO_SETTINGS_MODULE": "casino.settings",
        "ENV_FILE": os.devnull,
        "VAR_DIR": str(folder),
        "DATABASE_URL": database.url,
        "REDIS_URL": redis.url if redis else "",
        "WEB_PROCESSES": "2" if database.url else "1",
    } | more
    django.setup()
