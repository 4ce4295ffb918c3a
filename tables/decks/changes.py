"""Deck changes at a table: bring, add, change, and remove decks, and replace cards. Two people sign."""

from datetime import datetime

from django.db import transaction

from compliance.db.locking import all_locked, locked
from compliance.errors import RuleViolation
from compliance.facilities.policies import policy
from compliance.journal.write import journal
from compliance.models import Signature, Staff, Stream
from compliance.signatures.services import Confirmation, Signing, sign
from compliance.staff.roles import FLOOR, PIT, Role, Roles
from games.engine import questions
from tables.dealers.roster import signing_dealer_at
from tables.devices.dealing_method import dealing_method_at
from tables.findings.gates import no_offer, of_dealing
from tables.models import CardReplacement, Deck, Offer, Table
from tables.openings.sequence import opening_of, reopening_of, steps_for, was_opened

from . import deadlines
from .preparation import check_two_people, check_verifier, record_step, shuffled_by_hand
from .services import dealer_of, expect_state, move

REMOVAL = Signing("deck_removed", frozenset({Role.DEALER}), expected=dealer_of)
REJECTION = Signing("deck_rejected", frozenset({Role.DEALER}), expected=dealer_of)
ADDITION = Signing("inspection_verified", frozenset({Role.DEALER}), expected=signing_dealer_at)
CARD = Signing("card_replaced", FLOOR | {Role.DEALER}, expected=dealer_of)


@transaction.atomic
def bring_deck(table: Table, *, deck: Deck, by: Staff, at: datetime) -> Table:
    """Bring a deck from the pit's reserve to a table during its opening."""
    table, deck = locked(table), locked(deck)
    if table.state != Table.State.OPENING:
        raise RuleViolation(
            "table_not_opening",
            f"{table} is {table.get_state_display().lower()}. Begin its opening first.",
            remedy="table.begin-opening",
        )
    place_at(table, deck, by=by, at=at)
    return table


def place_at(table: Table, deck: Deck, *, by: Staff, at: datetime, position: str = "") -> None:
    """Place a deck at a table, in the given or a free position, if it may be used with the other deck."""
    expect_state(deck, Deck.State.PIT)
    if deck.pit_id != table.pit_id:
        raise RuleViolation(
            "deck_of_another_pit", f"Deck {deck} is in another pit's reserve. Choose one from this pit."
        )
    offer = offer_of(table, at)
    others = decks_at(table)
    if others:
        _check_second(table, offer, deck, others)
    taken = {each.position for each in others}
    free = next(place for place in "AB" if place not in taken)
    move(deck, Deck.State.TABLE, at, table=table, position=position or free)
    journal("deck.brought", deck, on=table, by=by, at=at, deck=str(deck), position=deck.position)


def _check_second(table: Table, offer: Offer, deck: Deck, others: list[Deck]) -> None:
    may = questions.may_use_second_deck(offer.book, dealing_method_at(table).shuffler)
    if not may.value:
        raise RuleViolation(
            "second_deck_without_shuffler",
            "A second deck may be used only with an automated shuffler. Place a shuffler first, or use one deck.",
            may.cite,
            remedy="table.place-device",
            remedy_on=table,
        )
    if len(others) > 1:
        raise RuleViolation("two_decks_already", "This table already has two decks. Remove one first.", may.cite)
    cites = {each.value.id: each.cite for each in questions.second_deck_requirements(offer.book)}
    other = others[0]
    if deck.back_colour.casefold() == other.back_colour.casefold():
        raise RuleViolation(
            "same_colour",
            f"The two decks must have backs of different colors. Both are {deck.back_colour}.",
            cites.get("different_colour", may.cite),
        )


@transaction.atomic
def add_deck(
    table: Table,
    *,
    deck: Deck,
    by_hand: bool | None = None,
    verifier_reason: str = "",
    by: Staff,
    at: datetime,
    second: Confirmation,
) -> Table:
    """Bring an inspected, verified, and shuffled deck into play at an open table; the dealer signs."""
    table, deck = locked(table), locked(deck)
    _check_open(table)
    check_dealer_signs(table, second)
    check_two_people(offer_of(table, at).book, second, by=by)
    signature = sign(ADDITION, second, "deck.added", facility=table.facility, by=by, at=at)
    place_at(table, deck, by=by, at=at)
    _prepare_and_play(table, deck, signature, by_hand=by_hand, reason=verifier_reason, by=by, at=at)
    return table


@transaction.atomic
def change_deck(
    deck: Deck,
    *,
    replacement: Deck,
    reason: str,
    note: str = "",
    by_hand: bool | None = None,
    verifier_reason: str = "",
    by: Staff,
    at: datetime,
    second: Confirmation,
) -> Deck:
    """Replace a deck at an open or reopening table.

    The old deck is sealed, labeled, and signed; the new one is inspected and verified.
    """
    table, (deck, replacement) = with_table(deck, replacement)
    expect_state(deck, *Deck.SEALABLE)
    if reopening_of(table) is None:
        _check_open(table)
    check_dealer_signs(table, second)
    signature = sign(REMOVAL, second, "deck.changed", facility=table.facility, by=by, at=at)
    position = deck.position
    _removed(table, deck, reason, note, signature, by=by, at=at)
    place_at(table, replacement, by=by, at=at, position=position)
    _prepare_and_play(table, replacement, signature, by_hand=by_hand, reason=verifier_reason, by=by, at=at)
    return replacement


