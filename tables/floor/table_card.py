"""Present tables for the board and the table page."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, NamedTuple

from django.urls import reverse

from compliance.acts.registry import Button, act_label, act_url, buttons
from compliance.acts.view import page_url
from compliance.facilities.policies import policy
from compliance.staff.scope import Scope
from compliance.web.citations import citation_texts
from tables.dealers.roster import stint_at
from tables.devices.dealing_method import dealing_method_at
from tables.findings.due import Due, Status, Stub, deck_status, dues, lead, stub, urgency
from tables.formatting import format_duration, format_edition, format_money
from tables.models import Deck, Offer, Table

from .services import running_notice

# Shown as game and rulebook if no offer is in force.
NO_OFFER = ("No offer", "–")


class DuePresenter(NamedTuple):
    status: Status
    status_word: str
    text: str
    cite: str | None
    words: tuple[tuple[str, str], ...]
    table_code: str
    url: str | None
    act_label: str | None
    due_at: datetime | None
    urgency: tuple[int, datetime]
    # Rounds dealt from a deck that failed the count.
    exposure_url: str | None = None
    # Whether the URL opens an act in the panel; else it opens a page.
    is_act: bool = True
    # The act that resolves it, and its subject.
    act: str | None = None
    on: Any = None


class DealerPresenter(NamedTuple):
    name: str
    since: datetime
    since_text: str


class FloorpersonPresenter(NamedTuple):
    """A table's floor supervisor, with their open tables and the maximum."""

    name: str
    tables: int
    most: int


class NoticePresenter(NamedTuple):
    text: str
    effective_at: datetime


class StatePresenter(NamedTuple):
    value: str
    label: str


@dataclass(frozen=True)
class DeckPresenter:
    label: str
    serial: str
    design: str
    back_colour: str
    position: str
    state_label: str
    status: Status
    status_word: str
    due_at: datetime | None
    in_play_at: datetime | None
    limit_seconds: int
    age_seconds: int
    left_text: str
    warn_seconds: int
    url: str
    acts: list[Button] = field(default_factory=list)


@dataclass(frozen=True)
class TableCard:
    code: str
    number: int
    game: str
    edition: str
    state: StatePresenter
    status: Status
    status_word: str
    url: str
    dealer: DealerPresenter | None
    floorperson: FloorpersonPresenter | None
    decks: list[DeckPresenter]
    stub: Stub | None
    dues: list[DuePresenter]
    method_label: str
    notice: NoticePresenter | None
    # The last round, and where users with permission log the next one.
    round_number: int
    last_played_at: datetime | None
    rounds_per_hour: int | None
    log_url: str | None

    @property
    def edition_name(self) -> str:
        return self.edition if self.edition == NO_OFFER[1] else format_edition(self.edition)

    @property
    def urgency(self) -> tuple[int, str]:
        return urgency(self.status, live=self.state.value in ("open", "idle", "opening")), self.code


def table_card(table: Table, scope: Scope, at: datetime, *, rounds_per_hour: int | None = None) -> TableCard:
    """Present a table for the board. The caller supplies the rounds per hour."""
    offer, due_here, stint = table.offer_at(at), dues(table, at), stint_at(table)
    status, word = _standing(table, due_here)
    notice = running_notice(table, at)
    return TableCard(
        code=table.code,
        number=table.number,
        game=offer.game if offer else NO_OFFER[0],
        edition=offer.edition if offer else NO_OFFER[1],
        state=StatePresenter(table.state, table.get_state_display()),
        status=status,
        status_word=word,
        url=page_url(table),
        dealer=DealerPresenter(stint.staff.name, stint.started_at, format_duration(at, stint.started_at))
        if stint
        else None,
        floorperson=_floorperson(table),
        decks=[present_deck(deck, at) for deck in table.known("decks", state__in=Deck.AT_TABLE)],
        stub=stub(table, at),
        dues=[present_due(due, table, scope, at) for due in due_here],
        method_label=dealing_method_at(table).label,
        notice=NoticePresenter(f"New limits: {_limits(notice.offer)}", notice.from_at) if notice else None,
        round_number=table.round_number,
        last_played_at=table.last_played_at,
        rounds_per_hour=rounds_per_hour,
        log_url=_log_url(table, scope),
    )


