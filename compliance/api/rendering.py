"""Answers as JSON, by msgspec: what is JSON already (`msgspec.Raw`) goes out as it is."""

from collections.abc import Mapping
from typing import Any

import msgspec
from django.utils.functional import Promise
from rest_framework.renderers import BaseRenderer


def _plain(value: Any) -> Any:
    """Return what stands for a value that JSON does not know: words that are put together late, or marked as safe."""
    if isinstance(value, str | Promise):
        return str.__str__(value) if isinstance(value, str) else str(value)
    raise TypeError(f"{type(value).__name__} cannot stand in an answer")


encoded = msgspec.json.Encoder(enc_hook=_plain).encode


class Json(BaseRenderer):
    """The one renderer of the API. The same answer is always the same bytes."""

    media_type = "application/json"
    format = "json"
    charset = None
    render_style = "binary"

    def render(
        self, data: Any, accepted_media_type: str | None = None, renderer_context: Mapping[str, Any] | None = None
    ) -> bytes:
        return b"" if data is None else encoded(data)
