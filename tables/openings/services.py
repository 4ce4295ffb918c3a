"""Open a table step by step, mark it idle, reopen it, and close it."""

from collections.abc import Iterator
from datetime import datetime

from django.db import transaction

from compliance.db.locking import all_locked, locked
from compliance.errors import RuleViolation
from compliance.facilities.policies import policy
from compliance.journal.write import journal
from compliance.models import Staff
from compliance.signatures.services import Confirmation, Signing, sign
from compliance.staff.roles import PIT, Role
from games.engine import questions
from tables.dealers.roster import dealer_at, floorperson_at, signing_dealer_at, stint_at
from tables.dealers.services import end_stint
from tables.decks.changes import (
    check_dealer_signs,
    clear_table,
    decks_at,
    needs_signature_to_clear,
    offer_of,
    put_in_play,
    with_table,
)
from tables.decks.preparation import check_cut_depth, check_two_people, check_verifier, record_step, shuffled_by_hand
from tables.decks.services import dealer_of, expect_state, move
from tables.devices.dealing_method import dealing_method_at
from tables.findings.decks import deck_change, deck_missing
from tables.findings.gates import closed_for_cause, failed_count, no_dealer, obstacles, span_exceeded
from tables.models import Deck, Offer, Opening, Table

from .sequence import SIGNED_STEPS, opening_of, progress, wants_verifying

INSPECTION = Signing("inspection_verified", frozenset({Role.DEALER}), expected=dealer_of)
CLOSING = Signing(
    "deck_removed",
    frozenset({Role.DEALER}),
    expected=signing_dealer_at,
    waived=lambda table, by: not needs_signature_to_clear(table),
)
RELEASE = Signing("table_released", PIT)


def set_state(table: Table, state: Table.State, at: datetime, **changes: object) -> None:
    table.state, table.state_since = state, at
    for name, value in changes.items():
        setattr(table, name, value)
    table.save()


def _expect(table: Table, *states: Table.State) -> None:
    if table.state not in states:
        wanted = " or ".join(state.label.lower() for state in states)
        raise RuleViolation("wrong_state", f"{table} is {table.get_state_display().lower()}. It must be {wanted}.")


@transaction.atomic
def begin_opening(table: Table, *, by: Staff, at: datetime) -> Table:
    """Begin the opening of a closed table."""
    table = locked(table)
    closed = closed_for_cause(table)
    if closed:
        raise closed.refusal()
    _expect(table, Table.State.CLOSED)
    offer = offer_of(table, at)
    Opening.objects.create(table=table, started_by=by, started_at=at)
    set_state(table, Table.State.OPENING, at)
    journal("table.opening_began", table, on=table, by=by, at=at, offer=str(offer), cite=_opening_cite(table, offer))
    return table


@transaction.atomic
def verify_deck(deck: Deck, *, verifier_reason: str = "", by: Staff, at: datetime, second: Confirmation) -> Deck:
    """Record that the dealer received and inspected a deck and the floorperson verified it; both sign.

    Whoever is not the floorperson assigned to the table gives a reason, where the rulebook asks for that person.
    A preshuffled deck skips the inspection where the rulebook allows it; then this records that its seal was intact.
    """
    table, (deck,) = with_table(deck)
    expect_state(deck, Deck.State.TABLE, Deck.State.VERIFIED)
    opening = _opening(table)
    book = offer_of(table, at).book
    found = progress(opening, deck, book, dealing_method_at(table))
    if not wants_verifying(deck, found):  # already verified, and no new rulebook requires more
        expect_state(deck, Deck.State.TABLE)
    dealer = _dealer(table)
    if dealer.pk != second.signer.pk:
        raise RuleViolation(
            "not_the_dealer",
            f"The dealer at {table} is {dealer}. The dealer who inspects the cards must sign.",
            questions.two_people(book).cite,
        )
    steps = [step for step in found.steps if step.value.id in SIGNED_STEPS and step.value.id not in found.done]
    check_two_people(book, second, by=by)
    reason = check_verifier(table, steps, verifier_reason, by=by)
    signature = sign(INSPECTION, second, "deck.verified", facility=table.facility, by=by, at=at)
    for step in steps:
        record_step(deck, step, opening=opening, dealer=dealer, by=by, at=at, signature=signature)
    move(deck, Deck.State.VERIFIED, at)
    journal(
        "deck.verified",
        deck,
        on=table,
        by=by,
        at=at,
        signature=signature,
        deck=str(deck),
        steps=[step.value.id for step in steps],
        seal=deck.seal or None,
        reason=reason or None,
        cite="; ".join(dict.fromkeys(step.cite for step in steps))[:200],
    )
    return deck


