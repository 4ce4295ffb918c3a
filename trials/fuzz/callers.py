"""Define the callers: signed in like a browser, or with an API key. They sign in again after a lockout."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from trials.chaos.client import LostError, Reply, Session
from trials.chaos.floor import PASSWORD

from .floor import Who

if TYPE_CHECKING:
    from compliance.staff.scope import Scope

ROOT = "/api/v1/"


class Caller:
    """Send requests to the running server as one person or program."""

    def __init__(self, who: Who, port: int) -> None:
        self.who, self.port = who, port
        self.session = Session(port)
        self._sign_in()  # not let_in(): the account is untouched, and checking that takes a slow hash

    @property
    def name(self) -> str:
        return self.who.name

    @property
    def headers(self) -> dict[str, str]:
        if self.who.token:
            return {"Authorization": f"Bearer {self.who.token}"}
        return {"X-CSRFToken": self.session.cookies["csrftoken"]}

    @property
    def cookies(self) -> dict[str, str]:
        return dict(self.session.cookies)

    def let_in(self) -> None:
        """Sign in again, whatever was done to the account; an API key needs no sign-in."""
        if not self.who.token:
            self._mend()
            self._sign_in()

    def _sign_in(self) -> None:
        if not self.who.token:
            self.session = Session(self.port)
            self.session.sign_in(self.who.badge, PASSWORD)

    def get(self, path: str) -> Reply:
        headers: dict[str, Any] = {name.replace("-", "_"): value for name, value in self.headers.items()}
        try:
            return self.session.ask("GET", path, **headers)
        except LostError:  # the connection was idle for too long
            return self.session.ask("GET", path, **headers)

    def etag_of(self, path: str) -> str:
        """Return the ETag of a resource, or an empty string if it cannot be read."""
        from compliance.api.conditional import etag_of

        reply = self.get(path)
        return etag_of(reply.body) if reply.status == 200 else ""

    def _mend(self) -> None:
        """Undo what someone may have done to the caller's account."""
        from compliance.models import Attempt, Staff

        staff = Staff.objects.get(badge=self.who.badge)
        Attempt.objects.all().delete()
        staff.is_active = True
        if not staff.check_password(PASSWORD):
            staff.set_password(PASSWORD)
        staff.password_set_by = staff.pin_set_by = None
        staff.save()

    def scope(self, name: str) -> Scope:
        """Return the caller's scope for the URL name."""
        from casino.access import SIGNED_IN, AccessTable
        from compliance.api_keys.services import digest_of
        from compliance.models import Key, Staff
        from compliance.staff.roles import EVERYONE
        from compliance.staff.scope import KeyScope, Scope

        access: Any = AccessTable()
        if self.who.token:
            key = Key.objects.get(digest=digest_of(self.who.token))
            return KeyScope(key, [grant.facility for grant in key.grants.filter(ended_at=None)], access)
        roles = EVERYONE if name in SIGNED_IN else access.roles(name)
        return Scope(Staff.objects.get(badge=self.who.badge), roles, access)
