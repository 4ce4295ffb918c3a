"""Tablets: a device on which a member of staff has signed in carries a signed cookie from then on.

Failed attempts are counted per badge and tablet (attempts.py), so that guessing elsewhere locks out nobody here.
"""

from secrets import token_hex

from django.conf import settings
from django.http import HttpRequest, HttpResponse

COOKIE = "tablet"
_SALT = "compliance.staff.tablets"
_TEN_YEARS_S = 10 * 365 * 24 * 60 * 60


def tablet_of(request: HttpRequest) -> str:
    """Return the tablet's name, or nothing for a device on which nobody has signed in yet."""
    return request.get_signed_cookie(COOKIE, default="", salt=_SALT) or ""


def maker_of(tablet: str) -> str:
    """Return the badge of who signed in on a tablet first, by which it became one."""
    return tablet.partition(".")[2]


def remember(request: HttpRequest, response: HttpResponse, badge: str) -> None:
    """Know this device from now on, and who made it known."""
    response.set_signed_cookie(
        COOKIE,
        tablet_of(request) or f"{token_hex(6)}.{badge}",
        salt=_SALT,
        max_age=_TEN_YEARS_S,
        httponly=True,
        samesite="Lax",
        secure=settings.SESSION_COOKIE_SECURE,
    )
