"""Sessions in the database, as Django keeps them, read by a statement that is made once: every request reads one."""

from functools import lru_cache
from typing import Any

from django.contrib.sessions.backends import db
from django.contrib.sessions.models import Session
from django.utils import timezone

from .prepared import Prepared


@lru_cache(maxsize=1024)
def _decoded(session_data: bytes | str) -> dict[str, Any]:
    """Return what signed text says; the same text says the same, so its signature is looked at once."""
    return db.SessionStore().decode(session_data)


_SESSION = Prepared(lambda key: Session.objects.filter(pk=key), str)


class SessionStore(db.SessionStore):
    def decode(self, session_data: bytes | str) -> dict[str, Any]:
        return dict(_decoded(session_data))

    def _get_session_from_db(self) -> Session | None:
        found = _SESSION.first(self.session_key) if self.session_key else None
        if found is None or found.expire_date <= timezone.now():
            self._session_key = None
            return None
        return found
