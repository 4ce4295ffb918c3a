"""The steps of an opening: what each deck needs, what is done, and what comes next."""

from datetime import datetime
from typing import NamedTuple

from tables.decks.changes import decks_at
from tables.devices.dealing_method import dealing_method_at
from tables.models import Deck, DeckStep, Table

from .sequence import Step, opening_of, progress


class StepOfDeck(NamedTuple):
    """A step that a deck needs, with its record if it is done."""

    deck: Deck
    step: Step
    done: DeckStep | None
    is_next: bool


def opening_steps(table: Table, at: datetime) -> list[StepOfDeck] | None:
    """Return the steps of the opening in progress; None if there is no opening or no offer."""
    opening, offer = opening_of(table), table.offer_at(at)
    if table.state != Table.State.OPENING or opening is None or offer is None:
        return None
    found = []
    for deck in decks_at(table):
        if deck.state == Deck.State.PULLED:
            continue  # it has no steps left but to leave
        far = progress(opening, deck, offer.book, dealing_method_at(table))
        found += [StepOfDeck(deck, step, far.done.get(step.value.id), step == far.next) for step in far.steps]
    return found
