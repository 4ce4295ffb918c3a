"""Format a report's values, for people and for programs."""

from datetime import date, datetime
from zoneinfo import ZoneInfo

from compliance.formatting import format_duration
from games.engine.money import MINUS, format_money

from .document import Column, Value, ValueKind

NOTHING = "–"


def format_value(column: Column, value: Value, zone: ZoneInfo, *, with_day: bool = False) -> str:
    """Return a value as the page and the PDF show it: $1,204.50, 12.34 %, 43.2, 1:05, 18:20."""
    if value is None:
        return NOTHING
    if isinstance(value, str):
        return _said_text(column.kind, value, zone, with_day=with_day)
    sign = MINUS if value < 0 else ""
    return sign + _said_number(column.kind, abs(value))


def _said_number(kind: ValueKind, value: int) -> str:
    match kind:
        case ValueKind.MONEY:
            return format_money(value)
        case ValueKind.SHARE:
            return f"{value // 100}.{value % 100:02d} %"
        case ValueKind.RATE:
            return f"{value // 10}.{value % 10}"
        case ValueKind.SPAN:
            return format_duration(timedelta(seconds=value))
        case _:
            return f"{value:,}"


def _said_text(kind: ValueKind, value: str, zone: ZoneInfo, *, with_day: bool) -> str:
    if kind == ValueKind.MOMENT:
        local = datetime.fromisoformat(value).astimezone(zone)
        return f"{local:%b %-d %H:%M}" if with_day else f"{local:%H:%M}"
    if kind == ValueKind.DAY:
        return f"{date.fromisoformat(value):%a %b %-d, %Y}"
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