@transaction.atomic
def do_step(
    deck: Deck, *, step: str, by_hand: bool | None = None, depth: int | None = None, by: Staff, at: datetime
) -> Deck:
    """Record the next step of a deck on its way into play.

    `by_hand`: whether it was shuffled by hand beside a shuffler, so that a cut follows. `depth`: how many cards deep it
    was cut.
    """
    table, (deck,) = with_table(deck)
    expect_state(deck, Deck.State.VERIFIED, Deck.State.IN_PLAY)
    opening = _opening(table)
    dealer = _dealer(table)
    due = progress(opening, deck, offer_of(table, at).book, dealing_method_at(table)).next
    if due is None:
        raise RuleViolation("steps_done", f"All steps of deck {deck} are done.", remedy="table.open", remedy_on=table)
    if due.value.id != step:
        raise RuleViolation(
            "out_of_order", f"The next step of deck {deck}: the {due.value.by} {due.value.does}.", due.cite
        )
    if step in SIGNED_STEPS:
        raise RuleViolation(
            "signature_missing",
            f"Inspect and verify deck {deck} first. The dealer signs.",
            due.cite,
            remedy="deck.verify",
            remedy_on=deck,
        )
    offer = offer_of(table, at)
    by_hand = shuffled_by_hand(table, by_hand) if step == "shuffle" else None
    depth = check_cut_depth(offer.book, depth) if step == "cut" else None
    record_step(deck, due, opening=opening, dealer=dealer, by=by, at=at, by_hand=by_hand, depth=depth)
    journal(
        f"deck.{step}",
        deck,
        on=table,
        by=by,
        at=at,
        deck=str(deck),
        step=step,
        dealer=dealer,
        by_hand=by_hand or None,
        depth=depth,
        cite=due.cite,
    )
    return deck


def deck_obstacles(table: Table, opening: Opening | None, at: datetime) -> list[RuleViolation]:
    """Return what the decks still need before the table can open; `opening` is None for an exempt reopening."""
    offer, dealing = offer_of(table, at), dealing_method_at(table)
    decks = decks_at(table)
    lacking = deck_missing(table, offer, decks, remedy="table.bring-deck" if opening else "table.add-deck")
    found = [lacking.refusal()] if lacking else []
    remedy = "deck.remove" if opening and not opening.from_step else "deck.change"
    for deck in decks:
        if deck.state == Deck.State.PULLED:
            found.append(failed_count(deck, offer, remedy=remedy).refusal())
            continue
        change = deck_change(deck, at)
        if change and change.blocks_play:
            found.append(change.refusal())
        due = progress(opening, deck, offer.book, dealing).next if opening else None
        if due is not None:
            message = f"Deck {deck}: the {due.value.by} {due.value.does}."
            act = "deck.verify" if due.value.id in SIGNED_STEPS else "deck.step"
            found.append(RuleViolation("step_missing", message, due.cite, remedy=act, remedy_on=deck))
    return found


def missing(table: Table, at: datetime) -> Iterator[RuleViolation]:
    """Yield what prevents a table from opening, including its decks once the opening has begun."""
    yield from (obstacle.refusal() for obstacle in obstacles(table, at))
    opening = opening_of(table)
    if opening and table.offer_at(at):
        yield from deck_obstacles(table, opening, at)


@transaction.atomic
def open_table(table: Table, *, by: Staff, at: datetime) -> Table:
    """Open a table that has everything it needs: its decks go into play and their clocks start."""
    table = locked(table)
    opening = _opening(table)
    floorperson = floorperson_at(table)
    if floorperson:
        exceeded = span_exceeded(locked(floorperson), table)
        if exceeded:
            raise exceeded.refusal()
    for problem in missing(table, at):
        raise problem
    offer = offer_of(table, at)
    for deck in decks_at(table):
        if deck.state == Deck.State.VERIFIED:
            steps = [step.step for step in opening.steps.all() if step.deck_id == deck.pk]
            put_in_play(table, locked(deck), offer, by=by, at=at, steps=steps)
    opening.finished_at = at
    opening.save(update_fields=["finished_at"])
    # An opening resets the stub count and the deck order; a reopening does not.
    anew = {} if opening.from_step else {"rounds_since_count": 0, "last_position": ""}
    set_state(table, Table.State.OPEN, at, **anew)
    journal(
        "table.reopened" if opening.from_step else "table.opened",
        table,
        on=table,
        by=by,
        at=at,
        offer=str(offer),
        layout=str(table.layout_at(at)),
        dealer=dealer_at(table),
        floorperson=floorperson,
        method=dealing_method_at(table).method,
        cite=questions.idle_table(offer.book).cite if opening.from_step else _opening_cite(table, offer),
    )
    return table


def _opening_cite(table: Table, offer: Offer) -> str:
    """Return the paragraph under which a table opens: with two decks, the one that asks for each separately."""
    book = offer.book
    return book.cite(book.opening if len(decks_at(table)) > 1 else book.opening.steps[0])