def _log_url(table: Table, scope: Scope) -> str | None:
    may = table.state == Table.State.OPEN and scope.may("round-entry", table.facility)
    return reverse("round-entry", args=[table.code]) if may else None


def _floorperson(table: Table) -> FloorpersonPresenter | None:
    current: Any = next((each for each in table.supervisions.all() if each.ended_at is None), None)
    if current is None:
        return None
    most = policy("floorperson_span", table.facility.jurisdiction).value
    return FloorpersonPresenter(current.staff.name, current.span, most)


def _limits(offer: Offer) -> str:
    """Return an offer's limits on one line."""
    by_name = {offer.book.wagers[wager].limits: bounds for wager, bounds in offer.terms.limits.items()}
    return ", ".join(
        f"{str(name).replace('_', ' ')} {format_money(bounds.low_cents)} to {format_money(bounds.high_cents)}"
        for name, bounds in by_name.items()
        if name
    )


def _standing(table: Table, due_here: list[Due]) -> tuple[Status, str]:
    if due_here:
        return due_here[0].status, due_here[0].status_word
    if table.state == Table.State.OPENING:
        return "soon", "opening"
    return ("fine", "fine") if table.is_live else ("rest", "not in use")


def present_due(due: Due, table: Table, scope: Scope, at: datetime) -> DuePresenter:
    may = due.act is not None and scope.may(due.act, table.facility)
    url, label = (act_url(due.act, due.on), act_label(due.act)) if may and due.act else (None, None)
    if due.act is None and (log_url := _log_url(table, scope)):
        url, label = log_url, "Log round"  # logging the next round resolves it
    return DuePresenter(
        due.status,
        due.status_word,
        due.text,
        due.cite,
        citation_texts(due.cite) if due.cite else (),
        table.code,
        url,
        label,
        due.due_at,
        (urgency(due.status, live=table.is_live), due.due_at or at),
        exposure_url(due.on, scope) if isinstance(due.on, Deck) and due.on.state == Deck.State.PULLED else None,
        is_act=due.act is not None,
        act=due.act,
        on=due.on,
    )


def exposure_url(deck: Deck, scope: Scope) -> str | None:
    """Return the URL of a deck's exposure page, if the user may see it."""
    return reverse("exposure", args=[deck.pk]) if scope.may("exposure", deck.facility) else None


def present_deck(deck: Deck, at: datetime, scope: Scope | None = None) -> DeckPresenter:
    """Present a deck with its age and limit; with a scope, also with its acts."""
    status, word = deck_status(deck, at)
    limit = age = 0
    left = deck.get_state_display().lower()
    if deck.state == Deck.State.IN_PLAY and deck.in_play_at and deck.change_due_at:
        limit = int((deck.change_due_at - deck.in_play_at).total_seconds())
        age = int((at - deck.in_play_at).total_seconds())
        late = at >= deck.change_due_at
        left = (
            f"overdue {format_duration(at, deck.change_due_at)}"
            if late
            else f"{format_duration(deck.change_due_at, at)} left"
        )
    in_play = deck.state == Deck.State.IN_PLAY
    return DeckPresenter(
        label=deck.label,
        serial=deck.serial,
        design=deck.design,
        back_colour=deck.back_colour,
        position=deck.position,
        state_label=deck.get_state_display(),
        status=status,
        status_word=word,
        due_at=deck.change_due_at if in_play else None,
        in_play_at=deck.in_play_at if in_play else None,
        limit_seconds=limit,
        age_seconds=age,
        left_text=left,
        warn_seconds=int(lead().total_seconds()),
        url=page_url(deck),
        acts=buttons("deck", deck, scope) if scope else [],
    )


def most_urgent_first(cards: Iterable[TableCard]) -> list[TableCard]:
    return sorted(cards, key=lambda card: card.urgency)
