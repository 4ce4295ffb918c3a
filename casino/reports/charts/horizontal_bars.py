"""Horizontal bars: a name, a bar from zero, and its figure."""

from collections.abc import Sequence
from typing import NamedTuple

from casino.reports.document import ValueKind

from .drawing import ChartBox, ChartLine, ChartText, Look, Shape
from .frame import AXIS, DROP, WIDTH, cut, wide
from .scale import Scale, mark_said, scale_of, usual

ROW = 34.0
BAND, BAR = 26.0, 14.0
MARKS = 4
# Room above the bars for the label of the reference line.
HEAD = 28.0
# Room next to the bars for the mark of a bar that is cut off.
ARROW = 24.0


class HorizontalBar(NamedTuple):
    """A bar. `expected` is the interval of expected values."""

    label: str
    value: int | None
    said: str
    expected: tuple[int, int] | None = None


class Middle(NamedTuple):
    """A reference line for all bars."""

    value: int
    said: str


class Room(NamedTuple):
    """Where the names end, and where the bars begin and end."""

    names: float
    left: float
    right: float
    scale: Scale

    def at(self, value: int) -> float:
        return self.left + (self.right - self.left) * self.scale.part(value)


# Axis marks are whole percentages or rounds.
_LEAST = {ValueKind.SHARE: 100, ValueKind.RATE: 10}


def horizontal_bars(
    rows: Sequence[HorizontalBar], kind: ValueKind, middle: Middle | None = None
) -> tuple[tuple[Shape, ...], float]:
    """Return the shapes of stacked bars, and their total height."""
    room, head = _room(rows, kind, middle), HEAD if middle else 0.0
    foot = head + len(rows) * ROW
    shapes: list[Shape] = []
    for mark in room.scale.marks:
        shapes.append(ChartLine(room.at(mark), head, room.at(mark), foot, "rule"))
        shapes.append(ChartText(room.at(mark), foot + 24, mark_said(kind, mark), "middle", "axis"))
    for number, row in enumerate(rows):
        shapes += _row(row, head + number * ROW + ROW / 2, room)
    shapes.append(ChartLine(room.at(0), head, room.at(0), foot, "zero"))
    if middle:
        shapes.append(ChartLine(room.at(middle.value), head - 4, room.at(middle.value), foot, "tick"))
        shapes.append(
            ChartText(_between(room.at(middle.value), middle.said), head - 10, middle.said, "middle", "value")
        )
    return tuple(shapes), foot + AXIS


def _room(rows: Sequence[HorizontalBar], kind: ValueKind, middle: Middle | None) -> Room:
    values = [row.value for row in rows if row.value is not None]
    expected = [end for row in rows if row.expected for end in row.expected]
    ends = [*usual(values), *usual(expected), *([middle.value] if middle else [])]
    scale = scale_of(ends, MARKS, least=_LEAST.get(kind, 1))
    names = max(wide(cut(row.label)) for row in rows) + 2
    left = names + 12 + (ARROW if any(value < scale.low for value in values) else 0)
    return Room(names, left, WIDTH - max(wide(row.said) for row in rows) - ARROW, scale)


def _row(row: HorizontalBar, y: float, room: Room) -> list[Shape]:
    shapes: list[Shape] = [ChartText(room.names, y + DROP, cut(row.label), "end", "label")]
    if row.expected:
        low, high = map(room.at, row.expected)
        shapes.append(ChartBox(low, y - BAND / 2, high - low, BAND, "band"))
    if row.value is not None:
        look: Look = "loss" if row.value < 0 else "bar"
        start, end = sorted((room.at(0), room.at(row.value)))
        shapes.append(ChartBox(start, y - BAR / 2, end - start, BAR, look))
        if row.value > room.scale.high:
            shapes.append(ChartText(room.right + 2, y + DROP, "►", "start", "value"))
        elif row.value < room.scale.low:
            shapes.append(ChartText(room.left - 2, y + DROP, "◄", "end", "value"))
    shapes.append(ChartText(WIDTH - 2, y + DROP, row.said, "end", "value"))
    return shapes


def _between(middle: float, words: str) -> float:
    """Return the center of a text, moved to keep it inside the chart."""
    half = wide(words) / 2
    return min(max(middle, half), WIDTH - half)
