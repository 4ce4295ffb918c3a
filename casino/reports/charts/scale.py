"""Axis scales with round integer steps."""

from collections.abc import Iterator, Sequence
from itertools import count
from typing import NamedTuple

from casino.reports.document import ValueKind

# A value more than this many times the median is cut off at the end of the scale.
BEYOND = 4

_DAY = 86_400
# Steps of durations, in seconds.
_SPANS = (5, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 14_400, 28_800, 43_200, _DAY, 2 * _DAY, 7 * _DAY)
# Marks are whole dollars, percentages or rounds.
_UNITS = {ValueKind.MONEY: 100, ValueKind.SHARE: 100, ValueKind.RATE: 10}


class Scale(NamedTuple):
    low: int
    high: int
    step: int

    def part(self, value: int) -> float:
        """Return a value's position on the scale, from 0 to 1."""
        return (min(max(value, self.low), self.high) - self.low) / (self.high - self.low)

    @property
    def marks(self) -> range:
        return range(self.low, self.high + 1, self.step)


def scale_of(values: Sequence[int], marks: int, kind: ValueKind) -> Scale:
    """Return a scale that includes zero and all values, in about `marks` steps."""
    low, high = min(0, *values), max(0, *values)
    reach = max(1, high - low)
    step = next(step for step in _steps(kind, reach) if reach <= step * marks)
    bottom, top = low // step * step, -(-high // step) * step
    return Scale(bottom, max(top, bottom + step), step)


def _steps(kind: ValueKind, reach: int) -> Iterator[int]:
    """Yield the steps that are easy to read, shortest first."""
    if kind == ValueKind.SPAN:
        yield from _SPANS
        yield -(-reach // _DAY) * _DAY
    for power in count():
        yield from (times * 10**power * _UNITS.get(kind, 1) for times in (1, 2, 5))


def usual(values: Sequence[int]) -> list[int]:
    """Return values with outliers clipped, so that the rest stay large enough to compare."""
    sizes = sorted(abs(value) for value in values if value)
    limit = BEYOND * sizes[len(sizes) // 2] if sizes else 0
    return [min(max(value, -limit), limit) for value in values] or [0]
