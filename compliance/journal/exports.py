"""Export the journal."""

from collections.abc import Sequence
from typing import Any

from django.db.models import F, QuerySet, TextField
from django.db.models.functions import Cast

from compliance.api.exports.columns import ColumnType, ExportColumn
from compliance.api.exports.endpoint import Export
from compliance.api.exports.expressions import Written
from compliance.api.exports.formats import Row, read
from compliance.models import FeedItem

from .filters import JournalFilters

_COLUMNS = (
    ExportColumn("id", ColumnType.NUMBER, "The entry's number.", 4711),
    ExportColumn("facility", ColumnType.CODE, "The facility's code.", "CHP"),
    ExportColumn("stream", ColumnType.CODE, "The stream, such as table:CHP-04 or facility:CHP.", "table:CHP-04"),
    ExportColumn("sequence", ColumnType.NUMBER, "The number in the stream, without gaps.", 118),
    ExportColumn("action", ColumnType.CODE, "What was done.", "deck.removed"),
    ExportColumn("subject", ColumnType.CODE, "The object that changed.", "deck:12"),
    ExportColumn("actor", ColumnType.CODE, "The badge of who did it; null for the system.", "CHP-001", optional=True),
    ExportColumn("signed_by", ColumnType.CODE, "The badge of the second person, if any.", "CHP-014", optional=True),
    ExportColumn("signed_as", ColumnType.CODE, "The role in which the second person signed.", "dealer", optional=True),
    ExportColumn("signed_at", ColumnType.MOMENT, "When they signed.", "2026-03-02T17:00:00Z", optional=True),
    ExportColumn("at", ColumnType.MOMENT, "When it happened.", "2026-03-02T17:00:00Z"),
    ExportColumn("recorded_at", ColumnType.MOMENT, "When it was recorded.", "2026-03-02T17:00:01.250000Z"),
    ExportColumn("cite", ColumnType.TEXT, "The paragraph that applies; empty if none does.", "MD Ch. 3 §A"),
    ExportColumn(
        "facts", ColumnType.OBJECT, "Details of the change, by name.", {"reason": "scheduled", "position": "A"}
    ),
    ExportColumn(
        "previous", ColumnType.CODE, "The hash of the previous entry in the stream; empty for the first.", "5feceb66…"
    ),
    ExportColumn("hash", ColumnType.CODE, "The hash of the entry and `previous`.", "6b86b273…"),
)
_FIELDS = (
    "position",
    "entry_id",
    "entry__facility__code",
    "entry__stream__key",
    "entry__sequence",
    "entry__action",
    "entry__subject",
    "entry__actor__badge",
    "entry__signature__signer__badge",
    "entry__signature__role",
    Written("entry__signature__signed_at"),
    Written("entry__at"),
    Written("entry__recorded_at"),
    F("entry__cite"),
    Cast("entry__facts", TextField()),
    F("entry__previous"),
    F("entry__hash"),
)


class ExportJournal(Export):
    record, plural, tag = "entry", "journal", "journal"
    says = "Exports all journal entries of your facilities in the order of the feed."
    columns = _COLUMNS
    sums = (ExportColumn("entries", ColumnType.NUMBER, "The number of entries in the whole export.", 2),)
    filters = JournalFilters.only("stream", "subject", "action", prefix="entry__")

    def things(self) -> QuerySet[Any]:
        return FeedItem.objects.all()

    def lines(self, after: int, until: int) -> Sequence[Row]:
        found = self._between(after, until).order_by("position")
        return [
            ("entry", str(position), *more, read(facts), previous, hash_)
            for position, *more, facts, previous, hash_ in found.values_list(*_FIELDS)
        ]

    def sum_up(self, after: int, until: int) -> dict[str, int]:
        return {"entries": self._between(after, until).count()}

    def _between(self, after: int, until: int) -> QuerySet[Any]:
        return self.asked.filter(position__gt=after, position__lte=until)
