"""Horizontal bars: a name, a bar from zero, and its figure."""

from collections.abc import Sequence
from typing import NamedTuple

from casino.reports.document import ValueKind
from casino.reports.formatting import format_number, format_rounded

from .drawing import ChartBox, ChartLine, ChartText, Look, Shape
from .frame import AXIS, DROP, WIDTH, center_inside, text_width, truncate
from .scale import Scale, scale_of, usual

ROW = 34.0
BAND, BAR = 26.0, 14.0
# How many axis marks fit. Those of durations are longer.
MARKS, DURATION_MARKS = 4, 2
# Room above the bars for the label of the reference line.
HEAD = 28.0
# Room next to the bars for the mark of a bar that is cut off.
ARROW = 24.0
# Figures are bold: how much wider they are.
BOLD = 1.15


class HorizontalBar(NamedTuple):
    """A bar. `expected` is the interval of expected values; a tick marks the end of `reach`, such as a percentile."""

    label: str
    value: int
    text: str
    expected: tuple[int, int] | None = None
    reach: int | None = None

    @property
    def ends(self) -> tuple[int, ...]:
        return (self.value,) if self.reach is None else (self.value, self.reach)


def spread_bar(label: str, median: int, most: int) -> HorizontalBar:
    """Return a bar for a median in seconds, with a tick at the 90th percentile."""
    text = " · ".join(format_number(ValueKind.SPAN, each) for each in (median, most))
    return HorizontalBar(label, median, text, reach=most)


class Middle(NamedTuple):
    """A reference line for all bars."""

    value: int
    text: str


class Room(NamedTuple):
    """Where the names end, and where the bars begin and end."""

    names: float
    left: float
    right: float
    scale: Scale

    def at(self, value: int) -> float:
        return self.left + (self.right - self.left) * self.scale.part(value)


def horizontal_bars(
    rows: Sequence[HorizontalBar], kind: ValueKind, middle: Middle | None = None
) -> tuple[tuple[Shape, ...], float]:
    """Return the shapes of stacked bars, and their total height."""
    room, head = _room(rows, kind, middle), HEAD if middle else 0.0
    foot = head + len(rows) * ROW
    shapes: list[Shape] = []
    for mark in room.scale.marks:
        shapes.append(ChartLine(room.at(mark), head, room.at(mark), foot, "rule"))
        shapes.append(ChartText(room.at(mark), foot + 24, format_rounded(kind, mark), "middle", "axis"))
    for number, row in enumerate(rows):
        shapes += _row(row, head + number * ROW + ROW / 2, room)
    shapes.append(ChartLine(room.at(0), head, room.at(0), foot, "zero"))
    if middle:
        shapes.append(ChartLine(room.at(middle.value), head - 4, room.at(middle.value), foot, "tick"))
        at = center_inside(room.at(middle.value), middle.text)
        shapes.append(ChartText(at, head - 10, middle.text, "middle", "value"))
    return tuple(shapes), foot + AXIS


def _room(rows: Sequence[HorizontalBar], kind: ValueKind, middle: Middle | None) -> Room:
    # Outliers are cut off by their longer end.
    values = [max(row.ends, key=abs) for row in rows]
    expected = [end for row in rows if row.expected for end in row.expected]
    ends = [*usual(values), *usual(expected), *([middle.value] if middle else [])]
    scale = scale_of(ends, DURATION_MARKS if kind == ValueKind.SPAN else MARKS, kind)
    names = max(text_width(truncate(row.label)) for row in rows) + 2
    left = names + 12 + (ARROW if any(value < scale.low for value in values) else 0)
    return Room(names, left, WIDTH - BOLD * max(text_width(row.text) for row in rows) - ARROW, scale)


def _row(row: HorizontalBar, y: float, room: Room) -> list[Shape]:
    shapes: list[Shape] = [ChartText(room.names, y + DROP, truncate(row.label), "end", "label")]
    if row.expected:
        low, high = map(room.at, row.expected)
        shapes.append(ChartBox(low, y - BAND / 2, high - low, BAND, "band"))
    look: Look = "loss" if row.value < 0 else "bar"
    start, end = sorted((room.at(0), room.at(row.value)))
    shapes.append(ChartBox(start, y - BAR / 2, end - start, BAR, look))
    if row.reach is not None and row.reach <= room.scale.high:
        tick = room.at(row.reach)
        shapes.append(ChartBox(end, y - 1, max(0, tick - end), 2, "bar"))
        shapes.append(ChartLine(tick, y - BAR / 2 - 3, tick, y + BAR / 2 + 3, "tick"))
    if max(row.ends) > room.scale.high:
        shapes.append(ChartText(room.right + 2, y + DROP, "►", "start", "value"))
    elif row.value < room.scale.low:
        shapes.append(ChartText(room.left - 2, y + DROP, "◄", "end", "value"))
    shapes.append(ChartText(WIDTH - 2, y + DROP, row.text, "end", "value"))
    return shapes