@transaction.atomic
def spread_cards(table: Table, *, by: Staff, at: datetime) -> Table:
    """Mark a table without players as idle; its cards are spread on the table."""
    table = locked(table)
    _expect(table, Table.State.OPEN, Table.State.OPENING)
    if table.state == Table.State.OPENING:
        opening = _opening(table)
        if not opening.from_step:
            raise RuleViolation("not_open_yet", f"{table} is not open yet.", remedy="table.open")
        opening.abandoned_at = at
        opening.save(update_fields=["abandoned_at"])
        for deck in all_locked(decks_at(table)):
            if deck.state == Deck.State.VERIFIED:
                move(deck, Deck.State.TABLE, at)  # a verification counts only for its own opening
    rule = questions.idle_table(offer_of(table, at).book)
    exempt = questions.is_exempt(rule.value, reshuffles=dealing_method_at(table).reshuffles)
    cards = {"exempt": rule.value.unless_device} if exempt else {"cards": rule.value.cards}
    set_state(table, Table.State.IDLE, at)
    journal("table.idle", table, on=table, by=by, at=at, cite=rule.cite, **cards)
    return table


@transaction.atomic
def resume_table(table: Table, *, by: Staff, at: datetime) -> Table:
    """Reopen an idle table for the first player, who has looked at the cards, from the step that the rulebook names.

    A device that reshuffles and counts on its own is exempt where the rulebook says so, if all decks are in play.
    """
    table = locked(table)
    _expect(table, Table.State.IDLE)
    rule = questions.idle_table(offer_of(table, at).book)
    in_play = all(deck.state == Deck.State.IN_PLAY for deck in decks_at(table))
    if questions.is_exempt(rule.value, reshuffles=dealing_method_at(table).reshuffles) and in_play:
        for obstacle in obstacles(table, at):
            raise obstacle.refusal()
        for problem in deck_obstacles(table, None, at):
            raise problem
        set_state(table, Table.State.OPEN, at)
        journal("table.reopened", table, on=table, by=by, at=at, exempt=rule.value.unless_device, cite=rule.cite)
        return table
    Opening.objects.create(table=table, from_step=rule.value.restart_from, started_by=by, started_at=at)
    set_state(table, Table.State.OPENING, at)
    journal("table.reopening_began", table, on=table, by=by, at=at, from_step=rule.value.restart_from, cite=rule.cite)
    return table


@transaction.atomic
def close_table(table: Table, *, by: Staff, at: datetime, second: Confirmation | None = None) -> Table:
    """Close a table: its decks are removed, sealed, and labeled, and its dealer is released."""
    table = locked(table)
    _expect(table, Table.State.OPEN, Table.State.IDLE, Table.State.OPENING)
    _leave(table, "table.closed", by=by, at=at, second=second)
    set_state(table, Table.State.CLOSED, at, cause="")
    journal(
        "table.closed", table, on=table, by=by, at=at, cite=policy("deck_removed", table.facility.jurisdiction).cite
    )
    return table


@transaction.atomic
def close_for_cause(table: Table, *, cause: str, by: Staff, at: datetime, second: Confirmation | None = None) -> Table:
    """Close a table because something is wrong. It stays closed until two people clear it."""
    table = locked(table)
    if table.state == Table.State.CLOSED_FOR_CAUSE:
        raise RuleViolation("closed_for_cause", f"{table} is already closed for cause: {table.cause}.")
    _leave(table, "table.closed_for_cause", by=by, at=at, second=second)
    set_state(table, Table.State.CLOSED_FOR_CAUSE, at, cause=cause)
    journal("table.closed_for_cause", table, on=table, by=by, at=at, cause=cause)
    return table


def _leave(table: Table, act: str, *, by: Staff, at: datetime, second: Confirmation | None) -> None:
    """Clear a closing table of its decks, dealer, floor supervisor, and any opening in progress."""
    signature = None
    if needs_signature_to_clear(table):
        rule = policy("deck_removed", table.facility.jurisdiction)
        if second is None:
            raise RuleViolation(
                "signature_missing", "The decks are leaving the table. The dealer must sign their label.", rule.cite
            )
        check_dealer_signs(table, second)
        signature = sign(CLOSING, second, act, facility=table.facility, by=by, at=at)
    clear_table(table, signature=signature, by=by, at=at)
    opening = opening_of(table)
    if opening:
        opening.abandoned_at = at
        opening.save(update_fields=["abandoned_at"])
    stint = stint_at(table)
    if stint:
        locked(stint.staff)
        end_stint(stint, "off", by=by, at=at)
    table.supervisions.filter(ended_at=None).update(ended_at=at)


@transaction.atomic
def release_table(table: Table, *, reason: str, by: Staff, at: datetime, second: Confirmation) -> Table:
    """Clear a table for reopening after a closure for cause; a second person signs."""
    table = locked(table)
    _expect(table, Table.State.CLOSED_FOR_CAUSE)
    signature = sign(RELEASE, second, "table.released", facility=table.facility, by=by, at=at)
    journal("table.released", table, on=table, by=by, at=at, signature=signature, reason=reason, cause=table.cause)
    set_state(table, Table.State.CLOSED, at, cause="")
    return table


def _opening(table: Table) -> Opening:
    opening = opening_of(table)
    if opening is None:
        raise RuleViolation(
            "table_not_opening",
            f"{table} is {table.get_state_display().lower()}. Begin its opening first.",
            remedy="table.begin-opening",
            remedy_on=table,
        )
    return opening


def _dealer(table: Table) -> Staff:
    dealer = dealer_at(table)
    if dealer is None:
        raise no_dealer(table).refusal()
    return dealer
