"""Decks before and after the table: receive, draw, collect, examine, destroy. At the table: changes.py."""

from datetime import date, datetime

from django.db import transaction

from compliance.db.locking import all_locked, locked
from compliance.errors import RuleViolation
from compliance.facilities.policies import policy
from compliance.journal.write import journal
from compliance.models import Facility, Staff
from compliance.signatures.services import Confirmation, Signing, sign
from compliance.staff.roles import FLOOR, OFFICERS, Role
from tables.dealers.roster import signing_dealer_at
from tables.models import CoverCard, Deck, Pit, Table

RECEIPT = Signing("deck_received", FLOOR | {Role.SECURITY})
DRAW = Signing("deck_drawn", frozenset({Role.SECURITY}))
COLLECTION = Signing("deck_collected", frozenset({Role.SECURITY}))
PRESHUFFLE = Signing("deck_preshuffled", frozenset({Role.DEALER}))
DESTRUCTION = Signing("deck_destroyed", FLOOR | OFFICERS | {Role.SECURITY})


def expect_state(deck: Deck, *states: str) -> None:
    """Refuse an act on a deck that is not in one of these states."""
    if deck.state not in states:
        wanted = " or ".join(f"“{Deck.State(state).label.lower()}”" for state in states)
        raise RuleViolation(
            "deck_not_there_yet",
            f"Deck {deck} is “{deck.get_state_display().lower()}”. It must be {wanted}.",
            policy("deck_whole_life", deck.facility.jurisdiction).cite,
        )


def move(deck: Deck, state: Deck.State, at: datetime, **changes: object) -> None:
    """Move a deck to its next state."""
    deck.state, deck.state_since = state, at
    for name, value in changes.items():
        setattr(deck, name, value)
    deck.save()


@transaction.atomic
def receive_decks(
    facility: Facility,
    *,
    design: str,
    back_colour: str,
    serials: list[str],
    by: Staff,
    at: datetime,
    second: Confirmation,
) -> list[Deck]:
    """Receive decks from the supplier into the store; two employees inspect the seals."""
    known = list(Deck.objects.filter(facility=facility, serial__in=serials).values_list("serial", flat=True))
    if known:
        raise RuleViolation("deck_exists", f"Already received: {', '.join(known)}. Check the serial numbers.")
    signature = sign(RECEIPT, second, "deck.received", facility=facility, by=by, at=at)
    decks = [
        Deck.objects.create(facility=facility, design=design, back_colour=back_colour, serial=serial, state_since=at)
        for serial in serials
    ]
    for deck in decks:
        journal("deck.received", deck, on=facility, by=by, at=at, signature=signature, deck=str(deck), design=design)
    return decks


@transaction.atomic
def record_cover_card(
    facility: Facility, *, colour: str, model: str, reference: str, approved_on: date, by: Staff, at: datetime
) -> CoverCard:
    """Record a kind of cover card that the regulator approved: opaque and of one solid color."""
    facility = locked(facility)
    if CoverCard.objects.filter(facility=facility, colour=colour, model=model, reference=reference).exists():
        raise RuleViolation("cover_card_exists", f"The {colour} cover card ({model}) is already recorded.")
    card = CoverCard.objects.create(
        facility=facility,
        colour=colour,
        model=model,
        reference=reference,
        approved_on=approved_on,
        recorded_by=by,
        recorded_at=at,
    )
    journal(
        "cover_card.recorded",
        card,
        on=facility,
        by=by,
        at=at,
        cover_card=str(card),
        reference=reference,
        approved_on=approved_on,
    )
    return card


@transaction.atomic
def draw_decks(
    facility: Facility, *, decks: list[Deck], pit: Pit, by: Staff, at: datetime, second: Confirmation
) -> Pit:
    """Draw decks from the store into a pit's locked reserve."""
    signature = sign(DRAW, second, "deck.drawn", facility=facility, by=by, at=at)
    for deck in all_locked(decks):
        expect_state(deck, Deck.State.STORE)
        move(deck, Deck.State.PIT, at, pit=pit)
        journal("deck.drawn", deck, on=facility, by=by, at=at, signature=signature, deck=str(deck), pit=pit.code)
    return pit


@transaction.atomic
def return_deck(deck: Deck, *, by: Staff, at: datetime, second: Confirmation) -> Deck:
    """Return an unused deck from the pit's reserve to the store."""
    deck = locked(deck)
    expect_state(deck, Deck.State.PIT)
    signature = sign(DRAW, second, "deck.returned", facility=deck.facility, by=by, at=at)
    pit = deck.pit
    move(deck, Deck.State.STORE, at, pit=None)
    journal(
        "deck.returned",
        deck,
        on=deck.facility,
        by=by,
        at=at,
        signature=signature,
        deck=str(deck),
        pit=pit.code if pit else None,
    )
    return deck


