"""Authenticate API requests: people use a session, programs use an API key.

casino/access.py checks both before the request reaches an endpoint. Here only the CSRF token of a session is checked.
"""

from typing import Any, NamedTuple, cast

from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from rest_framework.authentication import SessionAuthentication
from rest_framework.exceptions import PermissionDenied
from rest_framework.request import Request

from compliance.api_keys.services import digest_of, note_use
from compliance.db.prepared_statements import PreparedQuery

from ..models import Facility, Key, KeyGrant
from ..web.requests import FloorRequest, client_address
from .errors import ApiRefusal, problem, problem_response


class Caller(SessionAuthentication):
    """The authenticated caller. A write in a session needs the CSRF token, as on a page. A key does not."""

    def authenticate(self, request: Request) -> tuple[Any, Any] | None:
        if has_key(request):
            return cast(FloorRequest, request).scope.staff, None
        return super().authenticate(request)

    def enforce_csrf(self, request: Request) -> None:
        try:
            super().enforce_csrf(request)
        except PermissionDenied:
            raise ApiRefusal("csrf_failed") from None


def has_key(request: HttpRequest | Request) -> bool:
    """Tell whether a request has an API key, which was checked before."""
    return "HTTP_AUTHORIZATION" in request.META


class KeyAccess(NamedTuple):
    """A valid API key and the facilities that it gives access to."""

    key: Key
    opened: list[Facility]


_GRANTS = PreparedQuery(
    lambda digest: KeyGrant.objects.filter(key__digest=digest, ended_at=None).order_by("facility__code"),
    str,
    related=("key", "key__account", "key__facility", "facility"),
)


def key_access(request: HttpRequest) -> KeyAccess | HttpResponse:
    """Return the API key of a request, or the 401 response that explains why it is not valid."""
    kind, _, token = request.META["HTTP_AUTHORIZATION"].partition(" ")
    if kind.lower() != "bearer" or not token.strip():
        return unauthorized("key_malformed", "Send the API key as `Authorization: Bearer cck_…`.")
    digest, at = digest_of(token.strip()), timezone.now()
    grants = _GRANTS.all(digest)
    key = grants[0].key if grants else Key.objects.select_related("account", "facility").filter(digest=digest).first()
    if key is None:
        return unauthorized("key_unknown", "This API key does not exist. Ask an administrator for one.")
    state = key.state_at(at)
    if state != "current":
        return unauthorized(f"key_{state}", f"This API key is {state}. Ask an administrator for a new one.")
    note_use(key, address=client_address(request), at=at)
    key.account._current_postings = []
    return KeyAccess(key, [grant.facility for grant in grants])


def unauthorized(code: str, detail: str) -> HttpResponse:
    return problem_response(problem(401, code, detail), {"WWW-Authenticate": 'Bearer realm="api"'})
