"""Filters of decks."""

from compliance.filters import ChoiceFilter, Filters, ReferenceFilter, TextFilter
from tables.models import Deck


class DeckFilters(Filters):
    pit = ReferenceFilter("pit", "A pit's number: decks in its reserve, or drawn from it.", hidden=True, example=3)
    table = ReferenceFilter("table", "Code of the deck's current or last table.", example="CHP-04")
    state = ChoiceFilter("Only decks in this state.", Deck.State.choices, example=Deck.State.IN_PLAY.value)
    serial = TextFilter("Only the deck with this serial number.", example="D0412")
