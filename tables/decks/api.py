"""The deck resource of the API."""

from typing import Any

from django.db.models import QuerySet

from compliance.api.lists.updated_since import Since, by_own_entries
from compliance.api.resources import Resource
from tables.models import Deck

from .filters import DeckFilters
from .serializers import DeckDetailSerializer, DeckSerializer


def _at_tables(since: Since) -> QuerySet[Any]:
    """Include decks at tables with new entries: these can change a deck's next step or undo its verification."""
    return Deck.objects.filter(state__in=Deck.AT_TABLE, table__code__in=since.tables()).values_list("pk")


DECKS = Resource(
    "deck",
    DeckSerializer,
    DeckDetailSerializer,
    says="Decks, from receipt to destruction.",
    key="The deck's number.",
    changed=(by_own_entries("deck"), _at_tables),
    filters=DeckFilters,
)
