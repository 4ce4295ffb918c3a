"""The journal in the API."""

from typing import Any

from django.db.models import QuerySet

from ..models import Entry
from ..serializers import EntrySerializer
from .filters import OfFacility, Text
from .lists import Listing
from .schema import Description


class Journal(Listing):
    row = EntrySerializer
    order = "-pk"
    filters = (
        OfFacility(),
        Text("stream", "Of one stream, such as table:CHP-04.", "stream__key"),
        Text("subject", "What happened to one thing, such as deck:12 or staff:CHP-001."),
        Text("action", "One kind of change, such as deck.removed."),
    )

    def description(self) -> Description:
        return self.described("journal_list", "journal", "Every change at your facilities, the newest first.")

    def things(self) -> QuerySet[Any]:
        related = ("facility", "stream", "actor", "signature__signer")
        return self.scope.visible(Entry.objects.select_related(*related))
