"""Django's database sessions, read with a prepared statement, because every request reads one."""

from typing import Any

from django.contrib.sessions.backends import db
from django.contrib.sessions.models import Session
from django.utils import timezone

from compliance.db.prepared_statements import PreparedQuery

_SESSION = PreparedQuery(lambda key: Session.objects.filter(pk=key), str)


class SessionStore(db.SessionStore):
    def load(self) -> dict[str, Any]:
        found = _SESSION.first(self.session_key or "")
        if found is None or found.expire_date <= timezone.now():
            return super().load()  # which forgets its key
        return self.decode(found.session_data)
