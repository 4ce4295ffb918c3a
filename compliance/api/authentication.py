"""Who calls: people, with the session of a browser or script that signed in. Keys of programs belong beside it."""

from rest_framework.authentication import SessionAuthentication
from rest_framework.exceptions import PermissionDenied
from rest_framework.request import Request

from .problems import CsrfFailed


class Session(SessionAuthentication):
    """The session of someone who signed in. What changes something needs the CSRF token, as on a page."""

    def enforce_csrf(self, request: Request) -> None:
        try:
            super().enforce_csrf(request)
        except PermissionDenied:
            raise CsrfFailed from None
