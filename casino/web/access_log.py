"""The access log: one line per request, with who asked, from where, and the ID of the request.

Static files and health checks are left out. Bodies are never logged, as they contain passwords and PINs.
"""

import logging
import re
from collections.abc import Callable
from secrets import token_hex
from time import perf_counter

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from compliance.models import Staff
from compliance.web.requests import client_address

logger = logging.getLogger("casino.access")

HEADER = "X-Request-ID"
# A proxy may have given the request an ID already.
_GIVEN = re.compile(r"\A[A-Za-z0-9._-]{8,64}\Z")
_LEFT_OUT = (settings.STATIC_URL, "/health/")
_LONGEST_URL = 300


class AccessLog:
    """Log every request, and give its response the ID of the request."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if request.path.startswith(_LEFT_OUT):
            return self.get_response(request)
        given, began = request.headers.get(HEADER, ""), perf_counter()
        request_id = given if _GIVEN.match(given) else token_hex(8)
        response = self.get_response(request)
        response.headers[HEADER] = request_id
        if settings.ACCESS_LOG:
            logger.info(
                "%s %s %s %s %s %d ms %s",
                client_address(request) or "-",
                _caller(request),
                request.method,
                request.get_full_path()[:_LONGEST_URL],
                response.status_code,
                (perf_counter() - began) * 1000,
                request_id,
            )
        return response


def _caller(request: HttpRequest) -> str:
    """Return the badge of who is signed in, or KEY- and the prefix of the API key; - if neither."""
    if scope := getattr(request, "scope", None):
        return str(scope.staff.badge)
    user = getattr(request, "user", None)
    return user.badge if type(user) is Staff else "-"  # not isinstance: it would load a lazy user
