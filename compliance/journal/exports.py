"""Export the journal."""

from collections.abc import Sequence
from typing import Any

from django.db.models import F, QuerySet, TextField
from django.db.models.functions import Cast

from compliance.api.exports.columns import code, fields_of, mapping, moment, number, text
from compliance.api.exports.endpoint import Export
from compliance.api.exports.expressions import Written
from compliance.api.exports.formats import Row, read
from compliance.models import FeedItem

from .filters import JournalFilters

_COLUMNS = (
    number("id", "The entry's number.", 4711, of="entry_id"),
    code("facility", "The facility's code.", "CHP", of="entry__facility__code"),
    code("stream", "The stream, such as table:CHP-04 or facility:CHP.", "table:CHP-04", of="entry__stream__key"),
    number("sequence", "The number in the stream, without gaps.", 118, of="entry__sequence"),
    code("action", "What was done.", "deck.removed", of="entry__action"),
    code("subject", "The object that changed.", "deck:12", of="entry__subject"),
    code("actor", "The badge of who did it; null for the system.", "CHP-001", optional=True, of="entry__actor__badge"),
    code(
        "signed_by",
        "The badge of the second person, if any.",
        "CHP-014",
        optional=True,
        of="entry__signature__signer__badge",
    ),
    code(
        "signed_as", "The role in which the second person signed.", "dealer", optional=True, of="entry__signature__role"
    ),
    moment(
        "signed_at",
        "When they signed.",
        "2026-03-02T17:00:00Z",
        optional=True,
        of=Written("entry__signature__signed_at"),
    ),
    moment("at", "When it happened.", "2026-03-02T17:00:00Z", of=Written("entry__at")),
    moment("recorded_at", "When it was recorded.", "2026-03-02T17:00:01.250000Z", of=Written("entry__recorded_at")),
    text("cite", "The paragraph that applies; empty if none does.", "MD Ch. 3 §A", of=F("entry__cite")),
    mapping(
        "facts",
        "Details of the change, by name.",
        {"reason": "scheduled", "position": "A"},
        of=Cast("entry__facts", TextField()),
    ),
    code(
        "previous",
        "The hash of the previous entry in the stream; empty for the first.",
        "5feceb66…",
        of=F("entry__previous"),
    ),
    code("hash", "The hash of the entry and `previous`.", "6b86b273…", of=F("entry__hash")),
)


class ExportJournal(Export):
    record, plural, tag = "entry", "journal", "journal"
    says = "Exports all journal entries of your facilities in the order of the feed."
    columns = _COLUMNS
    sums = (number("entries", "The number of entries in the whole export.", 2),)
    filters = JournalFilters.only("stream", "subject", "action", prefix="entry__")

    def things(self) -> QuerySet[Any]:
        return FeedItem.objects.all()

    def lines(self, after: int, until: int) -> Sequence[Row]:
        found = self._between(after, until).order_by("position")
        return [
            ("entry", str(position), *more, read(facts), previous, hash_)
            for position, *more, facts, previous, hash_ in found.values_list("position", *fields_of(_COLUMNS))
        ]

    def sum_up(self, after: int, until: int) -> dict[str, int]:
        return {"entries": self._between(after, until).count()}

    def _between(self, after: int, until: int) -> QuerySet[Any]:
        return self.asked.filter(position__gt=after, position__lte=until)
