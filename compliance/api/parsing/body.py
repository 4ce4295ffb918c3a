"""Request bodies: strict JSON objects, and multipart forms with files."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import IO, Any

from django.conf import settings
from rest_framework.exceptions import ParseError
from rest_framework.parsers import BaseParser, MultiPartParser

from compliance.api.errors import ApiRefusal, FieldError, Invalid

from .strict_json import MalformedJsonError, parse_json

# Two layout documents of 20 MB each, and the rest of the form.
LARGEST_FORM = 42 << 20


def read_json(content: bytes) -> Any:
    """Parse JSON, or refuse the request."""
    with refusing_malformed():
        return parse_json(content)


@contextmanager
def refusing_malformed() -> Iterator[None]:
    """Turn malformed JSON into a 400, at its field if the text of one field is invalid."""
    try:
        yield
    except MalformedJsonError as malformed:
        if malformed.path is None:
            raise ParseError(malformed.message) from None
        raise Invalid([FieldError(malformed.path, "malformed", malformed.message)]) from None


def _check_length(parser_context: Mapping[str, Any] | None, most: int) -> None:
    if int((parser_context or {})["request"].META.get("CONTENT_LENGTH") or 0) > most:
        raise ApiRefusal("too_large", f"The body is larger than {most:,} bytes.")


def bounded(stream: IO[Any], parser_context: Mapping[str, Any] | None, most: int) -> bytes:
    """Return the body, or refuse one that is too large."""
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
    """A form with files, of limited size."""

    def parse(
        self, stream: IO[Any], media_type: str | None = None, parser_context: Mapping[str, Any] | None = None
    ) -> Any:
        _check_length(parser_context, LARGEST_FORM)
        return super().parse(stream, media_type, parser_context)
