"""The type of requests to pages."""

from django.http import HttpRequest
from django_htmx.middleware import HtmxDetails

from compliance.staff.scope import Scope


class FloorRequest(HttpRequest):
    """A request of a signed-in user, authorized by casino/access.py."""

    scope: Scope
    htmx: HtmxDetails
