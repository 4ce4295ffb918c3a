"""Win by hour or by day."""

from datetime import date
from typing import NamedTuple
from zoneinfo import ZoneInfo

from casino.reports.document import Report, ValueKind
from casino.reports.formatting import format_number, format_value

from .drawing import Chart
from .frame import WIDTH, number_of
from .vertical_bars import VerticalBar, vertical_bars


class WinColumn(NamedTuple):
    """An hour or a day. `label` is short, `name` is in full."""

    label: str
    name: str
    win: int

    @property
    def text(self) -> str:
        return format_number(ValueKind.MONEY, self.win)


def win_by_hour(report: Report) -> Chart | None:
    return _win(report, "hours", "hour", "win_by_hour")


def win_by_day(report: Report) -> Chart | None:
    """Return the chart of win by day, if there are at least two days."""
    if len(report["days"].rows) < 2:
        return None
    return _win(report, "days", "day", "win_by_day")


def _win(report: Report, sheet: str, each: str, key: str) -> Chart | None:
    columns = _columns(report, sheet)
    if not any(column.win for column in columns):
        return None
    bars = [VerticalBar(column.label, column.win, column.text) for column in columns]
    shapes, height = vertical_bars(bars, ValueKind.MONEY)
    caption = f"One column per {each}. Filled: the house won. Empty, below the line: the house lost."
    return Chart(key, f"Win by {each}", caption, _gist(columns, each), sheet, WIDTH, height, shapes)


def _columns(report: Report, key: str) -> list[WinColumn]:
    """Return a column for each row with a win, named by the row's first cell."""
    sheet, zone, columns = report[key], ZoneInfo(report.time_zone), []
    first = sheet.columns[0]
    for record in sheet.records():
        win, name = number_of(record, "win"), format_value(first, record[first.key], zone)
        if win is not None:
            is_day = first.kind == ValueKind.DAY
            label = f"{date.fromisoformat(str(record[first.key])):%b %-d}" if is_day else name
            columns.append(WinColumn(label, name, win))
    return columns


def _gist(columns: list[WinColumn], each: str) -> str:
    best, worst = max(columns, key=lambda column: column.win), min(columns, key=lambda column: column.win)
    lost = sum(column.win < 0 for column in columns)
    if len(columns) == 1:
        return f"One {each}, {best.name}: {best.text}."
    losses = f"The house lost in {lost} of {len(columns)} {each}s." if lost else f"No losing {each}."
    return f"Best {each} {best.name}, {best.text}; worst {worst.name}, {worst.text}. {losses}"
