"""What is due at a table now, for the board, the table page, and the API."""

from collections.abc import Iterable, Iterator
from datetime import datetime, timedelta
from typing import Any, Literal, NamedTuple

from django.conf import settings

from compliance.errors import RuleViolation
from compliance.facilities.policies import policy
from games.engine.questions import count_is_due, stub_count_every
from tables.devices.dealing_method import dealing_method_at
from tables.models import Deck, Table

from .gates import LATER, failed_count, obstacles

Status = Literal["fine", "soon", "due", "blocked", "rest"]

URGENCY: dict[Status, int] = {"blocked": 0, "due": 1, "soon": 2, "fine": 3, "rest": 4}


def urgency(status: Status, *, live: bool) -> int:
    """Return the sort rank of a status; live tables come first."""
    return URGENCY[status] + (0 if live else len(URGENCY))


class Due(NamedTuple):
    """A task, its urgency, its paragraph, and the act that resolves it on the table or another object."""

    status: Status
    status_word: str
    text: str
    cite: str | None
    act: str | None
    on: Any
    due_at: datetime | None = None


def lead() -> timedelta:
    """Return how long before its deadline a deck change is announced."""
    return timedelta(minutes=settings.DECK_CHANGE_LEAD_MINUTES)


def deck_status(deck: Deck, at: datetime) -> tuple[Status, str]:
    if deck.state != Deck.State.IN_PLAY or deck.change_due_at is None:
        return "rest", "not in play"
    if at >= deck.change_due_at:
        return "due", "overdue"
    return ("soon", "due soon") if deck.change_due_at - at <= lead() else ("fine", "fine")


def dues(table: Table, at: datetime, known: Iterable[RuleViolation] | None = None) -> list[Due]:
    """Return what is due at a table, most urgent first. Pass `known` if you already have the obstacles."""
    found = _dues(table, at, obstacles(table, at) if known is None else known)
    return sorted(found, key=lambda due: (URGENCY[due.status], due.due_at or at))


def _dues(table: Table, at: datetime, known: Iterable[RuleViolation]) -> Iterator[Due]:
    if table.state == Table.State.CLOSED_FOR_CAUSE:
        cite = policy("table_released", table.facility.jurisdiction).cite
        yield Due("blocked", "closed", f"Closed for cause: {table.cause}", cite, "table.release", table)
    if not table.is_live:
        return
    for obstacle in known:
        yield _of_obstacle(obstacle, table)
    here = table.known("decks", state__in=Deck.SEALABLE)
    decks = [deck for deck in here if deck.state == Deck.State.IN_PLAY]
    for deck in here:
        if deck.state == Deck.State.PULLED:
            yield _of_obstacle(failed_count(deck), table)
    if not decks and not any(deck.state == Deck.State.PULLED for deck in here):
        yield Due(
            "blocked", "no cards", "No deck is in play. Bring one before the next round.", None, "table.add-deck", table
        )
    for deck in decks:
        yield from _of_deck(deck, at)
    yield from _of_stub(table, at)


def _of_obstacle(obstacle: RuleViolation, table: Table) -> Due:
    due: Status = "due" if obstacle.code in LATER else "blocked"
    word = "due" if due == "due" else "blocked"
    return Due(due, word, obstacle.message, obstacle.cite, obstacle.remedy, obstacle.remedy_on or table)


def _of_deck(deck: Deck, at: datetime) -> Iterator[Due]:
    status, word = deck_status(deck, at)
    if status == "due":
        text = f"Change deck {deck.label} before the next round"
        yield Due("due", word, text, deck.change_cite, "deck.change", deck, deck.change_due_at)
    elif status == "soon":
        yield Due(
            "soon",
            word,
            f"Deck {deck.label} is due for a change soon",
            deck.change_cite,
            "deck.change",
            deck,
            deck.change_due_at,
        )


def _of_stub(table: Table, at: datetime) -> Iterator[Due]:
    offer = table.offer_at(at)
    if offer is None:
        return
    dealing = dealing_method_at(table)
    count = count_is_due(offer.book, dealing.method, dealing.shuffler, table.rounds_since_count)
    if count.value:
        yield Due("soon", "count due", "Count the stub in the next round", count.cite, None, table)


class Stub(NamedTuple):
    """Rounds since the last stub count, and how often the stub is counted."""

    rounds: int
    every: int
    status: Status
    status_word: str
    text: str


def stub(table: Table, at: datetime) -> Stub | None:
    offer = table.offer_at(at)
    if offer is None or not table.is_live:
        return None
    dealing = dealing_method_at(table)
    every = stub_count_every(offer.book, dealing.method, dealing.shuffler).value
    if every is None:
        return None
    rounds = table.rounds_since_count
    due = rounds + 1 >= every
    return Stub(rounds, every, "soon" if due else "fine", "count due" if due else "fine", f"{rounds}/{every}")
