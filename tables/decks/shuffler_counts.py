"""A counting shuffler shows a wrong number of cards: the deck leaves play at once."""

from datetime import datetime

from django.db import transaction

from compliance.errors import RuleViolation
from compliance.models import Staff
from games.engine import questions
from tables.devices.dealing_method import dealing_method_at
from tables.models import Deck

from .changes import offer_of, pull_deck, with_table
from .services import expect_state

# States in which a deck at a table is shuffled.
SHUFFLED = (Deck.State.IN_PLAY, Deck.State.VERIFIED)


def counts_cards(deck: Deck) -> bool:
    """Tell whether a counting shuffler shuffles this deck."""
    return deck.table is not None and deck.state in SHUFFLED and dealing_method_at(deck.table).shuffler == "counting"


@transaction.atomic
def pull_after_shuffle(deck: Deck, *, shown: int, by: Staff, at: datetime) -> Deck:
    """Take a deck out of play because the shuffler showed this number of cards; it is sealed and signed later."""
    table, (deck,) = with_table(deck)
    expect_state(deck, *SHUFFLED)
    book = offer_of(table, at).book
    rule = questions.wrong_shuffler_count(book)
    if dealing_method_at(table).shuffler != "counting":
        raise RuleViolation(
            "no_counting_shuffler",
            f"{table} has no shuffler that counts the cards.",
            rule.cite,
            remedy="table.place-device",
            remedy_on=table,
        )
    if shown == book.deck.cards:
        raise RuleViolation("deck_is_whole", f"{shown} cards are the whole deck. It stays at the table.", rule.cite)
    assert rule.value == "deck_removed"  # the only consequence that a rulebook can state
    return pull_deck(table, deck, cite=rule.cite, by=by, at=at, reason=Deck.Reason.SHUFFLER_COUNT, shown=shown)
