"""Requests as the floor's pages know them."""

from django.http import HttpRequest
from django_htmx.middleware import HtmxDetails

from compliance.staff.scope import Scope


class FloorRequest(HttpRequest):
    """A request of someone signed in, let through by casino/access.py."""

    scope: Scope
    htmx: HtmxDetails