@transaction.atomic
def remove_deck(deck: Deck, *, reason: str, note: str = "", by: Staff, at: datetime, second: Confirmation) -> Deck:
    """Remove a deck from the table in an envelope that the dealer and floorperson label and sign."""
    table, (deck,) = with_table(deck)
    expect_state(deck, *Deck.SEALABLE)
    check_dealer_signs(table, second)
    signature = sign(REMOVAL, second, "deck.removed", facility=table.facility, by=by, at=at)
    return _removed(table, deck, reason, note, signature, by=by, at=at)


@transaction.atomic
def reject_deck(deck: Deck, *, note: str, by: Staff, at: datetime, second: Confirmation) -> Deck:
    """Remove a deck that failed its inspection, in a sealed envelope."""
    table, (deck,) = with_table(deck)
    expect_state(deck, Deck.State.TABLE, Deck.State.VERIFIED)
    check_dealer_signs(table, second)
    signature = sign(REJECTION, second, "deck.removed", facility=table.facility, by=by, at=at)
    return _removed(table, deck, Deck.Reason.REJECTED, note, signature, by=by, at=at)


def _removed(
    table: Table, deck: Deck, reason: str, note: str, signature: Signature, *, by: Staff, at: datetime
) -> Deck:
    position = deck.position
    if deck.state == Deck.State.PULLED:  # the reason and time are already recorded
        move(deck, Deck.State.REMOVED, at, position="")
    else:
        move(deck, Deck.State.REMOVED, at, position="", removed_at=at, removed_reason=reason)
    journal(
        "deck.removed",
        deck,
        on=table,
        by=by,
        at=at,
        signature=signature,
        deck=str(deck),
        position=position,
        reason=deck.removed_reason,
        note=note or None,
        in_play_at=deck.in_play_at,
        change_due_at=deck.change_due_at,
    )
    return deck


def pull_deck(
    table: Table,
    deck: Deck,
    *,
    cite: str,
    by: Staff,
    at: datetime,
    reason: str = Deck.Reason.WRONG_COUNT,
    round_number: int | None = None,
    shown: int | None = None,
    stream: Stream | None = None,
) -> Deck:
    """Take a deck that failed the count out of play at once; the dealer and floorperson seal and sign it later.

    `round_number`: the round whose stub was counted. `shown`: the number on the counting shuffler.
    """
    deck = locked(deck)
    expect_state(deck, Deck.State.IN_PLAY, Deck.State.VERIFIED)
    move(deck, Deck.State.PULLED, at, removed_at=at, removed_reason=reason)
    journal(
        "deck.pulled",
        deck,
        on=table,
        by=by,
        at=at,
        cite=cite,
        deck=str(deck),
        position=deck.position,
        reason=deck.removed_reason,
        round=round_number,
        shown=shown,
        stream=stream,
    )
    return deck


def clear_table(table: Table, *, signature: Signature | None, by: Staff, at: datetime) -> None:
    """Remove every deck from a closing table: sealed and labeled, or back to the reserve if unopened."""
    for deck in all_locked(decks_at(table)):
        if _is_unopened(deck):
            move(deck, Deck.State.PIT, at, table=None, position="")
            journal("deck.put_back", deck, on=table, by=by, at=at, deck=str(deck))
        else:
            assert signature is not None
            _removed(table, deck, Deck.Reason.TABLE_CLOSED, "", signature, by=by, at=at)


def needs_signature_to_clear(table: Table) -> bool:
    return any(not _is_unopened(deck) for deck in decks_at(table))


def _is_unopened(deck: Deck) -> bool:
    """Return whether a deck at a table was never opened, not even in an abandoned opening."""
    return deck.state == Deck.State.TABLE and not was_opened(deck)


@transaction.atomic
def replace_card(
    deck: Deck,
    *,
    card: str,
    donor: Deck,
    backs_compared: bool,
    surveillance_told: bool,
    by: Staff,
    at: datetime,
    second: Confirmation,
) -> Deck:
    """Replace a damaged card with the matching card of a replacement deck; a pit boss takes part."""
    table, (deck, donor) = with_table(deck, donor)
    expect_state(deck, Deck.State.IN_PLAY, Deck.State.VERIFIED)
    expect_state(donor, Deck.State.PIT, Deck.State.DONOR)
    rule = policy("card_replaced", deck.facility.jurisdiction)
    checked = backs_compared and surveillance_told
    roles = by.roles_at(deck.facility) | second.signer.roles_at(deck.facility)
    _check_replacement(deck, card, donor, roles, checked=checked, cite=rule.cite)
    signature = sign(CARD, second, "card.replaced", facility=deck.facility, by=by, at=at)
    CardReplacement.objects.create(
        deck=deck, card=card, donor=donor, replaced_by=by, signature=signature, replaced_at=at
    )
    if donor.state == Deck.State.PIT:
        move(donor, Deck.State.DONOR, at)
        journal("deck.broken_up", donor, on=deck.facility, by=by, at=at, deck=str(donor))
    journal(
        "card.replaced",
        deck,
        on=table,
        by=by,
        at=at,
        signature=signature,
        cite=rule.cite,
        deck=str(deck),
        card=card,
        donor=str(donor),
    )
    return deck


