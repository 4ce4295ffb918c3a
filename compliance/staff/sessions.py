"""Django's database sessions, read with prepared statements because every request reads one.

Once this process knows the owner of a session, it reads the owner's postings in the same statement.
"""

from functools import lru_cache
from typing import Any

from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.auth.middleware import get_user
from django.contrib.sessions.backends import db
from django.contrib.sessions.models import Session
from django.db.models import Subquery
from django.http import HttpRequest
from django.utils import timezone
from django.utils.crypto import constant_time_compare

from compliance.db.prepared_statements import PreparedQuery, copy_row
from compliance.db.write_batch import build_row
from compliance.models import Posting, Staff

from .backends import StaffBackend, postings_of

MOST_KNOWN = 4096

_BACKEND = f"{StaffBackend.__module__}.{StaffBackend.__name__}"


@lru_cache(maxsize=1024)
def _decoded(session_data: bytes | str) -> dict[str, Any]:
    """Decode session data; cached, so the signature of the same text is checked once."""
    return db.SessionStore().decode(session_data)


_SESSION = PreparedQuery(lambda key: Session.objects.filter(pk=key), str)


def _postings_and_session(staff: int, key: str) -> Any:
    session = Session.objects.filter(pk=key)
    return postings_of(staff).annotate(
        session_data=Subquery(session.values("session_data")), expire_date=Subquery(session.values("expire_date"))
    )


_POSTINGS_AND_SESSION: PreparedQuery[Posting] = PreparedQuery(_postings_and_session, int, str, remembers=MOST_KNOWN)

# The owner of a session when it was last read.
_owners: dict[str, int] = {}


class SessionStore(db.SessionStore):
    """A session. `postings` are those of its owner, read in the same statement."""

    postings: list[Posting] | None = None

    def decode(self, session_data: bytes | str) -> dict[str, Any]:
        return dict(_decoded(session_data))

    def load(self) -> dict[str, Any]:
        found = self._read()
        if found is not None and found.expire_date > timezone.now():
            return self.decode(found.session_data)
        self.postings = None
        return super().load()  # forgets the key

    def _read(self) -> Session | None:
        key = self.session_key or ""
        owner = _owners.get(key)
        if owner is not None:
            self.postings = _POSTINGS_AND_SESSION.all(owner, key)
            if self.postings:
                beside: Any = self.postings[0]
                if beside.session_data is None:
                    return None
                return build_row(
                    Session, session_key=key, session_data=beside.session_data, expire_date=beside.expire_date
                )
        return _SESSION.first(key)


@lru_cache(maxsize=MOST_KNOWN)
def _session_hash(password: str) -> str:
    """Return the session hash of a password hash. A new password ends the sessions."""
    return Staff(password=password).get_session_auth_hash()


def signed_in(request: HttpRequest) -> Staff | None:
    """Return the owner of a request's session, if it is still valid, like Django but without another query."""
    session = request.session
    owner, known = session.get(SESSION_KEY), getattr(session, "postings", None)
    if known and str(known[0].staff_id) == owner and session.get(BACKEND_SESSION_KEY) == _BACKEND:
        staff: Staff = copy_row(known[0].staff)
        hashed = session.get(HASH_SESSION_KEY)
        if staff.is_active and hashed and constant_time_compare(hashed, _session_hash(staff.password)):
            staff._current_postings = known
            request.user = staff
            return staff
    found = get_user(request)
    if not isinstance(found, Staff):
        return None
    if len(_owners) > MOST_KNOWN:
        _owners.clear()
    _owners[session.session_key or ""] = found.pk
    return found
