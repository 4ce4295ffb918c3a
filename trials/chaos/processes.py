"""Start processes and end them by their own ids: by SIGTERM, or by SIGKILL with all their children."""

import os
import signal
import subprocess
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from casino.ops.parent_death import die_with_parent
from casino.ops.supervisor import ending


class Process:
    """Manage a process that is killed and restarted. Its output goes to a log file.

    Start it from the main thread: the kernel ends it with the thread that started it.
    """

    def __init__(
        self,
        name: str,
        command: Sequence[str],
        folder: Path,
        *,
        keeps: Sequence[int] = (),
        user: str | None = None,
        end: signal.Signals = signal.SIGTERM,
    ) -> None:
        self.name, self.command, self.folder = name, command, folder
        self.keeps, self.user, self.end = keeps, user, end
        self.running: subprocess.Popen[bytes] | None = None
        # How it ended without being killed, each time.
        self.unbidden: list[str] = []

    @property
    def log(self) -> Path:
        return self.folder / f"{self.name.replace(' ', '-')}.log"

    def start(self) -> None:
        """Start it in its own process group."""
        parent = os.getpid()
        with self.log.open("ab") as log:
            self.running = subprocess.Popen(
                self.command,
                pass_fds=self.keeps,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                user=self.user,
                extra_groups=[] if self.user else None,
                start_new_session=True,
                preexec_fn=lambda: die_with_parent(parent, self.end),
            )

    def is_running(self) -> bool:
        if self.running and (status := self.running.poll()) is not None:
            self.unbidden.append(f"{self.name} ended by itself: {ending(status)}")
            self.running = None
        return self.running is not None

    def wait(self, seconds: float) -> int:
        """Wait until it ends by itself, and return its status."""
        assert self.running
        return self.running.wait(seconds)

    def started(self) -> list[int]:
        """Return the ids of its child processes."""
        return children_of(self.running.pid) if self.running and self.is_running() else []

    def kill(self) -> None:
        """Kill it with all descendants; stop it first, so that it starts nothing meanwhile."""
        if not self.running or not self.is_running():
            return
        pid = self.running.pid
        send(pid, signal.SIGSTOP)
        for each in [*descendants_of(pid), pid]:
            send(each, signal.SIGKILL)
        self.running.wait()
        self.running = None

    def stop(self) -> None:
        """Ask it to end, and wait; kill it if it does not."""
        if not self.running or not self.is_running():
            return
        self.running.send_signal(self.end)
        try:
            self.running.wait(20)
            self.running = None
        except subprocess.TimeoutExpired:
            self.kill()


def send(pid: int, signum: signal.Signals) -> None:
    """Send a signal to a process that may have ended already."""
    with suppress(ProcessLookupError):
        os.kill(pid, signum)


def children_of(pid: int) -> list[int]:
    """Return the ids of a process's children, from all its threads."""
    found: list[int] = []
    for task in Path(f"/proc/{pid}/task").glob("*/children"):
        with suppress(OSError):
            found += map(int, task.read_text().split())
    return found


def descendants_of(pid: int) -> list[int]:
    children = children_of(pid)
    return [*children, *(each for child in children for each in descendants_of(child))]
