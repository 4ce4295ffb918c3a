"""Findings about cards: deck changes, failed counts, missing decks or verification, and stub counts."""

from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from typing import NamedTuple

from django.conf import settings
from django.db.models import Max

from compliance.facilities.policies import policy
from compliance.findings import Check, Finders, Finding, Inspection, Status
from compliance.models import Severity
from compliance.staff.roles import OFFICERS
from games.engine import questions
from tables.decks.stub_count import StubCount, stub_count
from tables.devices.dealing_method import dealing_method_at
from tables.models import Deck, Offer, Table
from tables.openings.sequence import reopening_of

from .gates import failed_count

# How long before its deadline a change is listed for whoever takes over.
AHEAD = timedelta(hours=1)

# How long a table may lack a deck while someone brings one.
BETWEEN_DECKS = timedelta(minutes=5)


def lead() -> timedelta:
    """Return how long before its deadline a deck change is announced."""
    return timedelta(minutes=settings.DECK_CHANGE_LEAD_MINUTES)


def overdue_after() -> timedelta:
    """Return how long after its deadline a deck change is overdue."""
    return timedelta(minutes=settings.DECK_OVERDUE_MINUTES)


def deck_change(deck: Deck, at: datetime) -> Finding | None:
    """Return the finding that a deck in play is due for a change: soon, now, or overdue."""
    due_at = deck.change_due_at
    if deck.state != Deck.State.IN_PLAY or due_at is None or at < due_at - lead():
        return None
    overdue_at = due_at + overdue_after()
    if at < due_at:
        severity, message, advice, changes_at = Severity.WARNING, "is due for a change soon", "", due_at
    elif at < overdue_at:
        severity, message, advice = Severity.DUE, "is due for a change.", "Change it before the next round."
        changes_at = overdue_at
    else:
        severity, message, advice = Severity.CRITICAL, "is overdue for a change.", "Do not deal from it."
        changes_at = None
    return Finding(
        "deck_change",
        deck.subject_key,
        severity,
        f"Deck {deck.label} {message}",
        deck.change_cite,
        "deck.change",
        deck,
        due_at,
        blocks_play=at >= due_at,
        changes_at=changes_at,
        since=due_at - lead(),
        occurrence=_moment(deck.in_play_at),
        advice=advice,
    )


def deck_change_ahead(deck: Deck, at: datetime) -> Finding | None:
    """Preview a change for whoever takes over: it is due within the hour, and not announced yet."""
    due_at = deck.change_due_at
    if due_at is None or not at < due_at - lead() <= due_at <= at + AHEAD:
        return None
    announced = deck_change(deck, due_at - lead())
    message = f"Deck {deck.label} is due for a change within the hour"
    return announced and announced._replace(code="deck_change_ahead", severity=Severity.NOTICE, message=message)


class ClockStage(NamedTuple):
    """From how many seconds after its deadline on a deck's clock shows this status and word."""

    after: int
    status: Status
    word: str


def clock_stages(deck: Deck) -> list[ClockStage]:
    """Return the stages of the clock of a deck in play, for whoever runs it: pages pick one and derive nothing."""
    assert deck.in_play_at
    assert deck.change_due_at
    due_at = deck.change_due_at
    stages = [ClockStage(int((deck.in_play_at - due_at).total_seconds()), "fine", "fine")]
    at: datetime | None = due_at - lead()
    while at and (finding := deck_change(deck, at)):
        stages.append(ClockStage(int((at - due_at).total_seconds()), finding.status, finding.status_word))
        at = finding.changes_at
    return stages


def decks_to_change(inspection: Inspection) -> Iterator[Finding]:
    for deck in _decks(inspection.thing, Deck.State.IN_PLAY):
        finding = deck_change(deck, inspection.at)
        if finding:
            yield finding
        else:
            assert deck.change_due_at is not None
            inspection.recheck_at(deck.change_due_at - lead())


def decks_not_whole(inspection: Inspection) -> Iterator[Finding]:
    table: Table = inspection.thing
    for deck in _decks(table, Deck.State.PULLED):
        # During its first opening a table has no deck to change: this one goes, and another is brought.
        remedy = "deck.change" if table.is_live or reopening_of(table) else "deck.remove"
        finding = failed_count(deck, table.offer_at(inspection.at), remedy=remedy)
        yield finding._replace(since=deck.state_since, occurrence=_moment(deck.state_since))


def deck_missing(
    table: Table, offer: Offer | None, decks: Sequence[Deck] | None = None, *, remedy: str = "table.add-deck"
) -> Finding | None:
    """Return the finding that a table lacks a deck: it has none, or only one where its shuffler requires two.

    Only decks that are or were in play count, unless the caller says which: an opening counts those at the table.
    """
    here = _decks(table, *Deck.SEALABLE) if decks is None else decks
    if not here:
        rule = policy("deck_whole_life", table.facility.jurisdiction)
        cite = offer.book.cite(offer.book.deck) if offer else rule.cite
        return _missing(table, "no_deck", "There are no cards at this table.", "Bring a deck.", cite, remedy)
    if offer is None or len(here) > 1 or here[0].state == Deck.State.PULLED:
        return None
    must = questions.must_use_second_deck(offer.book, dealing_method_at(table).shuffler)
    if not must.value:
        return None
    message = "This table has a shuffler and must use two decks."
    return _missing(table, "second_deck_missing", message, "Bring a second deck.", must.cite, remedy)


def _missing(table: Table, code: str, message: str, advice: str, cite: str, remedy: str) -> Finding:
    found = Finding(code, table.subject_key, Severity.NOTICE, message, cite, remedy, table, advice=advice)
    return found._replace(blocks_play=True)


