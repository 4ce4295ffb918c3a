"""Staff and the journal in the API."""

from typing import Any

from django.db.models import QuerySet

from ..models import Entry
from ..serializers import EntrySerializer, StaffDetailSerializer, StaffSerializer
from .endpoints import Listing
from .filters import Flag, OfFacility, Text
from .readings import Reading, register
from .schema import Description

register(
    Reading(
        "staff",
        StaffSerializer,
        StaffDetailSerializer,
        says="Members of staff whose accounts your facilities keep, by badge.",
        key="The badge.",
        name_of_list="staff-list",
        order="badge",
        fetch=lambda people, at: people.prefetch_related("postings__facility"),
        filters=(OfFacility(), Flag("active", "Whether the account is enabled.", "is_active")),
    )
)


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
