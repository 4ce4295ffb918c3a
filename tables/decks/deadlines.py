"""Deck clocks: when a deck in play must be changed."""

from datetime import datetime

from games.engine.questions import deck_change_interval
from games.engine.rulebook import Rulebook
from games.engine.rulebook.base import Method
from tables.models import Deck


def start(deck: Deck, book: Rulebook, method: Method, at: datetime) -> None:
    """Start the clock of a deck that goes into play."""
    interval = deck_change_interval(book, method)
    deck.in_play_at = at
    deck.change_due_at = at + interval.value
    deck.change_cite = interval.cite


def tighten(deck: Deck, book: Rulebook, method: Method, at: datetime) -> bool:
    """Apply a stricter interval to a deck in play when the method changes; return whether it is now due sooner.

    The interval counts from when the deck went into play, but the deck is never due before the change itself.
    Returning to a method with a longer interval does not extend the deadline.
    """
    assert deck.in_play_at is not None
    assert deck.change_due_at is not None
    interval = deck_change_interval(book, method)
    due = max(deck.in_play_at + interval.value, at)
    if due >= deck.change_due_at:
        return False
    deck.change_due_at, deck.change_cite = due, interval.cite
    return True
