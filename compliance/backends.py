"""Who is signed in: read with where they work, in one statement that is made once, for every request asks both."""

from django.contrib.auth.backends import ModelBackend

from .models import Posting, Staff
from .prepared import Prepared

_POSTINGS = Prepared(
    lambda pk: Posting.objects.filter(staff=pk, ended_at=None).select_related("staff", "facility").order_by("pk"), int
)


class StaffBackend(ModelBackend):
    def get_user(self, user_id: int) -> Staff | None:
        """Return who a session belongs to, if the account is active."""
        postings = _POSTINGS.all(user_id)
        staff = postings[0].staff if postings else Staff.objects.filter(pk=user_id).first()
        if staff is None or not staff.is_active:
            return None
        staff._current_postings = postings
        return staff
