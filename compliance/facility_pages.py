"""Which facility a page is about: remembered for the next, its time zone the one in which times are shown."""

from collections.abc import Iterator
from contextlib import contextmanager
from zoneinfo import ZoneInfo

from django.http import HttpRequest
from django.utils import timezone

from .models import Facility
from .roles import EVERYONE
from .scope import Scope

_REMEMBERED = "facility"


@contextmanager
def within(request: HttpRequest, facility: Facility) -> Iterator[None]:
    """Show a page of this facility: in its time zone, and as the one that the next page is about."""
    request.facility = facility  # type: ignore[attr-defined]
    if request.session.get(_REMEMBERED) != facility.code:
        request.session[_REMEMBERED] = facility.code
    with timezone.override(ZoneInfo(facility.time_zone)):
        yield


def remembered(request: HttpRequest, scope: Scope) -> Facility | None:
    """Return the facility last looked at, else the first of this person's."""
    facilities = scope.facilities(EVERYONE)
    code = request.session.get(_REMEMBERED)
    return next((each for each in facilities if each.code == code), facilities[0] if facilities else None)
