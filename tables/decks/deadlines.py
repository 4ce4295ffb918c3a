"""Deck clocks: when a deck in play must be changed."""

from datetime import datetime

from games.engine.questions import deck_change_interval
from games.engine.rulebook import Rulebook
from games.engine.rulebook.base import Method
from tables.models import Deck


def start(deck: Deck, book: Rulebook, method: Method, at: datetime) -> None:
    """Start the clock of a deck that comes into play."""
    interval = deck_change_interval(book, method)
    deck.in_play_at = at
    deck.change_due_at = at + interval.value
    deck.change_cite = interval.cite


def tighten(deck: Deck, book: Rulebook, method: Method, at: datetime) -> bool:
    """Hold a deck in play to the stricter rule from the moment the method changes; tell whether that is sooner.

    The stricter interval counts from when the deck came into play, but nothing is due before there was a rule for it.
    Going back to a method with more time gives none back.
    """
    assert deck.in_play_at is not None
    assert deck.change_due_at is not None
    interval = deck_change_interval(book, method)
    due = max(deck.in_play_at + interval.value, at)
    if due >= deck.change_due_at:
        return False
    deck.change_due_at, deck.change_cite = due, interval.cite
    return True
