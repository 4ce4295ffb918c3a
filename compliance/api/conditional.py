"""Answers that one has already are not sent again: every GET has an ETag, and `If-None-Match` is answered with 304.

The ETag is made of the answer's bytes, so that it is the same for everyone who sees the same.
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
    """Gives an ETag to whatever is read under /api/ that has none of its own, and asks what the caller has already."""

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
        # Whoever stands between keeps nothing of it, and whoever asked asks again whether it is still so.
        patch_cache_control(response, private=True, no_cache=True)
        patch_vary_headers(response, ("Accept", "Authorization", "Cookie"))
        return get_conditional_response(request, etag=response.get("ETag"), response=response) or response
