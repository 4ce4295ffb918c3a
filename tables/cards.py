"""Tables as the board and their own page show them."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, NamedTuple

from django.db.models import OuterRef, Prefetch, Q, QuerySet, Subquery

from compliance.acts import Button, buttons, label_of, url_of
from compliance.citations import words_of
from compliance.doors import page_of
from compliance.policies import policy
from compliance.scope import Scope

from .dealing import dealing_at
from .dues import Due, Status, Stub, deck_status, dues, lead, stub, urgency
from .models import Deck, LayoutInForce, Offer, OfferInForce, Stint, Supervision, Table
from .people import open_tables_count, stint_at
from .services.floor import running_notice
from .words import money, span


class DueShown(NamedTuple):
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


class DealerShown(NamedTuple):
    name: str
    since: datetime
    since_text: str


class FloorpersonShown(NamedTuple):
    """Who supervises a table, and how many open tables of how many they may have."""

    name: str
    tables: int
    most: int


class NoticeShown(NamedTuple):
    text: str
    effective_at: datetime


class StateShown(NamedTuple):
    value: str
    label: str


@dataclass(frozen=True)
class DeckShown:
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
    state: StateShown
    status: Status
    status_word: str
    url: str
    dealer: DealerShown | None
    floorperson: FloorpersonShown | None
    decks: list[DeckShown]
    stub: Stub | None
    dues: list[DueShown]
    method_label: str
    notice: NoticeShown | None

    @property
    def urgency(self) -> tuple[int, str]:
        return urgency(self.status, live=self.state.value in ("open", "idle", "opening")), self.code


def fetched(tables: QuerySet[Table], at: datetime) -> QuerySet[Table]:
    """Fetch tables with all that a card shows, in a fixed number of queries, none of which reads history."""
    return tables.select_related("facility", "pit").prefetch_related(
        "devices",
        Prefetch("decks", Deck.objects.filter(state__in=Deck.AT_TABLE)),
        *in_force(at),
        Prefetch("stints", Stint.objects.filter(ended_at=None).select_related("staff")),
        "stints__staff__licences",
        "stints__staff__table_tests",
        "stints__staff__postings",
        Prefetch(
            "supervisions",
            # With each charge of a table, how many open tables the same floorperson has in all.
            Supervision.objects.filter(ended_at=None).select_related("staff").annotate(span=open_tables_count("staff")),
        ),
        "supervisions__staff__postings",
    )


def in_force(at: datetime) -> "tuple[Prefetch[Any], ...]":
    """Return what fetches the offers and layouts at tables: those of the moment, and those to come."""
    return (
        Prefetch("offers_in_force", _current(OfferInForce.objects.select_related("offer__facility"), at)),
        Prefetch("layouts_in_force", _current(LayoutInForce.objects.select_related("layout__facility"), at)),
    )


def _current(rows: QuerySet[OfferInForce] | QuerySet[LayoutInForce], at: datetime) -> QuerySet[OfferInForce]:
    """Narrow what is in force at tables to the latest of each and those to come."""
    latest = rows.model._default_manager.filter(table=OuterRef("table"), from_at__lte=at, cancelled_at=None)
    newest = Subquery(latest.order_by("-from_at", "-pk").values("pk")[:1])
    narrowed: QuerySet[OfferInForce] = rows.filter(Q(from_at__gt=at) | Q(pk=newest))  # type: ignore[assignment]
    return narrowed


def card_of(table: Table, scope: Scope, at: datetime) -> TableCard:
    """Return a table as the board shows it."""
    offer, due_here, stint = table.offer_at(at), dues(table, at), stint_at(table)
    status, word = _standing(table, due_here)
    notice = running_notice(table, at)
    return TableCard(
        code=table.code,
        number=table.number,
        game=offer.game if offer else "No offer",
        edition=offer.edition if offer else "–",
        state=StateShown(table.state, table.get_state_display()),
        status=status,
        status_word=word,
        url=page_of(table),
        dealer=DealerShown(stint.staff.name, stint.started_at, span(at, stint.started_at)) if stint else None,
        floorperson=_floorperson(table),
        decks=[deck_shown(deck, at) for deck in table.known("decks", state__in=Deck.AT_TABLE)],
        stub=stub(table, at),
        dues=[due_shown(due, table, scope, at) for due in due_here],
        method_label=dealing_at(table).label,
        notice=NoticeShown(f"New limits: {_limits(notice.offer)}", notice.from_at) if notice else None,
    )


def _floorperson(table: Table) -> FloorpersonShown | None:
    current: Any = next((each for each in table.supervisions.all() if each.ended_at is None), None)
    if current is None:
        return None
    most = policy("floorperson_span", table.facility.jurisdiction).value
    return FloorpersonShown(current.staff.name, current.span, most)


def _limits(offer: Offer) -> str:
    """Return an offer's limits in one line."""
    by_name = {offer.book.wagers[wager].limits: bounds for wager, bounds in offer.terms.limits.items()}
    return ", ".join(
        f"{str(name).replace('_', ' ')} {money(bounds.low_cents)} to {money(bounds.high_cents)}"
        for name, bounds in by_name.items()
        if name
    )


def _standing(table: Table, due_here: list[Due]) -> tuple[Status, str]:
    if due_here:
        return due_here[0].status, due_here[0].status_word
    if table.state == Table.State.OPENING:
        return "soon", "being opened"
    return ("fine", "fine") if table.is_live else ("rest", "at rest")


def due_shown(due: Due, table: Table, scope: Scope, at: datetime) -> DueShown:
    may = due.act is not None and scope.may(due.act, table.facility)
    return DueShown(
        due.status,
        due.status_word,
        due.text,
        due.cite,
        words_of(due.cite) if due.cite else (),
        table.code,
        url_of(due.act, due.on) if may and due.act else None,
        label_of(due.act) if may and due.act else None,
        due.due_at,
        (urgency(due.status, live=table.is_live), due.due_at or at),
    )


def deck_shown(deck: Deck, at: datetime, scope: Scope | None = None) -> DeckShown:
    """Return a deck with its age against its limit; with a scope, also what may be done to it."""
    status, word = deck_status(deck, at)
    limit = age = 0
    left = deck.get_state_display().lower()
    if deck.state == Deck.State.IN_PLAY and deck.in_play_at and deck.change_due_at:
        limit = int((deck.change_due_at - deck.in_play_at).total_seconds())
        age = int((at - deck.in_play_at).total_seconds())
        late = at >= deck.change_due_at
        left = f"overdue {span(at, deck.change_due_at)}" if late else f"{span(deck.change_due_at, at)} left"
    in_play = deck.state == Deck.State.IN_PLAY
    return DeckShown(
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
        url=page_of(deck),
        acts=buttons("deck", deck, scope) if scope else [],
    )


def most_urgent_first(cards: Iterable[TableCard]) -> list[TableCard]:
    return sorted(cards, key=lambda card: card.urgency)
