"""Parse single JSON values strictly: a wrong type is refused, never converted."""

import re
from datetime import UTC, date, datetime, time
from typing import Any

LARGEST_ID = 2**63 - 1

_DATE = re.compile(r"\d{4}-\d{2}-\d{2}", re.ASCII)
_TIME = re.compile(r"\d{2}:\d{2}(:\d{2})?", re.ASCII)
_MOMENT = re.compile(r"\d{4}-\d{2}-\d{2}[Tt]\d{2}:\d{2}:\d{2}(\.\d+)?([Zz]|[+-]\d{2}:\d{2})", re.ASCII)


class Wrong(Exception):  # noqa: N818
    """An invalid value of a field; `code` says why."""

    def __init__(self, message: str, code: str = "malformed") -> None:
        super().__init__(message)
        self.code = code


def text(value: Any) -> str:
    if not isinstance(value, str):
        raise Wrong("Give a string.")
    return value


def boolean(value: Any) -> bool:
    if not isinstance(value, bool):
        raise Wrong("Give true or false.")
    return value


def whole_number(value: Any) -> int:
    if not isinstance(value, int) or isinstance(value, bool):
        raise Wrong("Give a whole number.")
    if abs(value) > LARGEST_ID:
        raise Wrong("Give a smaller number.")
    return value


def plain_object(value: Any) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise Wrong("Give an object.")
    return value


def day(value: Any) -> date:
    try:
        if isinstance(value, str) and _DATE.fullmatch(value):
            return date.fromisoformat(value)
    except ValueError:
        pass
    raise Wrong("Give a date such as 2026-03-02.")


def time_of_day(value: Any) -> time:
    try:
        if isinstance(value, str) and _TIME.fullmatch(value):
            return time.fromisoformat(value)
    except ValueError:
        pass
    raise Wrong("Give a time of day such as 06:00.")


def moment(value: Any) -> datetime:
    """Parse an RFC 3339 time."""
    try:
        found = datetime.fromisoformat(value.upper()) if isinstance(value, str) and _MOMENT.fullmatch(value) else None
    except ValueError:
        found = None
    if found is None:
        raise Wrong("Give a time with its UTC offset, such as 2026-03-02T17:00:00Z.")
    if not 1970 < found.year < 2200:
        raise Wrong("Give a time between 1971 and 2199.", "out_of_range")
    return found.astimezone(UTC)


def file(value: Any) -> Any:
    raise Wrong("Send files as multipart/form-data.")
