"""The journal, exported."""

from collections.abc import Sequence
from typing import Any

from django.db.models import F, QuerySet, TextField
from django.db.models.functions import Cast

from compliance.api.exports.columns import ColumnType, ExportColumn
from compliance.api.exports.endpoint import Export
from compliance.api.exports.expressions import Written
from compliance.api.exports.formats import Row, read
from compliance.api.lists.filters import FacilityFilter, Filters, TextFilter
from compliance.models import FeedItem

_COLUMNS = (
    ExportColumn("id", ColumnType.NUMBER, "The entry's number.", 4711),
    ExportColumn("facility", ColumnType.CODE, "The facility's code.", "CHP"),
    ExportColumn("stream", ColumnType.CODE, "Such as table:CHP-04 or facility:CHP.", "table:CHP-04"),
    ExportColumn("sequence", ColumnType.NUMBER, "Its place in the stream, without gaps.", 118),
    ExportColumn("action", ColumnType.CODE, "What was done.", "deck.removed"),
    ExportColumn("subject", ColumnType.CODE, "To what it was done.", "deck:12"),
    ExportColumn(
        "actor", ColumnType.CODE, "Badge of who did it; null for what happened by the clock.", "CHP-001", optional=True
    ),
    ExportColumn(
        "signed_by", ColumnType.CODE, "Badge of the second person who signed, if one did.", "CHP-014", optional=True
    ),
    ExportColumn("signed_as", ColumnType.CODE, "The role in which that person signed.", "dealer", optional=True),
    ExportColumn("signed_at", ColumnType.MOMENT, "When.", "2026-03-02T17:00:00Z", optional=True),
    ExportColumn("at", ColumnType.MOMENT, "When it happened.", "2026-03-02T17:00:00Z"),
    ExportColumn("recorded_at", ColumnType.MOMENT, "When it was written down.", "2026-03-02T17:00:01.250000Z"),
    ExportColumn("cite", ColumnType.TEXT, "The paragraph behind it; empty if there is none.", "MD Ch. 3 §A"),
    ExportColumn(
        "facts", ColumnType.OBJECT, "What else there is to say, by name.", {"reason": "scheduled", "position": "A"}
    ),
    ExportColumn(
        "previous", ColumnType.CODE, "The hash of the entry before it in the stream; empty for the first.", "5feceb66…"
    ),
    ExportColumn("hash", ColumnType.CODE, "The hash of its content and of `previous`.", "6b86b273…"),
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


class _Filters(Filters):
    facility = FacilityFilter()
    stream = TextFilter("Of one stream, such as table:CHP-04.", "entry__stream__key", example="table:CHP-04")
    subject = TextFilter("What happened to one thing, such as staff:CHP-001.", "entry__subject", example="deck:12")
    action = TextFilter("One kind of change.", "entry__action", example="deck.removed")


class ExportJournal(Export):
    record, plural, tag = "entry", "journal", "journal"
    says = "Every entry of the journal at your facilities, in the order of the feed."
    columns = _COLUMNS
    sums = (ExportColumn("entries", ColumnType.NUMBER, "How many entries the whole export has.", 2),)
    filters = _Filters

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
