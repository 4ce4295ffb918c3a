"""Keep child processes running until a signal, and leave none behind."""

import os
import signal
import subprocess
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from types import FrameType

from .parent_death import die_with_parent

LOOK_EVERY_SECONDS = 0.2
FIRST_PAUSE_SECONDS = 0.5
LONGEST_PAUSE_SECONDS = 30.0
SOUND_AFTER_SECONDS = 60.0
STOP_WITHIN_SECONDS = 15.0


@dataclass
class Child:
    """A process that is restarted when it ends, each time after a longer pause, until it has run for a while."""

    name: str
    command: Sequence[str]
    keeps: Sequence[int] = ()  # inherited file descriptors
    process: subprocess.Popen[bytes] | None = None
    started: float = 0.0
    due: float = 0.0
    pause: float = field(default=FIRST_PAUSE_SECONDS)

    def start(self) -> None:
        parent = os.getpid()
        self.started = time.monotonic()
        # A separate session: Ctrl-C in the terminal reaches only the supervisor, which stops all children in order.
        self.process = subprocess.Popen(  # noqa: S603 (our own command)
            self.command,
            pass_fds=self.keeps,
            start_new_session=True,
            stdin=subprocess.DEVNULL,
            preexec_fn=lambda: die_with_parent(parent),
        )

    def look(self, say: Callable[[str], None]) -> None:
        """Start the process if it is time, or note that it ended."""
        now = time.monotonic()
        if self.process is None:
            if now >= self.due:
                self.start()
        elif (status := self.process.poll()) is not None:
            self.kill()  # processes it may have left behind
            if now - self.started >= SOUND_AFTER_SECONDS:
                self.pause = FIRST_PAUSE_SECONDS
            say(f"{self.name} ended ({ending(status)}); restarting it in {self.pause:g} s.")
            self.process, self.due = None, now + self.pause
            self.pause = min(2 * self.pause, LONGEST_PAUSE_SECONDS)

    def running(self) -> bool:
        return self.process is not None and self.process.poll() is None

    def ask_to_stop(self) -> None:
        if self.process and self.running():
            self.process.terminate()

    def end(self) -> None:
        """End the process and any process it left behind."""
        if self.process:
            self.kill()
            self.process.wait()

    def kill(self) -> None:
        """Kill the process and everything it started: they share its process group."""
        assert self.process
        with suppress(ProcessLookupError):  # none may be left
            os.killpg(self.process.pid, signal.SIGKILL)


def ending(status: int) -> str:
    """Return how a process ended, as text."""
    return f"exit status {status}" if status >= 0 else f"killed by {signal.Signals(-status).name}"


class Supervisor:
    """Run children until SIGINT, SIGTERM or SIGHUP; a second signal kills them at once."""

    def __init__(self, children: Sequence[Child], say: Callable[[str], None]) -> None:
        self.children = children
        self.say = say
        self.signals = 0

    def run(self, each_look: Callable[[], None]) -> None:
        """Keep the children running, and call `each_look` in every cycle."""
        for signum in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(signum, self.note)
        try:
            while not self.signals:
                for child in self.children:
                    child.look(self.say)
                each_look()
                time.sleep(LOOK_EVERY_SECONDS)
        finally:
            self.stop()

    def note(self, signum: int, frame: FrameType | None) -> None:
        self.signals += 1

    def stop(self) -> None:
        for child in self.children:
            child.ask_to_stop()
        until = time.monotonic() + STOP_WITHIN_SECONDS
        while self.signals < 2 and time.monotonic() < until and any(child.running() for child in self.children):
            time.sleep(LOOK_EVERY_SECONDS / 4)
        for child in self.children:
            child.end()
