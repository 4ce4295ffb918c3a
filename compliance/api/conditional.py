"""Conditional requests: every GET has an ETag, and a matching `If-None-Match` gets a 304.

The ETag is a hash of the response body, so everyone who sees the same content gets the same ETag.
"""

from collections.abc import Callable
from hashlib import sha256

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.utils.cache import get_conditional_response, patch_cache_control, patch_vary_headers

from .errors import PREFIX


def etag_of(content: bytes) -> str:
    return f'"{sha256(content).hexdigest()[:40]}"'


class ConditionalMiddleware:
    """Add an ETag to responses under /api/ that have none, and answer conditional requests."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        response = self.get_response(request)
        if request.method not in ("GET", "HEAD") or response.status_code != 200:
            return response
        if not request.path.startswith(PREFIX):
            return response
        if not response.streaming and not response.has_header("ETag"):
            response["ETag"] = etag_of(response.content)
        # Shared caches must not store the response, and clients must revalidate it.
        patch_cache_control(response, private=True, no_cache=True)
        patch_vary_headers(response, ("Accept", "Authorization", "Cookie"))
        return get_conditional_response(request, etag=response.get("ETag"), response=response) or response
