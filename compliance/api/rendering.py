"""Render responses as JSON with msgspec. `msgspec.Raw` is sent unchanged."""

from collections.abc import Mapping
from typing import Any

import msgspec
from django.utils.functional import Promise
from rest_framework.renderers import BaseRenderer


def _plain(value: Any) -> Any:
    """Encode lazy and safe strings as plain ones."""
    if isinstance(value, str | Promise):
        return str.__str__(value) if isinstance(value, str) else str(value)
    raise TypeError(f"{type(value).__name__} cannot be encoded as JSON")


encoded = msgspec.json.Encoder(enc_hook=_plain).encode


class Json(BaseRenderer):
    """The only renderer of the API. The same data always gives the same bytes."""

    media_type = "application/json"
    format = "json"
    charset = None
    render_style = "binary"

    def render(
        self, data: Any, accepted_media_type: str | None = None, renderer_context: Mapping[str, Any] | None = None
    ) -> bytes:
        return b"" if data is None else encoded(data)
