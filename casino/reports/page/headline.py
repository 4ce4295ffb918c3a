"""The headline of a report: a few key figures, each next to the periods it is compared with."""

from collections.abc import Callable
from typing import NamedTuple
from zoneinfo import ZoneInfo

from casino.reports.document import Report, Row, ValueKind
from casino.reports.formatting import format_value

FIGURES = ("win", "hold", "staked", "rounds", "pace", "days")


class Compared(NamedTuple):
    text: str
    value: str
    url: str


class HeadlineRow(NamedTuple):
    label: str
    span: str
    value: str
    url: str
    # The house lost.
    is_loss: bool
    others: list[Compared]


def headline_of(report: Report, link: Callable[[str, str, Row], str]) -> list[HeadlineRow]:
    """Return the key figures of the summary's first row, each with those of the other rows."""
    if "summary" not in report or not report["summary"].rows:
        return []
    sheet, zone = report["summary"], ZoneInfo(report.time_zone)
    first, *others = sheet.rows
    rows = []
    for key in FIGURES:
        place = next((place for place, column in enumerate(sheet.columns) if column.key == key), None)
        if place is None:
            continue
        column, value = sheet.columns[place], first.cells[place]
        compared = [
            Compared(
                str(row.cells[0]),
                _sign(row, place) + format_value(column, row.cells[place], zone),
                link(sheet.key, key, row),
            )
            for row in others
        ]
        is_loss = column.kind == ValueKind.MONEY and isinstance(value, int) and value < 0
        own = format_value(column, value, zone)
        rows.append(HeadlineRow(column.label, str(first.cells[0]), own, link(sheet.key, key, first), is_loss, compared))
    return rows


def _sign(row: Row, place: int) -> str:
    """Return a plus sign for an increase in a row of changes."""
    value = row.cells[place]
    return "+" if str(row.cells[0]).startswith("Change") and isinstance(value, int) and value > 0 else ""
