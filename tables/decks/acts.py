"""Acts on one deck."""

from collections.abc import Callable, Iterator

from django.utils import timezone

from compliance.acts.registry import Act, Step, Subject
from compliance.facilities.policies import policy
from compliance.formatting import format_time
from tables.devices.dealing_method import dealing_method_at
from tables.models import Deck
from tables.openings import services as opening
from tables.openings.sequence import (
    SIGNED_STEPS,
    OpeningProgress,
    done_word,
    opening_of,
    progress,
    reopening_of,
    steps_for,
    wants_verifying,
)

from . import changes as deck_changes
from . import forms, shuffler_counts
from . import services as decks

State = Deck.State


def in_state(*states: Deck.State) -> Callable[[Deck], bool]:
    return lambda deck: deck.state in states


def _changing(deck: Deck) -> Iterator[Step]:
    """Yield the steps that the dealer and floorperson confirm when they change a deck."""
    offer = deck.table.offer_at(timezone.now()) if deck.table else None
    if deck.table and offer:
        rule = policy("deck_removed", deck.facility.jurisdiction)
        sealed = f"Deck {deck} is sealed in an envelope labeled {deck.table}, with date and time"
        yield Step(sealed, rule.cite, "old deck sealed and labeled")
        for step in steps_for(Deck(), offer.book, dealing_method_at(deck.table)):
            yield Step(f"The {step.value.by} {step.value.does}", step.cite, done_word(step))


def _changed_message(deck: Deck) -> str:
    assert deck.change_due_at is not None
    return f"Deck {deck} is in play at {deck.table}. Change it by {format_time(deck.change_due_at)}."


def _pulled_message(deck: Deck) -> str:
    return f"Deck {deck.label} is out of play. {deck.table} needs another deck before the next round."


def _verifying(deck: Deck) -> Iterator[Step]:
    offer = deck.table.offer_at(timezone.now()) if deck.table else None
    opening = opening_of(deck.table) if deck.table else None
    if deck.table and offer and opening:
        found = progress(opening, deck, offer.book, dealing_method_at(deck.table))
        for step in found.steps:
            if step.value.id in SIGNED_STEPS and step.value.id not in found.done:
                yield Step(f"The {step.value.by} {step.value.does}", step.cite, done_word(step))


def _progress(deck: Deck) -> OpeningProgress | None:
    """Return the progress of a verified deck or one in play, if an opening is in progress."""
    table = deck.table
    opening = opening_of(table) if table and deck.state in (State.VERIFIED, State.IN_PLAY) else None
    offer = table.offer_at(timezone.now()) if table else None
    if table is None or opening is None or offer is None:
        return None
    return progress(opening, deck, offer.book, dealing_method_at(table))


def _has_step_left(deck: Deck) -> bool:
    found = _progress(deck)
    return found is not None and found.next is not None and not wants_verifying(deck, found)


def _is_to_be_verified(deck: Deck) -> bool:
    """Return whether a deck still needs verification under the current rulebook."""
    if deck.state == State.TABLE:
        return True
    found = _progress(deck)
    return found is not None and wants_verifying(deck, found)


def _is_changeable(deck: Deck) -> bool:
    """Return whether a deck can be changed: it is at an open or reopening table, in play or pulled."""
    table = deck.table if deck.state in Deck.SEALABLE else None
    return table is not None and (table.is_live or reopening_of(table) is not None)


DECK = Subject(
    "deck",
    lambda: Deck.objects.select_related("facility", "pit", "table__facility", "table__pit"),
    (
        Act(
            "deck.verify",
            "Verify deck",
            opening.verify_deck,
            forms.VerifyDeckForm,
            primary=True,
            when=_is_to_be_verified,
            steps=_verifying,
            signing=opening.INSPECTION,
        ),
        Act(
            "deck.step",
            "Record step",
            opening.do_step,
            forms.StepForm,
            primary=True,
            when=_has_step_left,
            success_message=lambda deck: "Step recorded.",
        ),
        Act(
            "deck.change",
            "Change deck",
            deck_changes.change_deck,
            forms.ChangeDeckForm,
            primary=True,
            success_message=_changed_message,
            when=_is_changeable,
            steps=_changing,
            signing=deck_changes.REMOVAL,
        ),
        Act(
            "deck.shuffler-count",
            "Shuffler count is wrong",
            shuffler_counts.pull_after_shuffle,
            forms.ShufflerCountForm,
            danger=True,
            when=shuffler_counts.counts_cards,
            explains="The shuffler does not show the whole deck. The deck is out of play at once.",
            success_message=_pulled_message,
        ),
        Act(
            "deck.replace-card",
            "Replace a damaged card",
            deck_changes.replace_card,
            forms.ReplaceCardForm,
            policy="card_replaced",
            when=in_state(State.IN_PLAY, State.VERIFIED),
            signing=deck_changes.CARD,
        ),
        Act(
            "deck.remove",
            "Remove deck",
            deck_changes.remove_deck,
            forms.RemoveDeckForm,
            danger=True,
            when=in_state(*Deck.SEALABLE),
            signing=deck_changes.REMOVAL,
            explains="No other deck takes its place. To replace it, use “Change deck”.",
        ),
        Act(
            "deck.reject",
            "Reject deck",
            deck_changes.reject_deck,
            forms.RejectDeckForm,
            danger=True,
            policy="deck_rejected",
            when=in_state(State.TABLE, State.VERIFIED),
            signing=deck_changes.REJECTION,
        ),
        Act(
            "deck.preshuffle",
            "Record preshuffle",
            decks.preshuffle_deck,
            forms.PreshuffleForm,
            policy="deck_preshuffled",
            when=lambda deck: deck.state in (State.PIT, State.STORE) and not deck.seal,
            signing=decks.PRESHUFFLE,
        ),
        Act(
            "deck.return",
            "Return to store",
            decks.return_deck,
            policy="deck_drawn",
            when=in_state(State.PIT),
            signing=decks.DRAW,
        ),
        Act(
            "deck.examine",
            "Record examination",
            decks.examine_deck,
            forms.ExamineDeckForm,
            primary=True,
            policy="deck_examined",
            when=in_state(State.COLLECTED),
        ),
        Act(
            "deck.release",
            "Record regulator's release",
            decks.release_deck,
            forms.ReferenceForm,
            personal=True,
            when=in_state(State.KEPT),
        ),
        Act(
            "deck.destroy",
            "Record destruction",
            decks.destroy_deck,
            forms.DestroyDeckForm,
            danger=True,
            policy="deck_destroyed",
            when=in_state(State.EXAMINED, State.DONOR),
            signing=decks.DESTRUCTION,
        ),
    ),
)
