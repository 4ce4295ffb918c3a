"""Tablets: a device gets a signed cookie when a member of staff signs in on it.

Failed attempts are counted per badge and tablet (lockout.py), so guesses on other devices do not lock out the floor.
"""

from secrets import token_hex

from django.conf import settings
from django.http import HttpRequest, HttpResponse

COOKIE = "tablet"
# Not a module: tablets carry cookies signed with it.
_SALT = "compliance.tablets"
_TEN_YEARS_S = 10 * 365 * 24 * 60 * 60


def tablet_of(request: HttpRequest) -> str:
    """Return the tablet's name, or "" for a device on which nobody has signed in."""
    return request.get_signed_cookie(COOKIE, default="", salt=_SALT) or ""


def maker_of(tablet: str) -> str:
    """Return the badge of the person who first signed in on a tablet."""
    return tablet.partition(".")[2]


def remember(request: HttpRequest, response: HttpResponse, badge: str) -> None:
    """Set the tablet cookie, with the badge of the person who signed in first."""
    response.set_signed_cookie(
        COOKIE,
        tablet_of(request) or f"{token_hex(6)}.{badge}",
        salt=_SALT,
        max_age=_TEN_YEARS_S,
        httponly=True,
        samesite="Lax",
        secure=settings.SESSION_COOKIE_SECURE,
    )
