"""Win by hour or by day: columns up from zero, and down from it for losses."""

from datetime import date
from typing import NamedTuple

from casino.reports.document import Column, Report, Sheet, ValueKind
from casino.reports.formatting import format_value

from .drawing import Chart, ChartBox, ChartLine, ChartText, Look, Shape
from .frame import AXIS, DROP, SIZE, WIDTH, column_of, told, wide, zone_of
from .scale import Scale, mark_said, scale_of

# Height of the columns, and room above and below for the labels of the best and the worst.
HEIGHT = 230.0
ROOM = 30.0
MARKS = 4


class WinColumn(NamedTuple):
    label: str
    long: str
    win: int
    text: str


def win_by_hour(report: Report) -> Chart | None:
    return _win(report, "hours", "hour", "win_by_hour")


def win_by_day(report: Report) -> Chart | None:
    """Return the chart of win by day, if there are at least two days."""
    if len(report["days"].rows) < 2:
        return None
    return _win(report, "days", "day", "win_by_day")


def _win(report: Report, sheet_key: str, each: str, key: str) -> Chart | None:
    sheet = report[sheet_key]
    columns = _columns(report, sheet)
    if not any(column.win for column in columns):
        return None
    scale = scale_of([column.win for column in columns], MARKS, least=100)
    shapes, height = _drawn(columns, scale)
    caption = f"One column per {each}. Filled: the house won. Empty, below the line: the house lost."
    return Chart(key, f"Win by {each}", caption, _gist(columns, each), sheet_key, WIDTH, height, shapes)


def _columns(report: Report, sheet: Sheet) -> list[WinColumn]:
    """Return a column for each row with a win, labeled by the row's first cell."""
    if column_of(sheet, "win") is None:
        return []
    zone, first = zone_of(report), sheet.columns[0]
    return [
        WinColumn(_short(first, name, long), long, win, told(ValueKind.MONEY, win, zone))
        for name, win in zip(sheet.values(first.key), sheet.values("win"), strict=True)
        if isinstance(win, int) and (long := format_value(first, name, zone))
    ]


def _short(column: Column, value: object, long: str) -> str:
    return f"{date.fromisoformat(str(value)):%b %-d}" if column.kind == ValueKind.DAY else long


def _drawn(columns: list[WinColumn], scale: Scale) -> tuple[tuple[Shape, ...], float]:
    marks = [mark_said(ValueKind.MONEY, mark) for mark in scale.marks]
    left = max(map(wide, marks)) + 12
    each = (WIDTH - left) / len(columns)
    gap = min(6.0, each / 5)
    foot = ROOM + HEIGHT + (ROOM if scale.low < 0 else 0)

    def at(value: int) -> float:
        return ROOM + HEIGHT * (1 - scale.part(value))

    shapes: list[Shape] = []
    for mark, words in zip(scale.marks, marks, strict=True):
        shapes.append(ChartLine(left, at(mark), WIDTH, at(mark), "rule"))
        shapes.append(ChartText(left - 10, at(mark) + DROP, words, "end", "axis"))
    every = next(
        number for number in range(1, len(columns) + 1) if number == len(columns) or _fit(columns, number, each)
    )
    for number, column in enumerate(columns):
        x = left + number * each
        shapes.append(_column(x + gap / 2, each - gap, at(column.win), at(0), column.win))
        if number % every == 0:
            shapes.append(ChartText(_inside(x + each / 2, column.label), foot + 24, column.label, "middle", "axis"))
    shapes.append(ChartLine(left, at(0), WIDTH, at(0), "zero"))
    shapes += _ends(columns, left, each, scale)
    return tuple(shapes), foot + AXIS


def _fit(columns: list[WinColumn], every: int, each: float) -> bool:
    return every * each >= max(wide(column.label) for column in columns) + 8


def _column(x: float, width: float, top: float, zero: float, win: int) -> ChartBox:
    look: Look = "loss" if win < 0 else "bar"
    return ChartBox(x, min(top, zero), width, abs(zero - top), look)


def _ends(columns: list[WinColumn], left: float, each: float, scale: Scale) -> list[Shape]:
    """Return the labels of the best column, and of the worst if it is a loss."""
    wins = [column.win for column in columns]
    best, worst = wins.index(max(wins)), wins.index(min(wins))
    shapes: list[Shape] = []
    for number, is_best in ((best, True), (worst, False)):
        if (wins[number] > 0) if is_best else (wins[number] < 0):
            at = ROOM + HEIGHT * (1 - scale.part(wins[number]))
            middle = max(
                _inside(left + (number + 0.5) * each, columns[number].text), left + wide(columns[number].text) / 2
            )
            shapes.append(
                ChartText(middle, at - 8 if is_best else at + SIZE + 2, columns[number].text, "middle", "value")
            )
    return shapes


def _inside(middle: float, words: str) -> float:
    """Return the center of a text, moved to keep it inside the chart."""
    return min(middle, WIDTH - wide(words) / 2)


def _gist(columns: list[WinColumn], each: str) -> str:
    best, worst = max(columns, key=lambda column: column.win), min(columns, key=lambda column: column.win)
    lost = sum(column.win < 0 for column in columns)
    if len(columns) == 1:
        return f"One {each}, {best.long}: {best.text}."
    losses = f"The house lost in {lost} of {len(columns)} {each}s." if lost else f"No losing {each}."
    return f"Best {each} {best.long}, {best.text}; worst {worst.long}, {worst.text}. {losses}"
