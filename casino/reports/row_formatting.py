"""A sheet's values as page and paper show them, row by row."""

from datetime import datetime
from zoneinfo import ZoneInfo

from .document import Column, Report, Row, Sheet, Value, ValueKind
from .formatting import format_value


def says_day(report: Report, sheet: Sheet) -> bool:
    """Tell whether moments of a sheet need their day: where one of them lies on another than the report begins on."""
    zone = ZoneInfo(report.time_zone)
    began = report.since.astimezone(zone).date()
    places = [place for place, column in enumerate(sheet.columns) if column.kind == ValueKind.MOMENT]
    moments = (row.cells[place] for row in sheet.rows for place in places)
    return any(datetime.fromisoformat(at).astimezone(zone).date() != began for at in moments if isinstance(at, str))


def format_rows(report: Report, sheet: Sheet) -> list[list[str]]:
    """Return a sheet's rows in words, without the total."""
    zone, with_day = ZoneInfo(report.time_zone), says_day(report, sheet)
    return [
        [
            format_value(column, value, zone, with_day=with_day)
            for column, value in zip(sheet.columns, row.cells, strict=True)
        ]
        for row in sheet.rows
    ]


def format_total(report: Report, sheet: Sheet) -> list[str] | None:
    """Return a sheet's total in words, if it has one; where it has none of a column, nothing stands there."""
    if sheet.total is None:
        return None
    zone = ZoneInfo(report.time_zone)
    return [
        "" if value is None else format_value(total_column(column, value), value, zone)
        for column, value in zip(sheet.columns, sheet.total.cells, strict=True)
    ]


def total_column(column: Column, value: Value) -> Column:
    """Return how a total is said in a column: it may be named ("All") in one that has moments."""
    return Column(column.key, column.label) if isinstance(value, str) else column


def is_bare(sheet: Sheet, place: int) -> bool:
    """Tell whether nothing but 0 stands in a column."""
    rows: list[Row] = [*sheet.rows, *([sheet.total] if sheet.total else [])]
    return all(row.cells[place] in (0, None, "") for row in rows)


def when(at: datetime, zone: ZoneInfo) -> str:
    """Return a moment in full: Sat 7 Mar 2026, 22:05 EST."""
    local = at.astimezone(zone)
    return f"{local:%a} {local.day} {local:%b %Y, %H:%M %Z}"


def format_facts(report: Report) -> list[tuple[str, str]]:
    """Return the facts that head a report, and what its figures are of: where, from when until when, as of when."""
    zone = ZoneInfo(report.time_zone)
    until = f"until {when(report.until, zone)}" if report.until else "still on duty"
    places = "; ".join(f"{each.name} ({each.code}), {each.jurisdiction}" for each in report.facilities)
    return [
        *report.facts,
        ("Facility" if len(report.facilities) == 1 else "Facilities", places),
        ("Figures from", f"{when(report.since, zone)}, {until}"),
        ("Figures read", when(report.made_at, zone)),
        ("Time zone", f"{report.time_zone}: all times are local there"),
    ]
