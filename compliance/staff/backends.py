"""Who is signed in: the person and their postings, read with one prepared statement, as every request needs both."""

from django.contrib.auth import get_user
from django.contrib.auth.backends import ModelBackend
from django.db.models import QuerySet
from django.http import HttpRequest

from compliance.db.prepared_statements import PreparedQuery
from compliance.models import Posting, Staff


def _postings_of(staff: int) -> QuerySet[Posting]:
    """Return the current postings with the person, without rarely used timestamps."""
    found = Posting.objects.filter(staff=staff, ended_at=None).select_related("staff", "facility").order_by("pk")
    return found.defer("started_at", "staff__created_at", "staff__last_login", "facility__created_at")


_POSTINGS = PreparedQuery(_postings_of, int)


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
