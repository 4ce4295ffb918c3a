"""Layout of bar charts in inline SVG. The stylesheet defines colors and fonts."""

from collections.abc import Sequence
from datetime import timedelta
from typing import NamedTuple

from casino.alert_history.figures import Spread
from compliance.formatting import format_duration

WIDTH = 720
# Horizontal bars lie between these; labels are to the left, figures to the right.
LEFT, RIGHT = 285, 475
ROW = 40
# How many axis marks fit after the first.
MARKS = 2
AXIS = 34
# A value more than this many times the median is cut off at the end of the scale.
BEYOND = 4

# Of vertical bars.
HEIGHT = 200

_STEPS = [
    timedelta(seconds=seconds)
    for seconds in (5, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 14400, 28800, 43200, 86400, 172800, 604800)
]


class AxisMark(NamedTuple):
    """A grid line and its label."""

    at: str
    label: str


class Bar(NamedTuple):
    label: str
    top: int
    middle: int
    width: str
    end: str
    tick: str
    value: str
    # Longer than the scale.
    beyond: bool


class HorizontalBars(NamedTuple):
    """A bar for each median, and a tick for the 90th percentile."""

    bars: list[Bar]
    scale: list[AxisMark]
    height: int
    foot: int


class ColumnBar(NamedTuple):
    left: str
    middle: str
    width: str
    top: str
    height: str
    value: int
    label: str


class VerticalBars(NamedTuple):
    columns: list[ColumnBar]
    scale: list[AxisMark]
    height: int
    foot: int


def horizontal_bars(rows: Sequence[tuple[str, Spread]]) -> HorizontalBars:
    """Lay out a bar for each row. An outlier is cut off at the end of the scale, so that the others stay comparable."""
    ends = sorted(max(spread) for _, spread in rows)
    longest = min(ends[-1], BEYOND * ends[len(ends) // 2]) if ends else timedelta()
    step = next((step for step in _STEPS if longest <= MARKS * step), timedelta(days=longest.days // MARKS + 1))
    marks = range(int(longest / step) + 2 if longest % step else int(longest / step) + 1)
    whole = max(marks[-1], 1) * step

    def place(span: timedelta) -> str:
        return f"{LEFT + (RIGHT - LEFT) * min(1, span / whole):.1f}"

    bars = [
        Bar(
            label=label,
            top=number * ROW + 8,
            middle=number * ROW + ROW // 2,
            width=f"{(RIGHT - LEFT) * min(1, spread.median / whole):.1f}",
            end=place(spread.median),
            tick=place(spread.most),
            value=f"{format_duration(spread.median)} · {format_duration(spread.most)}",
            beyond=max(spread) > whole,
        )
        for number, (label, spread) in enumerate(rows)
    ]
    foot = len(rows) * ROW
    return HorizontalBars(
        bars, [AxisMark(place(mark * step), format_duration(mark * step)) for mark in marks], foot + AXIS, foot
    )


def vertical_bars(counts: Sequence[tuple[str, int]]) -> VerticalBars:
    """Lay out a column for each count; every third has a label under it."""
    most = max((count for _, count in counts), default=0)
    step = max(1, -(-most // 4))
    top = max(step, -(-most // step) * step)
    left, room = 48, 24
    wide = (WIDTH - left) / max(1, len(counts))

    def place(count: float) -> float:
        return room + HEIGHT - HEIGHT * count / top

    columns = [
        ColumnBar(
            left=f"{left + number * wide + 2:.1f}",
            middle=f"{left + (number + 0.5) * wide:.1f}",
            width=f"{wide - 4:.1f}",
            top=f"{place(count):.1f}",
            height=f"{HEIGHT * count / top:.1f}",
            value=count,
            label=label if number % 3 == 0 else "",
        )
        for number, (label, count) in enumerate(counts)
    ]
    scale = [AxisMark(f"{place(mark):.1f}", str(mark)) for mark in range(0, top + 1, step)]
    return VerticalBars(columns, scale, room + HEIGHT + AXIS, room + HEIGHT)
