"""The deck resource of the API."""

from typing import Any

from django.db.models import QuerySet

from compliance.api.lists.filters import Choice, Filters, OfFacility, Reference, Text
from compliance.api.lists.updated_since import Since, of_itself
from compliance.api.resources import Reading, register
from tables.models import Deck

from .serializers import DeckDetailSerializer, DeckSerializer


def _at_tables(since: Since) -> QuerySet[Any]:
    """What happens at a table may change what comes next for the decks there, and takes a verified one back."""
    return Deck.objects.filter(state__in=Deck.AT_TABLE, table__code__in=since.tables()).values_list("pk")


class DeckFilters(Filters):
    facility = OfFacility()
    pit = Reference("pit", "The number of a pit: in its reserve, or drawn from it.", example=3)
    table = Reference("table", "The code of the table where it is, or was last.", example="CHP-04")
    state = Choice("In this state.", Deck.State.values, example=Deck.State.IN_PLAY.value)
    serial = Text("With this serial number.", example="D0412")


register(
    Reading(
        "deck",
        DeckSerializer,
        DeckDetailSerializer,
        says="Decks, from the supplier to the shredder.",
        key="The deck's number.",
        name_of_list="decks",
        changed=(of_itself("deck"), _at_tables),
        filters=DeckFilters,
    )
)
