"""Axis scales with round integer steps."""

from collections.abc import Sequence
from typing import NamedTuple

from casino.reports.document import ValueKind
from games.engine.money import MINUS

# A value more than this many times the median is cut off at the end of the scale.
BEYOND = 4

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


def scale_of(values: Sequence[int], marks: int, least: int = 1) -> Scale:
    """Return a scale that includes zero and all values, in about `marks` steps."""
    low, high = min(0, *values), max(0, *values)
    step = _step(max(1, high - low), marks, least)
    bottom, top = low // step * step, -(-high // step) * step
    return Scale(bottom, max(top, bottom + step), step)


def usual(values: Sequence[int]) -> list[int]:
    """Return values with outliers clipped, so that the rest stay large enough to compare."""
    sizes = sorted(abs(value) for value in values if value)
    limit = BEYOND * sizes[len(sizes) // 2] if sizes else 0
    return [min(max(value, -limit), limit) for value in values] or [0]


def _step(reach: int, marks: int, least: int) -> int:
    power = least
    while True:
        for times in (1, 2, 5):
            if reach <= times * power * marks:
                return times * power
        power *= 10


def mark_said(kind: ValueKind, value: int) -> str:
    """Return the short label of an axis mark: $2,000, 5 %, 40."""
    sign, whole = MINUS if value < 0 else "", abs(value) // _UNITS.get(kind, 1)
    if kind == ValueKind.MONEY:
        return f"{sign}${whole:,}"
    return f"{sign}{whole} %" if kind == ValueKind.SHARE and value else f"{sign}{whole:,}"
