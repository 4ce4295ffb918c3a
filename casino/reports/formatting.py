"""Format a report's values, rows and facts, for people and for programs."""

import re
from datetime import date, datetime, timedelta
from zoneinfo import ZoneInfo

from compliance.formatting import format_duration, format_moment, format_time, format_weekday
from games.engine.money import MINUS, format_money

from .document import Column, Report, Row, Sheet, Value, ValueKind

NOTHING = "–"


def format_value(column: Column, value: Value, zone: ZoneInfo, *, with_day: bool = False) -> str:
    """Return a value as the page and the PDF show it: $1,204.50, 12.34 %, 43.2, 1:05, 18:20."""
    if value is None:
        return NOTHING
    if isinstance(value, str):
        return _format_text(column.kind, value, zone, with_day=with_day)
    return format_number(column.kind, value)


def format_number(kind: ValueKind, value: int) -> str:
    sign, size = MINUS if value < 0 else "", abs(value)
    match kind:
        case ValueKind.MONEY:
            return format_money(value)
        case ValueKind.SHARE:
            return f"{sign}{size // 100}.{size % 100:02d} %"
        case ValueKind.RATE:
            return f"{sign}{size // 10}.{size % 10}"
        case ValueKind.SPAN:
            return sign + format_duration(timedelta(seconds=size))
        case _:
            return f"{sign}{size:,}"


def format_rounded(kind: ValueKind, value: int) -> str:
    """Return a number without its decimals, which are zero: $2,000, 5 %, 40."""
    return re.sub(r"\.0+(?= %|$)", "", format_number(kind, value))


def _format_text(kind: ValueKind, value: str, zone: ZoneInfo, *, with_day: bool) -> str:
    if kind == ValueKind.MOMENT:
        at = datetime.fromisoformat(value)
        return format_moment(at, zone) if with_day else format_time(at, zone)
    if kind == ValueKind.DAY:
        return format_weekday(date.fromisoformat(value))
    return value


def plain_value(column: Column, value: Value) -> str | int | None:
    """Return a value for programs: amounts, percentages and rates as decimal strings, times as ISO 8601."""
    if value is None or isinstance(value, str):
        return value
    digits = {ValueKind.MONEY: 2, ValueKind.SHARE: 2, ValueKind.RATE: 1}.get(column.kind)
    if digits is None:
        return value
    sign, whole = "-" if value < 0 else "", abs(value)
    return f"{sign}{whole // 10**digits}.{whole % 10**digits:0{digits}d}"


# ── Rows and facts


def says_day(report: Report, sheet: Sheet) -> bool:
    """Tell whether times in a sheet need their date: whether any is on another day than the report's start."""
    zone = ZoneInfo(report.time_zone)
    began = report.since.astimezone(zone).date()
    places = [place for place, column in enumerate(sheet.columns) if column.kind == ValueKind.MOMENT]
    moments = (row.cells[place] for row in sheet.rows for place in places)
    return any(datetime.fromisoformat(at).astimezone(zone).date() != began for at in moments if isinstance(at, str))


def format_rows(report: Report, sheet: Sheet) -> list[list[str]]:
    """Return a sheet's rows as text, without the total."""
    zone, with_day = ZoneInfo(report.time_zone), says_day(report, sheet)
    return [
        [
            format_value(column, value, zone, with_day=with_day)
            for column, value in zip(sheet.columns, row.cells, strict=True)
        ]
        for row in sheet.rows
    ]


def format_total(report: Report, sheet: Sheet) -> list[str] | None:
    """Return a sheet's total as text, or None; a column without a total is empty."""
    if sheet.total is None:
        return None
    zone = ZoneInfo(report.time_zone)
    return [
        "" if value is None else format_value(total_column(column, value), value, zone)
        for column, value in zip(sheet.columns, sheet.total.cells, strict=True)
    ]


def total_column(column: Column, value: Value) -> Column:
    """Return the column to format a total with: its name ("All") may be in a column of times."""
    return Column(column.key, column.label) if isinstance(value, str) else column


def is_bare(sheet: Sheet, place: int) -> bool:
    """Tell whether a column has only zeros and blanks."""
    rows: list[Row] = [*sheet.rows, *([sheet.total] if sheet.total else [])]
    return all(row.cells[place] in (0, None, "") for row in rows)


def when(at: datetime, zone: ZoneInfo) -> str:
    """Return a time in full: Sat Mar 7, 2026, 22:05 EST."""
    local = at.astimezone(zone)
    return f"{local:%a %b %-d, %Y, %H:%M %Z}"


def format_facts(report: Report) -> list[tuple[str, str]]:
    """Return the facts of a report's header, with its facilities, period and time zone."""
    zone = ZoneInfo(report.time_zone)
    until = f" to {when(report.until, zone)}" if report.until else ", in progress"
    places = "; ".join(f"{each.name} ({each.code}), {each.jurisdiction}" for each in report.facilities)
    return [
        *report.facts,
        ("Facility" if len(report.facilities) == 1 else "Facilities", places),
        *([] if report.until == report.since else [("Period", f"{when(report.since, zone)}{until}")]),
        ("Figures as of", when(report.made_at, zone)),
        ("Time zone", f"{report.time_zone} (all times are local)"),
    ]
