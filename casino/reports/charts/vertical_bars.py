"""Vertical bars: up from zero, and down from it for losses."""

from collections.abc import Sequence
from typing import NamedTuple

from casino.reports.document import ValueKind
from casino.reports.formatting import format_rounded

from .drawing import ChartBox, ChartLine, ChartText, Shape
from .frame import AXIS, DROP, SIZE, WIDTH, center_inside, text_width
from .scale import scale_of

# Height of the bars, and room above and below for the labels of the highest and the lowest.
HEIGHT = 230.0
ROOM = 30.0
MARKS = 4


class VerticalBar(NamedTuple):
    label: str
    value: int
    text: str


def vertical_bars(bars: Sequence[VerticalBar], kind: ValueKind) -> tuple[tuple[Shape, ...], float]:
    """Return the shapes of bars side by side, and their total height."""
    scale = scale_of([bar.value for bar in bars], MARKS, kind)
    marks = [format_rounded(kind, mark) for mark in scale.marks]
    left = max(map(text_width, marks)) + 12
    each = (WIDTH - left) / len(bars)
    gap = min(6.0, each / 5)
    foot = ROOM + HEIGHT + (ROOM if scale.low < 0 else 0)

    def at(value: int) -> float:
        return ROOM + HEIGHT * (1 - scale.part(value))

    shapes: list[Shape] = []
    for mark, words in zip(scale.marks, marks, strict=True):
        shapes.append(ChartLine(left, at(mark), WIDTH, at(mark), "rule"))
        shapes.append(ChartText(left - 10, at(mark) + DROP, words, "end", "axis"))
    # Label only as many bars as there is room for.
    every = int((max(text_width(bar.label) for bar in bars) + 8) // each) + 1
    for number, bar in enumerate(bars):
        top, x = min(at(bar.value), at(0)), left + number * each
        high = abs(at(bar.value) - at(0))
        shapes.append(ChartBox(x + gap / 2, top, each - gap, high, "loss" if bar.value < 0 else "bar"))
        if number % every == 0:
            shapes.append(ChartText(center_inside(x + each / 2, bar.label), foot + 24, bar.label, "middle", "axis"))
    shapes.append(ChartLine(left, at(0), WIDTH, at(0), "zero"))
    values = [bar.value for bar in bars]
    for value, is_shown, drop in ((max(values), max(values) > 0, -8.0), (min(values), min(values) < 0, SIZE + 2)):
        if is_shown:
            place, text = values.index(value), bars[values.index(value)].text
            middle = center_inside(left + (place + 0.5) * each, text, left)
            shapes.append(ChartText(middle, at(value) + drop, text, "middle", "value"))
    return tuple(shapes), foot + AXIS