def _check_replacement(deck: Deck, card: str, donor: Deck, roles: Roles, *, checked: bool, cite: str) -> None:
    """Refuse a replacement card with other backs, unchecked, without a pit boss, or used before."""
    if (donor.design, donor.back_colour) != (deck.design, deck.back_colour):
        message = f"The replacement must come from a {deck.design} deck with {deck.back_colour} backs."
        raise RuleViolation("backs_differ", message, cite)
    if not checked:
        message = "Compare the backs and notify surveillance first, then confirm both."
        raise RuleViolation("card_not_checked", message, cite)
    if not roles & PIT:
        raise RuleViolation("no_pit_boss", "One of the two people who replace a card must be a pit boss.", cite)
    if donor.given_cards.filter(card=card).exists():
        message = f"{card} of deck {donor} was already used as a replacement. Choose another deck."
        raise RuleViolation("card_given", message, cite)


def _prepare_and_play(
    table: Table, deck: Deck, signature: Signature, *, by_hand: bool | None, reason: str, by: Staff, at: datetime
) -> None:
    """Record every step that brings a deck into play, and start its clock.

    During a reopening, the steps belong to it.
    """
    offer, dealing = offer_of(table, at), dealing_method_at(table)
    for problem in of_dealing(table, offer, dealing):
        raise problem.refusal()
    by_hand = shuffled_by_hand(table, by_hand)
    steps, opening = steps_for(deck, offer.book, dealing, by_hand=by_hand), opening_of(table)
    reason = check_verifier(table, steps, reason, by=by)
    for step in steps:
        how = by_hand if step.value.id == "shuffle" else None
        record_step(
            deck, step, opening=opening, dealer=signature.signer, by=by, at=at, signature=signature, by_hand=how
        )
    done = [step.value.id for step in steps]
    put_in_play(table, deck, offer, by=by, at=at, signature=signature, steps=done, reason=reason)


def put_in_play(
    table: Table,
    deck: Deck,
    offer: Offer,
    *,
    by: Staff,
    at: datetime,
    steps: list[str],
    signature: Signature | None = None,
    reason: str = "",
) -> None:
    """Start the clock of a deck. `reason`: why someone else than the assigned floorperson verified it."""
    deadlines.start(deck, offer.book, dealing_method_at(table).method, at)
    move(deck, Deck.State.IN_PLAY, at)
    journal(
        "deck.in_play",
        deck,
        on=table,
        by=by,
        at=at,
        signature=signature,
        cite=deck.change_cite,
        deck=str(deck),
        position=deck.position,
        steps=steps,
        reason=reason or None,
        change_due_at=deck.change_due_at,
    )


def decks_at(table: Table) -> list[Deck]:
    """Return the decks now at the table, fresh from the database."""
    return list(Deck.objects.filter(table=table, state__in=Deck.AT_TABLE).order_by("position"))


def offer_of(table: Table, at: datetime) -> Offer:
    """Return the offer in force at a table; refuse if there is none."""
    offer = table.offer_at(at)
    if offer is None:
        raise no_offer(table).refusal()
    return offer


def with_table(deck: Deck, *others: Deck) -> tuple[Table, list[Deck]]:
    """Lock and return a deck's table, the deck, and other decks. Lock the table before its decks."""
    if deck.table is None:
        expect_state(deck, *Deck.AT_TABLE)
    assert deck.table is not None
    table = locked(deck.table)
    now = {each.pk: each for each in all_locked({deck, *others})}
    if now[deck.pk].table_id != table.pk:
        raise RuleViolation("deck_moved", f"Deck {deck} has since left {table}. Check where it is now.")
    return table, [now[each.pk] for each in (deck, *others)]


def _check_open(table: Table) -> None:
    if not table.is_live:
        raise RuleViolation(
            "table_not_open",
            f"{table} is {table.get_state_display().lower()}. Open it first.",
            remedy="table.begin-opening",
            remedy_on=table,
        )


def check_dealer_signs(table: Table, second: Confirmation) -> None:
    """Refuse a signature that is not the table's dealer's, if that dealer can sign."""
    dealer = signing_dealer_at(table)
    if dealer is not None and dealer.pk != second.signer.pk:
        raise RuleViolation(
            "not_the_dealer",
            f"The dealer at {table} is {dealer}. Only this dealer can sign.",
            policy("deck_removed", table.facility.jurisdiction).cite,
        )
