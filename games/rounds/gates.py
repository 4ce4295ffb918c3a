"""Gates: what keeps a round from being logged, each with its paragraph and the one act that puts it right.

They ask of the moment at which the round was played, not of that at which it is logged.
"""

from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import NamedTuple

from compliance.errors import RuleViolation
from compliance.facilities.policies import policy
from compliance.models import Staff
from games.engine import questions
from games.models import Round
from tables.dealers.roster import dealer_at
from tables.devices.dealing_method import DealingMethod
from tables.findings.due import deck_status
from tables.findings.gates import LATER, failed_count
from tables.formatting import format_duration
from tables.models import Deck, Offer, Table

# Without an offer there are no rules to settle by; every other gate can have been played against.
UNBREACHABLE = frozenset({"no_offer"})


class Tally(NamedTuple):
    """How many rounds were dealt since the stub was counted, from which place the last one, and when."""

    rounds_since_count: int
    last_position: str
    last_played_at: datetime | None


class Situation(NamedTuple):
    """In what a round was played: the table as it was then, and what of it the round was dealt with."""

    table: Table
    offer: Offer | None
    dealing: DealingMethod
    deck: Deck | None
    dealer: Staff | None
    tally: Tally
    at: datetime
    # The voided round whose place it takes.
    replaces: Round | None = None

    @property
    def in_play(self) -> list[Deck]:
        return decks_in_play(self.table)

    @property
    def counting(self) -> "questions.Answer[bool] | None":
        """Whether the stub must be counted in this round."""
        if self.offer is None:
            return None
        uncounted = self.tally.rounds_since_count
        return questions.count_is_due(self.offer.book, self.dealing.method, self.dealing.shuffler, uncounted)


def decks_in_play(table: Table) -> list[Deck]:
    return table.memoize("decks in play", lambda: _decks_in_play(table))


def _decks_in_play(table: Table) -> list[Deck]:
    decks = [deck for deck in table.known("decks", state=Deck.State.IN_PLAY) if deck.state == Deck.State.IN_PLAY]
    return sorted(decks, key=lambda deck: deck.position)


def deck_in_turn(in_play: Sequence[Deck], last_position: str) -> Deck | None:
    """Return the deck whose turn it is: the one that did not deal the last round."""
    others = [deck for deck in in_play if deck.position != last_position]
    return next(iter(others or in_play), None)


def gates(situation: Situation, known: list[RuleViolation], *, counted: bool) -> list[RuleViolation]:
    """Return what stands in the way of a round, the table first, then cards, dealer and count.

    `known` is what stands against the table's being open (tables/findings/gates.py).
    """
    found = [*_of_state(situation.table), *(each for each in known if each.code not in LATER)]
    if situation.offer is None:
        return found
    return [*found, *_of_dealer(situation), *_of_order(situation), *_of_deck(situation), *_of_count(situation, counted)]


def _of_state(table: Table) -> Iterator[RuleViolation]:
    if table.state == Table.State.OPEN:
        return
    state = table.get_state_display().lower()
    if table.state == Table.State.IDLE:
        message, remedy = (
            f"{table} is idle: its cards are spread. The first player's arrival comes first.",
            "table.resume",
        )
    elif table.state == Table.State.OPENING:
        message, remedy = f"{table} is still being opened. Open it first.", "table.open"
    elif table.state == Table.State.CLOSED_FOR_CAUSE:
        message, remedy = (
            f"{table} is closed for cause: {table.cause}. The closure must be lifted first.",
            "table.release",
        )
    else:
        message, remedy = f"{table} is {state}. Open it first.", "table.begin-opening"
    yield RuleViolation("table_not_open", message, remedy=remedy, remedy_on=table)


def _of_dealer(situation: Situation) -> Iterator[RuleViolation]:
    assigned = dealer_at(situation.table)
    if assigned is None or situation.dealer is None or assigned.pk == situation.dealer.pk:
        return
    yield RuleViolation(
        "another_dealer",
        f"{assigned} is the dealer at {situation.table}, not {situation.dealer}. Relieve the dealer first.",
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
        f"Round {situation.table.round_number} was played {format_duration(last, situation.at)} later than this one. "
        "Rounds are logged as they were played: if this one was forgotten, a pit boss records it.",
        policy("rounds_in_order", situation.table.facility.jurisdiction).cite,
    )


def _of_deck(situation: Situation) -> Iterator[RuleViolation]:
    table, offer, deck, in_play = situation.table, situation.offer, situation.deck, situation.in_play
    assert offer is not None
    pulled = [each for each in table.known("decks", state=Deck.State.PULLED) if each.state == Deck.State.PULLED]
    for each in pulled:
        yield failed_count(each)
    if deck is None:
        if not pulled:
            cite = offer.book.cite(offer.book.deck)
            message = "No deck is in play here. Bring one into play first."
            yield RuleViolation("no_deck", message, cite, remedy="table.add-deck", remedy_on=table)
        return
    if deck.pk not in {each.pk for each in in_play}:
        cite = offer.book.cite(offer.book.deck)
        message = f"Deck {deck} was not in play at {table} then. Choose the deck that was."
        yield RuleViolation("deck_not_in_play", message, cite)
        return
    must = questions.must_use_second_deck(offer.book, situation.dealing.shuffler)
    if len(in_play) < 2 and must.value and not pulled:
        message = "With a shuffler two decks are used here. Bring a second deck into play."
        yield RuleViolation("second_deck_missing", message, must.cite, remedy="table.add-deck", remedy_on=table)
    yield from _of_age(deck, situation.at)
    yield from _of_turn(situation, deck)


def _of_age(deck: Deck, at: datetime) -> Iterator[RuleViolation]:
    if deck_status(deck, at)[0] != "due":
        return
    assert deck.change_due_at is not None
    late = format_duration(at, deck.change_due_at)
    message = f"Deck {deck.label} was to be changed {late} ago. Change it before the next round."
    yield RuleViolation("deck_overdue", message, deck.change_cite, remedy="deck.change", remedy_on=deck)


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
        f"It is the turn of deck {due.label}: the decks alternate every round. Deal from it, or choose it.",
        rules.get("alternate") or book.cite(book.second_deck),
    )


def _of_count(situation: Situation, counted: bool) -> Iterator[RuleViolation]:
    count = situation.counting
    if counted or count is None or not count.value:
        return
    yield RuleViolation(
        "stub_count_missing",
        f"After {situation.tally.rounds_since_count} rounds without a count the stub is counted in this one. Enter the "
        "count.",
        count.cite,
    )
