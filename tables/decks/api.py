"""The deck resource of the API."""

from typing import Any

from django.db.models import QuerySet

from compliance.api.lists.filters import ChoiceFilter, FacilityFilter, Filters, ReferenceFilter, TextFilter
from compliance.api.lists.updated_since import Since, by_own_entries
from compliance.api.resources import Resource, register
from tables.models import Deck

from .serializers import DeckDetailSerializer, DeckSerializer


def _at_tables(since: Since) -> QuerySet[Any]:
    """Include decks at tables with new entries: these can change a deck's next step or undo its verification."""
    return Deck.objects.filter(state__in=Deck.AT_TABLE, table__code__in=since.tables()).values_list("pk")


class DeckFilters(Filters):
    facility = FacilityFilter()
    pit = ReferenceFilter("pit", "A pit's number: decks in its reserve, or drawn from it.", example=3)
    table = ReferenceFilter("table", "Code of the deck's current or last table.", example="CHP-04")
    state = ChoiceFilter("Only decks in this state.", Deck.State.values, example=Deck.State.IN_PLAY.value)
    serial = TextFilter("Only the deck with this serial number.", example="D0412")


register(
    Resource(
        "deck",
        DeckSerializer,
        DeckDetailSerializer,
        says="Decks, from receipt to destruction.",
        key="The deck's number.",
        name_of_list="decks",
        changed=(by_own_entries("deck"), _at_tables),
        filters=DeckFilters,
    )
)
