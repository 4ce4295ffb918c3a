"""Watch whether the readiness page reports a scheduler outage."""

import json
import time
import urllib.error
import urllib.request
from collections.abc import Iterable, Sequence
from threading import Event, Thread
from typing import NamedTuple

from .steps import SILENT_S
from .verdict import MENDED_S, Outage

EVERY_S = 1.0
# An outage must show within this many seconds, and must stop showing as soon after its end.
SEEN_WITHIN_S = 60.0


class Seen(NamedTuple):
    """Hold what the page said about the scheduler."""

    at: float
    is_heard: bool


class Watch:
    """Request the page every second, in its own thread."""

    def __init__(self, port: int) -> None:
        self.address = f"http://127.0.0.1:{port}/health/ready/"
        self.seen: list[Seen] = []
        self.over = Event()
        self.thread = Thread(target=self._watch, daemon=True)

    def __enter__(self) -> "Watch":
        self.thread.start()
        return self

    def __exit__(self, *raised: object) -> None:
        self.over.set()
        self.thread.join()

    def _watch(self) -> None:
        while not self.over.wait(EVERY_S):
            answer = self._ask()
            # The page cannot know while the database is down.
            if answer and answer["database"]["status"] == "ok":
                self.seen.append(Seen(time.time(), answer["scheduler"]["status"] == "ok"))

    def _ask(self) -> dict[str, dict[str, str]] | None:
        try:
            with urllib.request.urlopen(self.address, timeout=3) as response:
                body = response.read()
        except urllib.error.HTTPError as error:
            body = error.read()
        except OSError:
            return None  # the web server is one of the things killed
        checks: dict[str, dict[str, str]] | None = json.loads(body)["checks"] if body.startswith(b"{") else None
        return checks


def unseen(seen: Sequence[Seen], outages: Iterable[Outage]) -> list[str]:
    """Return outages that the page did not show in time, or showed when there was none."""
    faults = []
    silent = [outage for outage in outages if outage.ended - outage.began >= SILENT_S]
    for outage in silent:
        red = [each.at for each in seen if not each.is_heard and outage.began < each.at <= outage.ended]
        if not red or red[0] > outage.began + SEEN_WITHIN_S:
            faults.append(f"an outage of {outage.ended - outage.began:.0f} s was not shown")
    for each in seen:
        if not each.is_heard and not any(out.began < each.at < out.ended + MENDED_S + 2 * EVERY_S for out in silent):
            faults.append(f"at {each.at:.0f} the page reported a scheduler outage")
    return faults
