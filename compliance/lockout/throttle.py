"""Throttle sign-ins: hashing a password takes much time and memory on purpose, and must not slow down the floor.

Each process limits how often an address or a tablet may try, and how many passwords are hashed at once. Devices that
are no tablet yet have a slot of their own, so that strangers do not keep the floor's tablets waiting.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from threading import BoundedSemaphore, Lock
from time import monotonic

RETRY_AFTER_S = 2
_MOST_SOURCES = 10_000


class TooManySignIns(Exception):  # noqa: N818
    """The sign-in was not tried. It may be tried again in a moment."""


class Throttle:
    """So many attempts at once for each source, and one more after each interval."""

    def __init__(self, most: int, interval_s: float) -> None:
        self._most, self._interval_s = most, interval_s
        self._lock = Lock()
        self._decayed_at: dict[str, float] = {}

    def take(self, source: str) -> None:
        """Count an attempt; raise TooManySignIns if it comes too soon."""
        now = monotonic()
        with self._lock:
            decayed_at = max(self._decayed_at.get(source, now), now) + self._interval_s
            if decayed_at - now > self._most * self._interval_s:
                raise TooManySignIns
            if len(self._decayed_at) > _MOST_SOURCES:
                self._decayed_at = {each: until for each, until in self._decayed_at.items() if until > now}
            self._decayed_at[source] = decayed_at

    def clear(self) -> None:
        self._decayed_at.clear()


class HashingSlots:
    """So many passwords are hashed at once, and so many wait. More would take the threads of other requests."""

    def __init__(self, at_once: int, waiting: int) -> None:
        self._admitted = BoundedSemaphore(at_once + waiting)
        self._hashing = BoundedSemaphore(at_once)

    @contextmanager
    def take(self) -> Iterator[None]:
        if not self._admitted.acquire(blocking=False):
            raise TooManySignIns
        try:
            with self._hashing:
                yield
        finally:
            self._admitted.release()


SIGN_INS = Throttle(most=30, interval_s=1)
OF_TABLETS, OF_STRANGERS = HashingSlots(at_once=2, waiting=2), HashingSlots(at_once=1, waiting=1)
# For PINs, and for the current password of who changes it: these people may all wait.
OF_SIGNED_IN = BoundedSemaphore(2)
