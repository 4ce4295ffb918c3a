"""Parse single JSON values strictly: a wrong type is refused, never converted."""

import re
from collections.abc import Callable
from datetime import UTC, date, datetime, time
from typing import Any, TypeVar

T = TypeVar("T")

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
    return _of_type(str, value, "Give a string.")


def boolean(value: Any) -> bool:
    return _of_type(bool, value, "Give true or false.")


def whole_number(value: Any) -> int:
    if isinstance(value, bool):
        raise Wrong("Give a whole number.")
    number = _of_type(int, value, "Give a whole number.")
    if abs(number) > LARGEST_ID:
        raise Wrong("Give a smaller number.")
    return number


def plain_object(value: Any) -> dict[str, Any]:
    return _of_type(dict, value, "Give an object.")


def day(value: Any) -> date:
    return _parsed(date.fromisoformat, _DATE, value, "Give a date such as 2026-03-02.")


def time_of_day(value: Any) -> time:
    return _parsed(time.fromisoformat, _TIME, value, "Give a time of day such as 06:00.")


def moment(value: Any) -> datetime:
    """Parse an RFC 3339 time."""
    says = "Give a time with its UTC offset, such as 2026-03-02T17:00:00Z."
    found = _parsed(lambda text: datetime.fromisoformat(text.upper()), _MOMENT, value, says)
    if not 1970 < found.year < 2200:
        raise Wrong("Give a time between 1971 and 2199.", "out_of_range")
    return found.astimezone(UTC)


def file(value: Any) -> Any:
    raise Wrong("Send files as multipart/form-data.")


def _of_type(kind: type[T], value: Any, says: str) -> T:
    if not isinstance(value, kind):
        raise Wrong(says)
    return value


def _parsed(parse: Callable[[str], T], shape: re.Pattern[str], value: Any, says: str) -> T:
    """Parse a text that must have a shape, and then may still be wrong, as February 30 is."""
    try:
        if isinstance(value, str) and shape.fullmatch(value):
            return parse(value)
    except ValueError:
        pass
    raise Wrong(says)
