"""Who is signed in. Every request reads the session and the person with their postings, by prepared statements."""

from typing import Any

from django.contrib.auth import get_user
from django.contrib.auth.backends import ModelBackend
from django.contrib.sessions.backends import db
from django.contrib.sessions.models import Session
from django.http import HttpRequest
from django.utils import timezone

from compliance.db.prepared_statements import PreparedQuery
from compliance.models import Posting, Staff

_SESSION = PreparedQuery(lambda key: Session.objects.filter(pk=key).values_list("session_data", "expire_date"), str)


class SessionStore(db.SessionStore):
    """Django's database sessions."""

    def load(self) -> dict[str, Any]:
        data, expires_at = _SESSION.first(self.session_key or "") or ("", None)
        if expires_at is None or expires_at <= timezone.now():
            return super().load()  # which forgets its key
        return self.decode(data)


_POSTINGS = PreparedQuery(
    lambda staff: Posting.objects.filter(staff=staff, ended_at=None).order_by("pk"), int, related=("staff", "facility")
)


class StaffBackend(ModelBackend):
    def get_user(self, user_id: int) -> Staff | None:
        """Return the owner of a session if the account is active."""
        postings = _POSTINGS.all(user_id)
        staff = postings[0].staff if postings else Staff.objects.filter(pk=user_id).first()
        if staff is None or not staff.is_active:
            return None
        staff._current_postings = postings
        return staff


def signed_in(request: HttpRequest) -> Staff | None:
    """Return the owner of a request's session, if it is still valid."""
    found = get_user(request)
    if not isinstance(found, Staff):
        return None
    request.user = found  # in place of the lazy proxy, which is slower on every access
    return found
