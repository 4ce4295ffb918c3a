"""Bodies: JSON objects, read strictly, and forms where files come with them."""

import json
from collections.abc import Mapping
from typing import IO, Any

from django.conf import settings
from rest_framework.exceptions import ParseError
from rest_framework.parsers import BaseParser, MultiPartParser

from compliance.api.errors import FieldError, Invalid, TooLarge

DEEPEST = 32
# Two documents of a layout at 20 MB each, and what is around them.
LARGEST_FORM = 42 << 20


def read_json(content: bytes) -> Any:
    """Return what the bytes say, or refuse them: half characters, doubled names and NaN are no JSON here."""
    try:
        value = json.loads(content.decode(), object_pairs_hook=_object, parse_constant=_constant)
    except UnicodeDecodeError as error:
        raise ParseError(f"The body is not UTF-8: byte {error.start} cannot be read.") from None
    except RecursionError:
        raise ParseError(f"The body is nested deeper than {DEEPEST} levels.") from None
    except ValueError as error:
        raise ParseError(f"The body is not JSON: {error}.") from None
    if not _is_plain(content):
        _check(value, "", DEEPEST)
    return value


def _is_plain(content: bytes) -> bool:
    """Tell at a glance whether JSON holds nothing to look for: no escaped character, and too little to nest deep."""
    return b"\\u" not in content and b"\0" not in content and content.count(b"{") + content.count(b"[") < DEEPEST


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise ValueError("a name stands twice in one object")
    return found


def _constant(name: str) -> Any:
    raise ValueError(f"{name} is no number of JSON")


def _check(value: Any, path: str, deeper: int) -> None:
    """Refuse text that no database takes, and nesting that nothing here has a use for."""
    if isinstance(value, str):
        check_text(value, path)
    elif isinstance(value, dict | list):
        if not deeper:
            raise ParseError(f"The body is nested deeper than {DEEPEST} levels.")
        for name, inner in value.items() if isinstance(value, dict) else enumerate(value):
            if isinstance(name, str):
                check_text(name, path)
            step = f"[{name}]" if isinstance(name, int) else f".{name}" if path else name
            _check(inner, path + step, deeper - 1)


def check_text(text: str, path: str) -> None:
    if "\0" in text or any("\ud800" <= character <= "\udfff" for character in text):
        raise Invalid(
            [FieldError(path, "malformed", "Remove the characters that are no text: NUL or half a character.")]
        )


def _check_length(parser_context: Mapping[str, Any] | None, most: int) -> None:
    if int((parser_context or {})["request"].META.get("CONTENT_LENGTH") or 0) > most:
        raise TooLarge(f"The body is larger than {most:,} bytes.")


def bounded(stream: IO[Any], parser_context: Mapping[str, Any] | None, most: int) -> bytes:
    """Return a body that is no larger than it may be."""
    _check_length(parser_context, most)
    content: bytes = stream.read(most + 1)
    return content


class StrictJSONParser(BaseParser):
    media_type = "application/json"

    def parse(
        self, stream: IO[Any], media_type: str | None = None, parser_context: Mapping[str, Any] | None = None
    ) -> dict[str, Any]:
        value = read_json(bounded(stream, parser_context, settings.DATA_UPLOAD_MAX_MEMORY_SIZE))
        if not isinstance(value, dict):
            raise ParseError('The body must be a JSON object: {"name": value, …}.')
        return value


class BoundedMultiPartParser(MultiPartParser):
    """A form with files, no larger than our forms can be."""

    def parse(
        self, stream: IO[Any], media_type: str | None = None, parser_context: Mapping[str, Any] | None = None
    ) -> Any:
        _check_length(parser_context, LARGEST_FORM)
        return super().parse(stream, media_type, parser_context)
