"""Tablets: a device gets a signed cookie when a member of staff signs in on it.

The cookie has the tablet's name, with the badge of the person who set it up, and the badges that have signed in there.
Failed attempts are counted per badge and tablet (limits.py), so guesses on other devices do not lock out the floor.
"""

from secrets import token_hex

from django.conf import settings
from django.http import HttpRequest, HttpResponse

COOKIE = "tablet"
# Not a module: tablets carry cookies signed with it.
_SALT = "compliance.tablets"
_TEN_YEARS_S = 10 * 365 * 24 * 60 * 60
# So many fit into a cookie; those who have not signed in for the longest are dropped.
_MOST_PEOPLE = 60


def _parts(request: HttpRequest) -> list[str]:
    value: str = request.get_signed_cookie(COOKIE, default="", salt=_SALT) or ""
    return value.split(".") if value else []


def tablet_of(request: HttpRequest) -> str:
    """Return the tablet's name, or "" for a device on which nobody has signed in."""
    return ".".join(_parts(request)[:2])


def maker_of(tablet: str) -> str:
    """Return the badge of the person who first signed in on a tablet."""
    return tablet.partition(".")[2]


def has_signed_in(request: HttpRequest, badge: str) -> bool:
    """Tell whether a person has signed in on this tablet before."""
    return badge in _parts(request)[1:]


def remember(request: HttpRequest, response: HttpResponse, badge: str) -> None:
    """Set the tablet cookie, with the badge of the person who signed in."""
    name, maker, *people = _parts(request) or [token_hex(6), badge]
    people = [*(each for each in people if each != badge), badge][-_MOST_PEOPLE:]
    response.set_signed_cookie(
        COOKIE,
        ".".join([name, maker, *people]),
        salt=_SALT,
        max_age=_TEN_YEARS_S,
        httponly=True,
        samesite="Lax",
        secure=settings.SESSION_COOKIE_SECURE,
    )
