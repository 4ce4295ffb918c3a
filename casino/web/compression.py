"""Compress pages for browsers that accept it."""

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.middleware.gzip import GZipMiddleware

from compliance.api.errors import PREFIX

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
