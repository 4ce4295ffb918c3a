"""Run the installation of a drill: as in chaos, plus Redis outages and a second worker and scheduler."""

import random
import signal
import socket
import time
from pathlib import Path

from trials.chaos.databases import Database
from trials.chaos.house import PATIENCE_S, House, NotUpAgainError, Redis
from trials.chaos.processes import Process, send


class DrilledHouse(House):
    """Run all processes; each can be killed by name."""

    def __init__(self, database: Database, redis: Redis | None, folder: Path, listener: socket.socket) -> None:
        super().__init__(database, folder, listener)
        self.redis = redis
        self.doubles = [Process(f"second {each.name}", each.command, folder) for each in self.workers]

    def kill(self, kind: str, rng: random.Random) -> None:
        if kind == "redis":
            assert self.redis
            self.redis.kill()
        elif kind == "pool process":
            send(rng.choice(self.workers[0].started()), signal.SIGKILL)
        else:
            super().kill(kind, rng)

    def mend(self) -> None:
        if self.redis and not self.redis.is_running():
            self.redis.start()
        super().mend()

    def wait_for_servers(self) -> None:
        """Wait until database and broker answer; their clients must reconnect by themselves."""
        until = time.monotonic() + PATIENCE_S
        while not self.database.answers() or (self.redis and not self.redis.answers()):
            if time.monotonic() > until:
                raise NotUpAgainError(f"database or broker does not answer {PATIENCE_S} seconds after the restart")
            time.sleep(0.05)

    def double(self) -> None:
        for each in self.doubles:
            each.start()

    def end_doubles(self) -> None:
        for each in self.doubles:
            each.kill()

    def stop(self) -> None:
        self.end_doubles()
        super().stop()