def last_decks_gone(inspections: Sequence[Inspection]) -> None:
    """Fetch since when tables have lacked a deck; other entries do not reset this time."""
    for inspection in inspections:
        table: Table = inspection.thing
        if table.state == Table.State.OPEN:
            inspection.known["deck missing"] = deck_missing(table, table.offer_at(inspection.at))
    lacking = {each.thing.pk: each for each in inspections if each.known.get("deck missing")}
    if not lacking:
        return  # also building a query takes time, and every logged round comes by here
    gone = Deck.objects.filter(table__in=lacking).order_by().values_list("table").annotate(Max("removed_at"))
    for table_id, at in gone:
        lacking[table_id].known["decks gone"] = at


def tables_without_deck(inspection: Inspection) -> Iterator[Finding]:
    finding: Finding | None = inspection.known.get("deck missing")
    if finding:
        since = max(inspection.known.get("decks gone") or inspection.thing.state_since, inspection.thing.state_since)
        yield after_grace(inspection, finding, since, BETWEEN_DECKS)


def after_grace(inspection: Inspection, finding: Finding, since: datetime, grace: timedelta) -> Finding:
    """Return a finding that is a notice at first, and due after a while."""
    late = since + grace
    severity = Severity.DUE if inspection.at >= late else Severity.NOTICE
    return finding._replace(severity=severity, since=since, changes_at=inspection.after(late))


def decks_of_one_colour(inspection: Inspection) -> Iterator[Finding]:
    table: Table = inspection.thing
    decks, offer = _decks(table, Deck.State.IN_PLAY), table.offer_at(inspection.at)
    if len(decks) < 2 or offer is None or len({deck.back_colour for deck in decks}) == len(decks):
        return
    rules = {each.value.id: each.cite for each in questions.second_deck_requirements(offer.book)}
    yield Finding(
        "second_deck_same_colour",
        table.subject_key,
        Severity.CRITICAL,
        f"Both decks in play have {decks[0].back_colour} backs.",
        rules.get("different_colour") or offer.book.cite(offer.book.second_deck),
        "deck.remove",
        decks[-1],
        advice="Remove one from the table.",
    )


def stub_count_at(table: Table, at: datetime) -> StubCount | None:
    """Return the stub count of a live table; None if the rules require none."""
    offer = table.offer_at(at) if table.is_live else None
    return stub_count(offer.book, dealing_method_at(table), table.rounds_since_count) if offer else None


def stub_counts(inspection: Inspection) -> Iterator[Finding]:
    """Report a stub count: a notice if it is due in the next round, due if it was missed."""
    table: Table = inspection.thing
    count = stub_count_at(table, inspection.at)
    if count is None or not count.is_due:
        return
    yield Finding(
        "stub_count",
        table.subject_key,
        Severity.DUE if count.was_missed else Severity.NOTICE,
        f"The stub was not counted for {count.rounds} rounds." if count.rounds else "The stub count is due.",
        count.cite,
        "round-entry",
        table,
        since=table.last_played_at,
        occurrence=f"after {table.round_number - count.rounds}",
        advice="Count the stub in the next round.",
    )


def cards_not_verified(inspection: Inspection) -> Iterator[Finding]:
    """Report decks at a table, or even in play, that no floorperson has verified."""
    table: Table = inspection.thing
    rule = policy("opening_verified", inspection.facility.jurisdiction)
    offer = table.offer_at(inspection.at)
    law = questions.verification(offer.book) if offer else None
    cite = law.cite if law else rule.cite
    for deck in _decks(table, Deck.State.TABLE):
        late = deck.state_since + timedelta(minutes=rule.value)
        inspection.recheck_at(late)
        if inspection.at >= late:
            message = f"Deck {deck.label} is at the table, but no floorperson has verified it."
            yield _unverified(deck, Severity.WARNING, message, "", cite, "deck.verify", deck.state_since)
    for deck in _decks(table, Deck.State.IN_PLAY):
        if not getattr(deck, "was_verified", True):
            message, advice = (
                f"Deck {deck.label} is in play, but no floorperson verified it.",
                "Remove it from the table.",
            )
            yield _unverified(deck, Severity.CRITICAL, message, advice, cite, "deck.remove", deck.in_play_at)


def _unverified(
    deck: Deck, severity: Severity, message: str, advice: str, cite: str, remedy: str, since: datetime | None
) -> Finding:
    finding = Finding("opening_unverified", deck.subject_key, severity, message, cite, remedy, deck, advice=advice)
    return finding._replace(since=since, occurrence=_moment(since))


def _decks(table: Table, *states: str) -> list[Deck]:
    """Return the decks in these states at a live or opening table."""
    if not table.is_live and table.state != Table.State.OPENING:
        return []
    return [deck for deck in table.known("decks", state__in=states) if deck.state in states]


def _moment(at: datetime | None) -> str:
    return at.isoformat() if at else ""


FINDERS = Finders(
    checks=(
        Check("deck_change", "Deck change", closed_by=OFFICERS),
        Check("deck_not_whole", "Deck failed the count", closed_by=OFFICERS),
        Check("no_deck", "No deck in play"),
        Check("second_deck_missing", "Second deck missing"),
        Check("second_deck_same_colour", "Two decks of the same color", closed_by=OFFICERS),
        Check("stub_count", "Stub count", closed_by=OFFICERS),
        Check("opening_unverified", "Cards not verified", closed_by=OFFICERS),
    ),
    prepare=(last_decks_gone,),
    find=(decks_to_change, decks_not_whole, tables_without_deck, decks_of_one_colour, stub_counts, cards_not_verified),
)
