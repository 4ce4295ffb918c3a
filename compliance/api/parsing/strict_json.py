"""Parse JSON strictly: refuse invalid UTF-8, repeated names, NaN, NUL, lone surrogates and deep nesting."""

import json
from typing import Any

MAX_DEPTH = 32


class MalformedJsonError(ValueError):
    """Bytes that are not acceptable JSON. `path` names the field whose text is invalid, or is None for the whole."""

    def __init__(self, message: str, path: str | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.path = path


def parse_json(content: bytes) -> Any:
    """Parse JSON, or raise `MalformedJsonError`."""
    try:
        value = json.loads(content.decode(), object_pairs_hook=_object, parse_constant=_constant)
    except UnicodeDecodeError as error:
        raise MalformedJsonError(f"The body is not UTF-8: byte {error.start} cannot be read.") from None
    except RecursionError:
        raise MalformedJsonError(f"The body is nested deeper than {MAX_DEPTH} levels.") from None
    except ValueError as error:
        raise MalformedJsonError(f"The body is not JSON: {error}.") from None
    if not _is_plain(content):
        _check(value, "", MAX_DEPTH)
    return value


def check_text(text: str, path: str) -> None:
    """Refuse text that the database cannot store."""
    if "\0" in text or any("\ud800" <= character <= "\udfff" for character in text):
        raise MalformedJsonError("Remove the characters that are not text: NUL or lone surrogates.", path)


def _is_plain(content: bytes) -> bool:
    """Tell quickly whether the full check can be skipped: no escapes, and too few brackets to nest deep."""
    return b"\\u" not in content and b"\0" not in content and content.count(b"{") + content.count(b"[") < MAX_DEPTH


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise ValueError("a name occurs twice in one object")
    return found


def _constant(name: str) -> Any:
    raise ValueError(f"{name} is not a JSON number")


def _check(value: Any, path: str, deeper: int) -> None:
    if isinstance(value, str):
        check_text(value, path)
    elif isinstance(value, dict | list):
        if not deeper:
            raise MalformedJsonError(f"The body is nested deeper than {MAX_DEPTH} levels.")
        for name, inner in value.items() if isinstance(value, dict) else enumerate(value):
            if isinstance(name, str):
                check_text(name, path)
            step = f"[{name}]" if isinstance(name, int) else f".{name}" if path else name
            _check(inner, path + step, deeper - 1)
