"""Long polling that leaves threads free for other requests."""

from collections.abc import Callable
from threading import BoundedSemaphore
from time import monotonic, sleep

LONGEST_WAIT_S = 30
# Of the eight threads of a web process (casino/ops/web_server.py). Further requests return at once.
PLACES = 3
_EVERY_S = 0.2

_places = BoundedSemaphore(PLACES)


def wait_for(happened: Callable[[], bool], seconds: float) -> None:
    """Return once it has happened, or after this many seconds, or at once if too many requests are waiting."""
    if happened() or seconds <= 0 or not _places.acquire(blocking=False):
        return
    try:
        until = monotonic() + seconds
        while monotonic() < until:
            sleep(min(_EVERY_S, max(0.0, until - monotonic())))
            if happened():
                return
    finally:
        _places.release()
