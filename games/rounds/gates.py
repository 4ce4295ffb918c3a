"""Gates: reasons to refuse a round, each with its paragraph and the act that fixes it.

They apply to the moment when the round was played, not when it is logged.
"""

from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import NamedTuple

from compliance.errors import RuleViolation
from compliance.facilities.policies import policy
from compliance.findings import Finding
from compliance.formatting import format_duration
from compliance.models import Staff
from games.engine import questions
from games.models import Round
from tables.dealers.roster import dealer_at
from tables.decks.stub_count import StubCount, stub_count
from tables.devices.dealing_method import DealingMethod
from tables.findings.decks import deck_change, deck_missing
from tables.findings.gates import closed_for_cause, failed_count
from tables.models import Deck, Offer, Table

# Without an offer there are no rules to settle by. Every other gate can be overridden with a violation.
UNBREACHABLE = frozenset({"no_offer"})


class Tally(NamedTuple):
    """How many rounds were dealt since the last stub count, and the last round's deck position and time."""

    rounds_since_count: int
    last_position: str
    last_played_at: datetime | None


class Situation(NamedTuple):
    """The circumstances of a round: the table at that time, and what the round was dealt with."""

    table: Table
    offer: Offer | None
    dealing: DealingMethod
    deck: Deck | None
    dealer: Staff | None
    tally: Tally
    at: datetime
    # The voided round that it replaces.
    replaces: Round | None = None

    @property
    def in_play(self) -> list[Deck]:
        return decks_in_play(self.table)

    @property
    def stub_count(self) -> StubCount | None:
        book = self.offer.book if self.offer else None
        return stub_count(book, self.dealing, self.tally.rounds_since_count)


def decks_in_play(table: Table) -> list[Deck]:
    return table.memoize("decks in play", lambda: _decks_in_play(table))


def _decks_in_play(table: Table) -> list[Deck]:
    decks = [deck for deck in table.known("decks", state=Deck.State.IN_PLAY) if deck.state == Deck.State.IN_PLAY]
    return sorted(decks, key=lambda deck: deck.position)


def deck_in_turn(in_play: Sequence[Deck], last_position: str) -> Deck | None:
    """Return the deck whose turn it is: the one that did not deal the last round."""
    others = [deck for deck in in_play if deck.position != last_position]
    return next(iter(others or in_play), None)


def gates(situation: Situation, known: list[Finding], *, counted: bool) -> list[RuleViolation]:
    """Return the gates that refuse a round: the table first, then dealer, order, deck and count.

    `known` are the findings that should keep the table from being open (tables/findings/gates.py).
    """
    found = [*_of_state(situation.table), *(each.refusal() for each in known if each.blocks_play)]
    if situation.offer is None:
        return found
    return [*found, *_of_dealer(situation), *_of_order(situation), *_of_deck(situation), *_of_count(situation, counted)]


def _of_state(table: Table) -> Iterator[RuleViolation]:
    if table.state == Table.State.OPEN:
        return
    closed = closed_for_cause(table)
    if closed:
        yield closed.refusal()
        return
    if table.state == Table.State.IDLE:
        message, remedy = (f"{table} was idle, and no reopening was recorded.", "table.resume")
    elif table.state == Table.State.OPENING:
        message, remedy = f"{table} was still being opened.", "table.open"
    else:
        message, remedy = f"{table} was closed.", "table.begin-opening"
    yield RuleViolation("table_not_open", message, remedy=remedy, remedy_on=table)


def _of_dealer(situation: Situation) -> Iterator[RuleViolation]:
    assigned = dealer_at(situation.table)
    if assigned is None or situation.dealer is None or assigned.pk == situation.dealer.pk:
        return
    yield RuleViolation(
        "another_dealer",
        f"{assigned} was the dealer at {situation.table}, not {situation.dealer}.",
        policy("one_place", situation.table.facility.jurisdiction).cite,
        remedy="table.relieve-dealer",
        remedy_on=situation.table,
    )


def _of_order(situation: Situation) -> Iterator[RuleViolation]:
    last = situation.table.last_played_at
    if situation.replaces or last is None or situation.at >= last:
        return
    yield RuleViolation(
        "out_of_order",
        f"Round {situation.table.round_number} was played {format_duration(last - situation.at)} later and is logged. "
        "Rounds are logged in order of play. A pit boss signs for a forgotten round.",
        policy("rounds_in_order", situation.table.facility.jurisdiction).cite,
    )


def _of_deck(situation: Situation) -> Iterator[RuleViolation]:
    table, offer, deck, in_play = situation.table, situation.offer, situation.deck, situation.in_play
    assert offer is not None
    pulled = [each for each in table.known("decks", state=Deck.State.PULLED) if each.state == Deck.State.PULLED]
    for each in pulled:
        yield failed_count(each, offer).refusal()
    missing = None if pulled else deck_missing(table, offer)
    if deck is None:
        if missing:
            yield missing.refusal()
        return
    if deck.pk not in {each.pk for each in in_play}:
        cite = offer.book.cite(offer.book.deck)
        message = f"Deck {deck} was not in play at {table} at the time."
        yield RuleViolation("deck_not_in_play", message, cite)
        return
    if missing:
        yield missing.refusal()
    due = deck_change(deck, situation.at)
    if due and due.blocks_play:
        yield due.refusal()
    yield from _of_turn(situation, deck)


def _of_turn(situation: Situation, deck: Deck) -> Iterator[RuleViolation]:
    if situation.replaces and situation.replaces.deck_id == deck.pk:
        return
    due = deck_in_turn(situation.in_play, situation.tally.last_position)
    if due is None or due.pk == deck.pk or not situation.tally.last_position:
        return
    assert situation.offer is not None
    book = situation.offer.book
    rules = {each.value.id: each.cite for each in questions.second_deck_requirements(book)}
    yield RuleViolation(
        "deck_out_of_turn",
        f"It was the turn of deck {due.label}: the decks alternate every round.",
        rules.get("alternate") or book.cite(book.second_deck),
    )


def _of_count(situation: Situation, counted: bool) -> Iterator[RuleViolation]:
    count = situation.stub_count
    if counted or count is None or not count.is_due:
        return
    yield RuleViolation(
        "stub_count_missing",
        f"A stub count was due in this round, after {count.rounds} rounds without one. None was entered.",
        count.cite,
    )
