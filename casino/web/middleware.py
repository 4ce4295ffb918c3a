"""Middleware of pages: what the browser may load, compression, and messages that are shown once."""

from collections.abc import Callable

from django.contrib.messages.middleware import MessageMiddleware
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.middleware.gzip import GZipMiddleware

from compliance.api.errors import PREFIX, is_of_api

DOCUMENTATION = "/api/v1/docs/"
REDOC = "/api/v1/redoc/"

POLICY = {
    "default-src": "'self'",
    "script-src": "'self'",
    "style-src": "'self'",
    "img-src": "'self' data: blob:",
    "object-src": "'none'",
    "base-uri": "'none'",
    "form-action": "'self'",
    "frame-ancestors": "'none'",
}

# Swagger UI and Redoc write styles into their page, and Redoc's search runs in a worker from a blob. Their scripts are
# files, so scripts stay as strict as everywhere.
DOCUMENTATION_POLICY = POLICY | {"style-src": "'self' 'unsafe-inline'", "worker-src": "'self' blob:"}


def written(policy: dict[str, str]) -> str:
    """Return a policy as the value of the header."""
    return "; ".join(f"{directive} {sources}" for directive, sources in policy.items())


class ContentSecurityPolicy:
    """Allow only our own files as scripts and styles, whatever gets into a page."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response
        self.policy = written(POLICY)
        self.documentation_policy = written(DOCUMENTATION_POLICY)

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        documentation = request.path.startswith((DOCUMENTATION, REDOC))
        response.headers.setdefault(
            "Content-Security-Policy", self.documentation_policy if documentation else self.policy
        )
        return response


# What compresses well. PDF, Excel and zip files are compressed already.
_TEXTS = ("text/", "application/json")


class CompressPages(GZipMiddleware):
    """Compress pages and text files, but nothing under /api/.

    There an ETag names exact bytes, and exports and feeds must reach the client row by row. Django pads each response
    by a random length, so that its size reveals no secret in it (BREACH).
    """

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        is_text = response.headers.get("Content-Type", "").startswith(_TEXTS)
        if request.path.startswith(PREFIX) or not is_text:
            return response
        return super().process_response(request, response)


class PageMessages(MessageMiddleware):
    """Keep messages for pages only: API responses do not use them."""

    def process_request(self, request: HttpRequest) -> None:
        if not is_of_api(request):
            super().process_request(request)
