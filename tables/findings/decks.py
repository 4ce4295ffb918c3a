"""Findings about cards: deck changes, failed counts, missing verification, and stub counts."""

from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta

from django.conf import settings
from django.db.models import Exists, Max, OuterRef

from compliance.facilities.policies import policy
from compliance.findings import Check, Finding, Inspection, declare, finds, prepares
from compliance.models import Severity
from compliance.staff.roles import OFFICERS
from games.engine import questions
from tables.devices.dealing_method import dealing_method_at
from tables.models import Deck, DeckStep, Table
from tables.openings.sequence import SIGNED_STEPS

from .due import lead
from .gates import failed_count

declare(
    Check("deck_change", "Deck change", closed_by=OFFICERS),
    Check("deck_not_whole", "Deck failed the count", closed_by=OFFICERS),
    Check("no_deck", "No deck in play"),
    Check("second_deck_same_colour", "Two decks of the same color", closed_by=OFFICERS),
    Check("stub_count", "Stub count", closed_by=OFFICERS),
    Check("opening_unverified", "Cards not verified", closed_by=OFFICERS),
)

# How long a table may be without a deck while someone brings one.
BETWEEN_DECKS = timedelta(minutes=5)


def overdue_after() -> timedelta:
    """Return how long after its deadline a deck change is critical."""
    return timedelta(minutes=settings.DECK_OVERDUE_MINUTES)


def stage(due_at: datetime, at: datetime) -> Severity | None:
    """Return the severity of a deck change: none yet, due soon, due, or overdue."""
    if at < due_at - lead():
        return None
    if at < due_at:
        return Severity.WARNING
    return Severity.DUE if at < due_at + overdue_after() else Severity.CRITICAL


@finds("table")
def decks_to_change(inspection: Inspection) -> Iterator[Finding]:
    for deck in _decks(inspection.thing, Deck.State.IN_PLAY):
        due_at = deck.change_due_at
        assert due_at is not None
        inspection.recheck_at(due_at - lead(), due_at, due_at + overdue_after())
        severity = stage(due_at, inspection.at)
        if severity is None:
            continue
        text = {
            Severity.WARNING: f"Deck {deck.label} is due for a change soon",
            Severity.DUE: f"Deck {deck.label} must be changed before the next round",
            Severity.CRITICAL: f"Deck {deck.label} is overdue. Do not deal from it.",
        }[severity]
        yield Finding(
            "deck_change",
            deck.subject_key,
            severity,
            text,
            deck.change_cite,
            occurrence=_moment(deck.in_play_at),
            since=due_at - lead(),
            due_at=due_at,
            act="deck.change",
            act_on=deck.pk,
        )


@finds("table")
def decks_not_whole(inspection: Inspection) -> Iterator[Finding]:
    for deck in _decks(inspection.thing, Deck.State.PULLED):
        why = failed_count(deck)
        yield Finding(
            "deck_not_whole",
            deck.subject_key,
            Severity.CRITICAL,
            why.message,
            why.cite or "",
            occurrence=_moment(deck.state_since),
            since=deck.state_since,
            act="deck.change",
            act_on=deck.pk,
        )


def _is_bare(table: Table) -> bool:
    return table.state == Table.State.OPEN and not _decks(table, *Deck.SEALABLE)


@prepares("table")
def last_decks_gone(inspections: Sequence[Inspection]) -> None:
    """Fetch since when tables have had no deck; other entries do not reset this time."""
    bare = {inspection.thing.pk: inspection for inspection in inspections if _is_bare(inspection.thing)}
    gone = Deck.objects.filter(table__in=bare).order_by().values_list("table").annotate(Max("removed_at"))
    for table, at in gone if bare else ():
        bare[table].known["bare since"] = max(at, bare[table].thing.state_since) if at else None


