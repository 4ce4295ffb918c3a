"""Run the installation: database, broker, web server, worker and scheduler, started as `manage.py run` does."""

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
    """Something that was killed and restarted does not answer."""


class House:
    """Start, kill and restart the processes of a run."""

    def __init__(self, database: Database, folder: Path, listener: socket.socket) -> None:
        from casino.ops import processes

        web = processes.web(listener)
        self.database = database
        # When the database server was down: (from, to).
        self.outages: list[tuple[float, float]] = []
        self.dead_since: float | None = None
        self.port: int = listener.getsockname()[1]
        self.web = Process("web", web.command, folder, keeps=web.keeps)
        # With Redis as the broker, the scheduler is a separate process.
        names = ("worker", "scheduler")
        self.workers = [
            Process(name, child.command, folder) for name, child in zip(names, processes.workers(), strict=False)
        ]

    @property
    def kinds(self) -> tuple[str, ...]:
        """Return what can be killed here."""
        return ("web", "web process", *self.database.kills, *(worker.name for worker in self.workers))

    def kill(self, kind: str, rng: random.Random) -> None:
        """Kill the running processes of a kind with SIGKILL."""
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
        """Restart whatever is not running."""
        self.database.start()
        for each in (self.web, *self.workers):
            if not each.is_running():
                each.start()

    def wait(self) -> None:
        """Wait until everything that was started answers again."""
        until = time.monotonic() + PATIENCE_S
        while not (self.database.answers() and self.answers()):
            if time.monotonic() > until:
                raise NotUpAgainError(f"the installation does not answer {PATIENCE_S} seconds after the restart")
            time.sleep(0.05)
            self.mend()
        if self.dead_since and self.database.processes():
            self.outages.append((self.dead_since, time.time()))
        self.dead_since = None

    def answers(self, page: str = "live") -> bool:
        """Return whether the web server answers at a health page: `live` or `ready`."""
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{self.port}/health/{page}/", timeout=5):
                return True
        except (urllib.error.URLError, OSError):
            return False

    def unbidden(self) -> list[str]:
        """Return what ended without being killed: a crash that a kill could hide."""
        found = [how for each in (self.web, *self.workers, *self.database.processes()) for how in each.unbidden]
        crashes = re.findall(r"web \d+ ended \((?!killed by SIGKILL)[^)]*\)", self.web.log.read_text())
        return [*found, *(f"web process: {crash}" for crash in crashes)]

    def stop(self) -> None:
        for each in (self.web, *self.workers):
            each.stop()


class Redis(Process):
    """Run a private Redis without persistence: a kill loses its messages."""

    def __init__(self, binary: str, folder: Path) -> None:
        port = free_port()
        options = ["--bind", "127.0.0.1", "--port", str(port), "--save", "", "--appendonly", "no", "--dir", str(folder)]
        super().__init__("redis", [binary, *options], folder)
        self.url = f"redis://127.0.0.1:{port}/0"

    def answers(self) -> bool:
        return self.is_running() and answers_redis(self.url)


@contextmanager
def broker(folder: Path) -> Iterator[Redis | None]:
    """Yield a private, running Redis, or None if there is none; then files carry the tasks."""
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
    """Configure this process and its children for this database and broker."""
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
