"""Endpoints that answer with a file, of whatever type it is."""

from typing import Any

from drf_spectacular.types import OpenApiTypes
from rest_framework.negotiation import BaseContentNegotiation
from rest_framework.request import Request

from .endpoint import Endpoint
from .rendering import Json

CSV = "text/csv"


class AsItIs(BaseContentNegotiation):
    """A file has the type that it has, whatever the client would rather accept; only its refusal is JSON."""

    def select_parser(self, request: Request, parsers: Any) -> Any:
        return next(iter(parsers), None)

    def select_renderer(self, request: Request, renderers: Any, format_suffix: str | None = None) -> Any:
        return Json(), Json.media_type


class FileEndpoint(Endpoint):
    """One address of the API behind which there is a file."""

    content_negotiation_class = AsItIs


def described_file(*media_types: str) -> dict[str, Any]:
    """Return what an endpoint answers with that sends files of these types."""
    return dict.fromkeys(media_types, OpenApiTypes.BINARY)
