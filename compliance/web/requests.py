"""The type of requests to pages, and where a request comes from."""

from django.conf import settings
from django.http import HttpRequest
from django_htmx.middleware import HtmxDetails

from compliance.staff.scope import Scope


class FloorRequest(HttpRequest):
    """A request of a signed-in user, authorized by casino/access.py."""

    scope: Scope
    htmx: HtmxDetails


def client_address(request: HttpRequest) -> str:
    """Return the client's IP address; behind a proxy, the one that the proxy reports (docs/deploy.md)."""
    forwarded = request.META.get("HTTP_X_FORWARDED_FOR", "") if settings.HTTPS else ""
    address: str = forwarded.rpartition(",")[2].strip() or request.META.get("REMOTE_ADDR", "")
    return address[:45]