@transaction.atomic
def preshuffle_deck(deck: Deck, *, form_number: str, seal: str, by: Staff, at: datetime, second: Confirmation) -> Deck:
    """Record that a deck was inspected, shuffled, and sealed before use."""
    deck = locked(deck)
    expect_state(deck, Deck.State.PIT, Deck.State.STORE)
    rule = policy("deck_preshuffled", deck.facility.jurisdiction)
    if deck.seal:
        raise RuleViolation("sealed", f"Deck {deck} is already sealed, with seal {deck.seal}.", rule.cite)
    if Deck.objects.filter(facility=deck.facility, seal=seal).exclude(pk=deck.pk).exists():
        raise RuleViolation("seal_used", f"Seal {seal} is on another deck. Check the seal number.", rule.cite)
    for person in (by, second.signer):
        _check_has_no_open_table(person, rule.cite)
    signature = sign(PRESHUFFLE, second, "deck.preshuffled", facility=deck.facility, by=by, at=at)
    deck.seal = seal
    deck.save(update_fields=["seal"])
    journal(
        "deck.preshuffled",
        deck,
        on=deck.facility,
        by=by,
        at=at,
        signature=signature,
        cite=rule.cite,
        deck=str(deck),
        form=form_number,
        seal=seal,
    )
    return deck


def _check_has_no_open_table(person: Staff, cite: str) -> None:
    open_states = (Table.State.OPEN, Table.State.IDLE, Table.State.OPENING)
    if (
        person.stints.filter(ended_at=None, table__isnull=False).exists()
        or person.supervisions.filter(ended_at=None, table__state__in=open_states).exists()
    ):
        raise RuleViolation(
            "has_open_table", f"{person} has an open table. Someone without an open table must preshuffle.", cite
        )


@transaction.atomic
def collect_decks(facility: Facility, *, decks: list[Deck], by: Staff, at: datetime, second: Confirmation) -> Facility:
    """Collect removed decks in their envelopes; a security officer signs."""
    signature = sign(COLLECTION, second, "deck.collected", facility=facility, by=by, at=at)
    for deck in all_locked(decks):
        expect_state(deck, Deck.State.REMOVED)
        move(deck, Deck.State.COLLECTED, at)
        journal("deck.collected", deck, on=facility, by=by, at=at, signature=signature, deck=str(deck))
    return facility


@transaction.atomic
def examine_deck(deck: Deck, *, work_order: str, discrepancy: str, by: Staff, at: datetime) -> Deck:
    """Record the examination after use. A discrepancy keeps the cards for the regulator."""
    deck = locked(deck)
    expect_state(deck, Deck.State.COLLECTED)
    move(deck, Deck.State.KEPT if discrepancy else Deck.State.EXAMINED, at)
    journal(
        "deck.kept" if discrepancy else "deck.examined",
        deck,
        on=deck.facility,
        by=by,
        at=at,
        deck=str(deck),
        work_order=work_order,
        discrepancy=discrepancy or None,
        cite=policy("deck_examined", deck.facility.jurisdiction).cite,
    )
    return deck


@transaction.atomic
def release_deck(deck: Deck, *, reference: str, by: Staff, at: datetime) -> Deck:
    """Record that the regulator released a kept deck."""
    deck = locked(deck)
    expect_state(deck, Deck.State.KEPT)
    move(deck, Deck.State.EXAMINED, at)
    journal("deck.released", deck, on=deck.facility, by=by, at=at, deck=str(deck), reference=reference)
    return deck


@transaction.atomic
def destroy_deck(deck: Deck, *, how: str, by: Staff, at: datetime, second: Confirmation) -> Deck:
    """Record the destruction of a deck that was examined or used for replacement cards."""
    deck = locked(deck)
    expect_state(deck, Deck.State.EXAMINED, Deck.State.DONOR)
    signature = sign(DESTRUCTION, second, "deck.destroyed", facility=deck.facility, by=by, at=at)
    move(deck, Deck.State.DESTROYED, at)
    journal("deck.destroyed", deck, on=deck.facility, by=by, at=at, signature=signature, deck=str(deck), how=how)
    return deck


def dealer_of(deck: Deck) -> Staff | None:
    """Return the dealer at the deck's table who must sign for it, if that dealer can sign."""
    return signing_dealer_at(deck.table) if deck.table else None
