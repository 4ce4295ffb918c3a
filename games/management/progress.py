"""A progress line for long runs, on a terminal."""

import time
from typing import TextIO


class ProgressLine:
    """A line that is rewritten while the run continues; silent if the output is not a terminal."""

    def __init__(self, terminal: TextIO, what: str, total: int | None = None) -> None:
        self.terminal, self.what, self.total = terminal, what, total
        self.seen = terminal.isatty()
        self.done = 0
        self.started = self.shown = time.monotonic()

    def add(self, more: int, failed: int = 0, how: str = "") -> None:
        """Add to the number done; `failed` is the total of failures so far."""
        self.done += more
        if self.seen and (now := time.monotonic()) - self.shown >= 0.5:
            self.shown = now
            self._write(failed, how)

    def end(self, failed: int = 0, how: str = "") -> None:
        if self.seen:
            self._write(failed, how, end="\n")

    def _write(self, failed: int, how: str, end: str = "") -> None:
        speed = self.done / max(time.monotonic() - self.started, 1e-9)
        of = f" of {self.total:,}" if self.total is not None else ""
        bar = f"[{'█' * (20 * self.done // self.total):░<20}] " if self.total else ""
        note = f" · {failed:,} {how}" if failed else ""
        self.terminal.write(f"\r\033[K{bar}{self.done:,}{of} {self.what} · {speed:,.0f}/s{note}{end}")
        self.terminal.flush()
