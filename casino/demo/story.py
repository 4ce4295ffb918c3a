"""The demo's story: acts planned in any order, done by the real services in order of time."""

from collections.abc import Callable
from datetime import datetime, timedelta
from heapq import heappop, heappush
from itertools import count

HOUR = 60
DAY = 24 * HOUR


class Story:
    """Acts, each so many minutes before now. An act may plan further ones."""

    def __init__(self, now: datetime) -> None:
        self.now = now.replace(second=0, microsecond=0)
        self.done = 0
        self._acts: list[tuple[datetime, int, Callable[[datetime], object]]] = []
        self._places = count()

    def tell(self, ago: float, act: Callable[[datetime], object]) -> None:
        """Plan an act so many minutes ago; of two at the same moment the one planned first comes first."""
        heappush(self._acts, (self.now - timedelta(minutes=ago), next(self._places), act))

    def minutes_ago(self, at: datetime) -> float:
        return (self.now - at).total_seconds() / 60

    def happen(self, before: Callable[[datetime], bool] = lambda at: False) -> None:
        """Do all acts; `before` gets the next moment and returns whether it did something first."""
        while self._acts:
            if before(self._acts[0][0]):
                continue
            at, _, act = heappop(self._acts)
            act(at)
            self.done += 1
