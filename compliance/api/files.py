"""Endpoints that respond with a file of any type."""

from typing import Any

from drf_spectacular.types import OpenApiTypes
from rest_framework.negotiation import BaseContentNegotiation
from rest_framework.request import Request

from .endpoint import Endpoint
from .rendering import Json

CSV = "text/csv"


class NoNegotiation(BaseContentNegotiation):
    """Send the file whatever the client accepts. Refusals are JSON."""

    def select_parser(self, request: Request, parsers: Any) -> Any:
        return next(iter(parsers), None)

    def select_renderer(self, request: Request, renderers: Any, format_suffix: str | None = None) -> Any:
        return Json(), Json.media_type


class FileEndpoint(Endpoint):
    """An endpoint that responds with a file."""

    content_negotiation_class = NoNegotiation


def described_file(*media_types: str) -> dict[str, Any]:
    """Describe the response of an endpoint that sends files of these types."""
    return dict.fromkeys(media_types, OpenApiTypes.BINARY)