@finds("table")
def tables_without_deck(inspection: Inspection) -> Iterator[Finding]:
    table: Table = inspection.thing
    if not _is_bare(table):
        return
    since = inspection.known.get("bare since") or table.state_since
    inspection.recheck_at(since + BETWEEN_DECKS)
    if inspection.at >= since + BETWEEN_DECKS:
        yield Finding(
            "no_deck",
            table.subject_key,
            Severity.DUE,
            "No deck is in play. Bring one, or close the table.",
            policy("deck_whole_life", inspection.facility.jurisdiction).cite,
            since=since,
            act="table.add-deck",
            act_on=table.code,
        )


@finds("table")
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
        f"Both decks in play have {decks[0].back_colour} backs. Remove one from the table.",
        rules.get("different_colour") or offer.book.cite(offer.book.second_deck),
        act="deck.remove",
        act_on=decks[-1].pk,
    )


@finds("table")
def stub_counts(inspection: Inspection) -> Iterator[Finding]:
    """Report a stub count: a notice if it is due in the next round, due if it was missed."""
    table: Table = inspection.thing
    offer = table.offer_at(inspection.at)
    if not table.is_live or offer is None:
        return
    dealing = dealing_method_at(table)
    every = questions.stub_count_every(offer.book, dealing.method, dealing.shuffler)
    uncounted = table.rounds_since_count
    if every.value is None or uncounted + 1 < every.value:
        return
    missed = uncounted >= every.value
    yield Finding(
        "stub_count",
        table.subject_key,
        Severity.DUE if missed else Severity.NOTICE,
        f"The stub was not counted for {uncounted} rounds. Count it in the next round."
        if missed
        else f"Stub count due in the next round, after {uncounted} rounds without a count",
        every.cite,
        occurrence=f"after {table.round_number - uncounted}",
        since=table.last_played_at,
        act="round-entry",
        act_on=table.code,
    )


@prepares("table")
def decks_never_verified(inspections: Sequence[Inspection]) -> None:
    signed = DeckStep.objects.filter(deck=OuterRef("pk"), step__in=SIGNED_STEPS)
    in_play = Deck.objects.filter(
        table__in=[inspection.thing.pk for inspection in inspections], state=Deck.State.IN_PLAY
    )
    unverified = set(in_play.exclude(Exists(signed)).values_list("pk", flat=True))
    for inspection in inspections:
        inspection.known["unverified"] = unverified


@finds("table")
def cards_not_verified(inspection: Inspection) -> Iterator[Finding]:
    """Report decks at a table, or even in play, that no floorperson has verified."""
    table: Table = inspection.thing
    rule = policy("opening_verified", inspection.facility.jurisdiction)
    for deck in _decks(table, Deck.State.TABLE):
        late = deck.state_since + timedelta(minutes=rule.value)
        inspection.recheck_at(late)
        if inspection.at >= late:
            yield Finding(
                "opening_unverified",
                deck.subject_key,
                Severity.WARNING,
                f"Deck {deck.label} is at the table, but no floorperson has verified it",
                rule.cite,
                occurrence=_moment(deck.state_since),
                since=deck.state_since,
                act="deck.verify",
                act_on=deck.pk,
            )
    for deck in _decks(table, Deck.State.IN_PLAY):
        if deck.pk in inspection.known["unverified"]:
            yield Finding(
                "opening_unverified",
                deck.subject_key,
                Severity.CRITICAL,
                f"Deck {deck.label} is in play, but no floorperson verified it. Remove it from the table.",
                rule.cite,
                occurrence=_moment(deck.in_play_at),
                since=deck.in_play_at,
                act="deck.remove",
                act_on=deck.pk,
            )


def _decks(table: Table, *states: str) -> list[Deck]:
    """Return the decks in these states at a live or opening table."""
    if not table.is_live and table.state != Table.State.OPENING:
        return []
    return [deck for deck in table.known("decks", state__in=states) if deck.state in states]


def _moment(at: datetime | None) -> str:
    return at.isoformat() if at else ""
