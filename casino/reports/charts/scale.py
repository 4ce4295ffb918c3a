"""Scales in round steps, in whole numbers."""

from collections.abc import Sequence
from typing import NamedTuple

from casino.reports.document import ValueKind
from games.formatting import MINUS

# How many times as much as usual something may be before it ends beyond the scale.
BEYOND = 4

_UNITS = {ValueKind.MONEY: 100, ValueKind.SHARE: 100, ValueKind.RATE: 10}


class Scale(NamedTuple):
    low: int
    high: int
    step: int

    def part(self, value: int) -> float:
        """Return how far along the scale a value is, from 0 to 1."""
        return (min(max(value, self.low), self.high) - self.low) / (self.high - self.low)

    @property
    def marks(self) -> range:
        return range(self.low, self.high + 1, self.step)


def scale_of(values: Sequence[int], marks: int, least: int = 1) -> Scale:
    """Return a scale from zero or less to zero or more on which all values lie, in about so many steps."""
    low, high = min(0, *values), max(0, *values)
    step = _step(max(1, high - low), marks, least)
    bottom, top = low // step * step, -(-high // step) * step
    return Scale(bottom, max(top, bottom + step), step)


def usual(values: Sequence[int]) -> list[int]:
    """Return values without what is very much more than the rest, which would make the rest too small to compare."""
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
    """Return a mark of a scale in as few letters as will do: $2,000, 5 %, 40."""
    sign, whole = MINUS if value < 0 else "", abs(value) // _UNITS.get(kind, 1)
    if kind == ValueKind.MONEY:
        return f"{sign}${whole:,}"
    return f"{sign}{whole} %" if kind == ValueKind.SHARE and value else f"{sign}{whole:,}"
