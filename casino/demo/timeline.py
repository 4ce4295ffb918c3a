"""The demo's timeline: acts planned in any order, done in order of time."""

from collections.abc import Callable
from datetime import datetime
from heapq import heappop, heappush
from itertools import count


class Timeline:
    """Acts, each at a moment before now. An act may plan further ones."""

    def __init__(self, now: datetime) -> None:
        self.now = now.replace(second=0, microsecond=0)
        self._acts: list[tuple[datetime, int, Callable[[datetime], object]]] = []
        self._order = count()

    def plan(self, at: datetime, act: Callable[[datetime], object]) -> None:
        """Plan an act; of two at the same moment the one planned first comes first."""
        heappush(self._acts, (at.astimezone(self.now.tzinfo), next(self._order), act))

    def run(self, before: Callable[[datetime], bool]) -> None:
        """Do all acts; `before` gets the next moment and returns whether it did something first."""
        while self._acts:
            if before(self._acts[0][0]):
                continue
            at, _, act = heappop(self._acts)
            act(at)
