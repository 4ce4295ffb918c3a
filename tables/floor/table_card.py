"""Present tables for the board and the table page."""

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, NamedTuple

from django.urls import reverse

from compliance.acts.registry import Button, act_url, buttons
from compliance.acts.remedies import Remedy, remedy_of
from compliance.acts.view import page_url
from compliance.alerts.inbox import stored_findings, table_findings
from compliance.facilities.policies import policy
from compliance.findings import URGENCY, Finding, Status
from compliance.formatting import format_due
from compliance.models import Facility
from compliance.staff.scope import Scope
from games.engine.money import format_money
from tables.dealers.roster import stint_at
from tables.decks.shuffler_counts import counts_cards
from tables.devices.dealing_method import dealing_method_at
from tables.findings.decks import ClockStage, clock_stages, stub_count_at
from tables.formatting import format_edition
from tables.models import Deck, Offer, Table

from .queries import running_notice

# Shown as game and rulebook if no offer is in force.
NO_OFFER = ("No offer", "–")


class FindingPresenter(NamedTuple):
    """A finding, the table or facility it is at, and what this person may do about it."""

    finding: Finding
    place: str
    remedy: Remedy | None
    # Rounds dealt from a deck that failed the count.
    exposure_url: str | None = None


class StubPresenter(NamedTuple):
    """Rounds since the last stub count, and how often the stub is counted."""

    rounds: int
    every: int
    status: Status
    status_word: str
    text: str


class DealerPresenter(NamedTuple):
    name: str
    since: datetime


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


class WrongCountsPresenter(NamedTuple):
    """The likeliest wrong numbers on a counting shuffler; one tap pulls the deck. `url` is the act, which takes any."""

    url: str
    numbers: tuple[int, ...]


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
    # For clock.js.
    stages: str
    url: str
    acts: list[Button] = field(default_factory=list)
    wrong_counts: "WrongCountsPresenter | None" = None


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
    stub: StubPresenter | None
    findings: list[FindingPresenter]
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
    def urgency(self) -> tuple[bool, int, int, str]:
        """Its place on the board: tables in use first, by status and severity."""
        worst = self.findings[0].finding.severity if self.findings else 0
        return self.state.value not in ("open", "idle", "opening"), URGENCY[self.status], -worst, self.code


def table_card(
    table: Table, found: list[Finding], scope: Scope, at: datetime, *, rounds_per_hour: int | None = None
) -> TableCard:
    """Present a table with its findings, most urgent first. The caller supplies the rounds per hour."""
    offer, stint = table.offer_at(at), stint_at(table)
    status, word = _standing(table, found)
    notice = running_notice(table, at)
    return TableCard(
        code=table.code,
        number=table.number,
        game=offer.game if offer else NO_OFFER[0],
        edition=offer.edition if offer else NO_OFFER[1],
        state=StatePresenter(table.state, Table.State(table.state).label),
        status=status,
        status_word=word,
        url=page_url(table),
        dealer=DealerPresenter(stint.staff.name, stint.started_at) if stint else None,
        floorperson=_floorperson(table),
        decks=[present_deck(deck, at) for deck in table.known("decks", state__in=Deck.AT_TABLE)],
        stub=_stub(table, at, found),
        findings=[present_finding(each, table, scope) for each in found],
        method_label=dealing_method_at(table).label,
        notice=NoticePresenter(f"New limits: {_limits(notice.offer)}", notice.from_at) if notice else None,
        round_number=table.round_number,
        last_played_at=table.last_played_at,
        rounds_per_hour=rounds_per_hour,
        log_url=_log_url(table, scope),
    )


def table_cards(tables: Sequence[Table], scope: Scope, at: datetime) -> list[TableCard]:
    """Present tables of one facility with what is wrong or due there."""
    stored = stored_findings(tables[0].facility) if tables else {}
    found = table_findings(tables, at, stored)
    return [table_card(table, found[table.code], scope, at) for table in tables]


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


def _standing(table: Table, found: list[Finding]) -> tuple[Status, str]:
    if found:
        return found[0].status, found[0].status_word
    if table.state == Table.State.OPENING:
        return "soon", "opening"
    return ("fine", "fine") if table.is_live else ("rest", "not in use")


def _stub(table: Table, at: datetime, found: list[Finding]) -> StubPresenter | None:
    count = stub_count_at(table, at)
    if count is None:
        return None
    due = next((each for each in found if each.code == "stub_count"), None)
    status, word = (due.status, due.status_word) if due else ("fine", "fine")
    return StubPresenter(count.rounds, count.every, status, word, f"{count.rounds}/{count.every}")


def present_finding(finding: Finding, place: Table | Facility, scope: Scope) -> FindingPresenter:
    """Present a finding at a table or facility; for a deck that failed the count, with the rounds dealt from it."""
    exposed = finding.remedy_on if finding.code == "deck_not_whole" else None
    return FindingPresenter(
        finding, place.code, remedy_of(finding, place, scope), exposure_url(exposed, scope) if exposed else None
    )


def exposure_url(deck: Deck, scope: Scope) -> str | None:
    """Return the URL of a deck's exposure page, if the user may see it."""
    return reverse("exposure", args=[deck.pk]) if scope.may("exposure", deck.facility) else None


def present_deck(deck: Deck, at: datetime, scope: Scope | None = None) -> DeckPresenter:
    """Present a deck with its age and limit; with a scope, also with its acts."""
    stages, now = list[ClockStage](), ClockStage(0, "rest", "not in play")
    wrong_counts = _wrong_counts(deck, at, scope) if scope else None
    limit = age = 0
    state = Deck.State(deck.state).label
    left = state.lower()
    in_play = deck.state == Deck.State.IN_PLAY
    if in_play and deck.in_play_at and deck.change_due_at:
        stages, passed = clock_stages(deck), (at - deck.change_due_at).total_seconds()
        limit, age = -stages[0].after, int((at - deck.in_play_at).total_seconds())
        now = next((stage for stage in reversed(stages) if stage.after <= passed), stages[0])
        left = format_due(deck.change_due_at - at)
    return DeckPresenter(
        label=deck.label,
        serial=deck.serial,
        design=deck.design,
        back_colour=deck.back_colour,
        position=deck.position,
        state_label=state,
        status=now.status,
        status_word=now.word,
        due_at=deck.change_due_at if in_play else None,
        in_play_at=deck.in_play_at if in_play else None,
        limit_seconds=limit,
        age_seconds=age,
        left_text=left,
        stages=json.dumps(stages, separators=(",", ":")),
        url=page_url(deck),
        acts=[
            button
            for button in (buttons("deck", deck, scope) if scope else ())
            if wrong_counts is None or button.url != wrong_counts.url
        ],
        wrong_counts=wrong_counts,
    )


def _wrong_counts(deck: Deck, at: datetime, scope: Scope) -> WrongCountsPresenter | None:
    offer = deck.table.offer_at(at) if deck.table else None
    if offer is None or not scope.may("deck.shuffler-count", deck.facility) or not counts_cards(deck):
        return None
    cards = offer.book.deck.cards
    return WrongCountsPresenter(act_url("deck.shuffler-count", deck), (cards - 1, cards + 1))


def most_urgent_first(cards: Iterable[TableCard]) -> list[TableCard]:
    return sorted(cards, key=lambda card: card.urgency)
