"""The export of alerts. Each alert is at the feed position where it was first raised, as of the end of the export.

An alert's row changes while people work on it; its journal entries never do. The export rebuilds each alert from its
entries, so the same range of the feed always gives the same lines.
"""

from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from typing import Any, NamedTuple

from django.db.models import QuerySet, TextField
from django.db.models.functions import Cast

from compliance.api.exports.columns import code, fields_of, moment, number, text
from compliance.api.exports.endpoint import Export
from compliance.api.exports.expressions import Among, Written
from compliance.api.exports.formats import Row, read
from compliance.api.exports.selections import feed_items, has_entry, positions, subject_keys
from compliance.models import Alert, Entry, Severity
from compliance.staff.roles import Role

from .filters import AlertFilters

# Actions that raise an alert. Their facts hold its text, severity and level.
RINGS = ("alert.opened", "alert.raised", "alert.reopened")
# Actions after which an alert is unacknowledged.
_GIVEN_BACK = (*RINGS, "alert.escalated", "alert.assigned", "alert.snoozed")

_OF_ALERT = (
    number("id", "The alert's number.", 77, of="pk"),
    code("facility", "The facility's code.", "CHP", of="facility__code"),
    code("check", "The check that found it.", "deck_change", of="check_name"),
    code("subject", "The subject, as in the journal.", "deck:12"),
    code("occurrence", "The occurrence; unique with check and subject.", "table:CHP-04/118"),
    code("table", "The table's code; null for an alert of the facility.", "CHP-04", optional=True, of="place"),
    moment("since", "When the cause began.", "2026-03-02T17:00:00Z", of=Written("since")),
    moment("opened_at", "When the alert was opened.", "2026-03-02T17:00:05Z", of=Written("opened_at")),
)
# The columns of `AlertState`.
_OF_STATE = (
    code("severity", "The severity.", "due", words=tuple(each.name.lower() for each in Severity)),
    text("text", "What happened, in one line.", "Deck A is due to be changed."),
    text("cite", "The paragraph cited; empty if there is none.", "MD Ch. 3 §A"),
    moment("due_at", "When it is due; null if there is no time.", "2026-03-02T21:00:00Z", optional=True),
    moment("raised_at", "When it was last opened, reopened or made more severe.", "2026-03-02T17:00:05Z"),
    code("level", "The role that the alert is at now.", "pit_boss", words=tuple(str(each.value) for each in Role)),
    moment("acknowledged_at", "When it was acknowledged; null if it is not.", "2026-03-02T17:01:00Z", optional=True),
    code("acknowledged_by", "Badge of who acknowledged it.", "CHP-001", optional=True),
    moment("closed_at", "When it was closed; null while it is open.", "2026-03-02T17:09:00Z", optional=True),
    code("closed_by", "Badge of the person who closed it; null if it closed automatically.", "CHP-002", optional=True),
    text("reason", "That person's note.", "The deck was changed at 17:08.", optional=True),
)


class AlertState(NamedTuple):
    """The state of an alert at a feed position: where it was first raised, and the columns of its line."""

    rang: int = 0
    severity: str = ""
    text: str = ""
    cite: str = ""
    due_at: str | None = None
    raised_at: str | None = None
    level: str = ""
    acknowledged_at: str | None = None
    acknowledged_by: str | None = None
    closed_at: str | None = None
    closed_by: str | None = None
    reason: str | None = None

    def after(
        self, position: int, action: str, at: str, by: str | None, cite: str, facts: dict[str, Any]
    ) -> "AlertState":
        """Return the state after a journal entry."""
        found = self
        if action in RINGS:
            rang = found.rang or position
            found = found._replace(rang=rang, raised_at=at, cite=cite, closed_at=None, closed_by=None, reason=None)
        if action in _GIVEN_BACK:
            found = found._replace(acknowledged_at=None, acknowledged_by=None)
        if "severity" in facts:  # the entry then also has text and due_at
            due = facts.get("due_at")
            found = found._replace(
                severity=facts["severity"], text=facts["text"], due_at=_written(due) if due else None
            )
        if "level" in facts:
            found = found._replace(level=facts["level"])
        if action == "alert.acknowledged":
            return found._replace(acknowledged_at=at, acknowledged_by=by)
        if action in ("alert.closed", "alert.resolved"):
            return found._replace(closed_at=at, closed_by=by, reason=facts.get("reason"))
        return found


def _written(moment: str) -> str:
    """Return a journal timestamp in the API's format."""
    return datetime.fromisoformat(moment).astimezone(UTC).isoformat().replace("+00:00", "Z")


class ExportAlerts(Export):
    record, plural, tag = "alert", "alerts", "alerts"
    says = (
        "Every alert of your facilities, ordered by when it was first raised, as of the end of the export. "
        "Notices are not exported; the list of alerts has them."
    )
    columns = (*_OF_ALERT, *_OF_STATE)
    sums = (number("alerts", "The number of alerts in the whole export.", 2),)
    filters = AlertFilters.only("check", "table")

    def things(self) -> QuerySet[Any]:
        return Alert.objects.all()

    def lines(self, after: int, until: int) -> Sequence[Row]:
        rang = positions(feed_items(self.facilities, after, until, RINGS))
        standing = self._standing(rang)
        first = [key for key, alert in standing.items() if alert.rang > after]
        rows = self.asked.filter(Among(first)).values_list(*fields_of(_OF_ALERT))
        return [
            ("alert", str(rang[pk]), pk, *more, place or None, since, opened_at, *standing[pk][1:])
            for pk, *more, place, since, opened_at in sorted(rows, key=lambda row: rang[row[0]])
        ]

    def _standing(self, alerts: Iterable[int]) -> dict[int, AlertState]:
        """Return the state of each alert at the end of the export."""
        by_subject = {f"alert:{key}": AlertState() for key in alerts}
        entries = Entry.objects.filter(subject__in=by_subject, feed__position__lte=self.span.until)
        rows = entries.order_by("feed__position").values_list(
            "subject", "feed__position", "action", Written("at"), "actor__badge", "cite", Cast("facts", TextField())
        )
        for subject, position, action, at, by, cite, facts in rows:
            by_subject[subject] = by_subject[subject].after(position, action, at, by, cite, read(facts))
        return {int(subject.partition(":")[2]): standing for subject, standing in by_subject.items()}

    def sum_up(self, after: int, until: int) -> dict[str, int]:
        rang = subject_keys(feed_items(self.facilities, after, until, RINGS), "alert", RINGS)
        rang_before = has_entry("alert", RINGS, after)
        return {"alerts": self.asked.filter(pk__in=rang).exclude(rang_before).count()}
