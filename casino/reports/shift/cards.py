"""Deck times in play against their limits, deck changes, and stub counts."""

from collections import Counter
from collections.abc import Iterator
from datetime import datetime
from typing import NamedTuple, get_args

from django.db.models import Q

from casino.reports.figures.sums import Sums
from compliance.models import Entry
from games.engine.loading import rulebook
from games.engine.questions import stub_count_every
from games.engine.rulebook.base import Method
from tables.models import Deck

from ..columns import MOMENT, NUMBER, SPAN, SUM, TEXT, ColumnSpec, SheetSpec
from ..document import Sheet
from .data import ShiftData, TotalsLine
from .play import added


class Played(NamedTuple):
    """A deck that was in play in the shift; `late` is by how many seconds it passed its limit."""

    deck: Deck
    table: str
    position: str
    out: datetime | None
    until: datetime

    @property
    def due(self) -> datetime:
        assert self.deck.change_due_at is not None
        return self.deck.change_due_at

    @property
    def since(self) -> datetime:
        assert self.deck.in_play_at is not None
        return self.deck.in_play_at

    @property
    def late(self) -> int | None:
        over = int((self.until - self.due).total_seconds())
        return over if over > 0 else None

    @property
    def reason(self) -> str:
        return self.deck.get_removed_reason_display().lower() if self.out else ""

    def was_required(self, known: ShiftData) -> bool:
        """Whether a scheduled change fell due in the shift, or was made in it early. A change that fell due before the
        shift belongs to the earlier shift."""
        early = self.is_done(known) and self.due >= known.until
        return early or (known.since <= self.due < known.until and (self.until >= self.due or self.is_done(known)))

    def is_done(self, known: ShiftData) -> bool:
        """Whether the deck left play in the shift as a scheduled or overdue change."""
        if self.out is None or self.out < known.since:
            return False
        return self.deck.removed_reason == Deck.Reason.SCHEDULED or self.out >= self.due


def played(known: ShiftData) -> list[Played]:
    """Return the decks that were in play in the shift, by table."""
    # The facility is in both parts so that SQLite uses an index for each.
    here, inside = Q(facility=known.facility), Q(removed_at=None, state__in=Deck.SEALABLE)
    found = Deck.objects.filter(
        (here & Q(removed_at__gt=known.since)) | (here & inside), in_play_at__lt=known.until, table__isnull=False
    )
    decks = list(found.select_related("table"))
    return sorted(_played(known, decks), key=lambda each: (each.table, each.position, each.since))


def _played(known: ShiftData, decks: list[Deck]) -> Iterator[Played]:
    keys = {deck.subject_key: deck for deck in decks}
    told = Entry.objects.filter(subject__in=list(keys), action="deck.in_play").order_by("pk")
    places = {subject: str(facts.get("position", "")) for subject, facts in told.values_list("subject", "facts")}
    for key, deck in keys.items():
        out = deck.removed_at if deck.removed_at and deck.removed_at < known.until else None
        assert deck.table is not None
        yield Played(deck, deck.table.code, places.get(key, deck.position), out, out or known.until)


class TableChanges(NamedTuple):
    """How many scheduled deck changes were due, done and late at a table."""

    table: str
    due: int
    done: int
    late: int


class TableCounts(NamedTuple):
    """The stub counts at a table: how many were due and done, and how many were missed."""

    table: str
    sums: Sums
    missed: int


DECKS = SheetSpec(
    "decks",
    "Decks in play",
    (
        ColumnSpec("table", "Table", TEXT, lambda each: each.table),
        ColumnSpec("position", "Position", TEXT, lambda each: each.position),
        ColumnSpec("deck", "Deck", TEXT, lambda each: str(each.deck)),
        ColumnSpec("in_play", "In play", MOMENT, lambda each: each.since),
        ColumnSpec("due", "Change due", MOMENT, lambda each: each.due),
        ColumnSpec("out", "Out of play", MOMENT, lambda each: each.out),
        ColumnSpec("reason", "Reason", TEXT, lambda each: each.reason),
        ColumnSpec("age", "Age", SPAN, lambda each: int((each.until - each.since).total_seconds())),
        ColumnSpec("limit", "Limit", SPAN, lambda each: int((each.due - each.since).total_seconds())),
        ColumnSpec("late", "Late", SPAN, lambda each: each.late),
    ),
    "No deck was in play.",
    lambda each: {"deck": str(each.deck.pk), "table": each.table},
    lambda each: "due" if each.late else "",
)
DECK_CHANGES = SheetSpec(
    "deck_changes",
    "Deck changes",
    (
        ColumnSpec("table", "Table", TEXT, lambda changes: changes.table),
        ColumnSpec("due", "Due", NUMBER, lambda changes: changes.due, SUM),
        ColumnSpec("done", "Done", NUMBER, lambda changes: changes.done, SUM),
        ColumnSpec("late", "Late", NUMBER, lambda changes: changes.late, SUM),
    ),
    "No deck was in play.",
    lambda changes: {"table": changes.table},
    lambda changes: "due" if changes.late else "",
)
COUNTS = SheetSpec(
    "counts",
    "Stub counts",
    (
        ColumnSpec("table", "Table", TEXT, lambda counts: counts.table),
        ColumnSpec("rounds", "Rounds", NUMBER, lambda counts: counts.sums["rounds"], SUM),
        ColumnSpec("due", "Due", NUMBER, lambda counts: counts.sums["counts_due"], SUM),
        ColumnSpec("done", "Done", NUMBER, lambda counts: counts.sums["counts"], SUM),
        ColumnSpec("missed", "Missed", NUMBER, lambda counts: counts.missed, SUM),
        ColumnSpec("wrong", "Wrong", NUMBER, lambda counts: counts.sums["counts_wrong"], SUM),
    ),
    "No rounds were dealt.",
    lambda counts: {"table": counts.table},
    lambda counts: "due" if counts.missed or counts.sums["counts_wrong"] else "",
)


def decks(found: list[Played]) -> Sheet:
    return DECKS.sheet(found, cite=_change_cites(found))


def _change_cites(found: list[Played]) -> str:
    return "; ".join(sorted({each.deck.change_cite for each in found if each.deck.change_cite}))


def deck_changes(known: ShiftData, found: list[Played]) -> Sheet:
    """Count the scheduled changes due, done and late at each table."""
    due, done, late = Counter[str](), Counter[str](), Counter[str]()
    for each in found:
        due[each.table] += each.was_required(known)
        done[each.table] += each.is_done(known)
        late[each.table] += each.late is not None
    tables = sorted({each.table for each in found})
    changes = (TableChanges(code, due[code], done[code], late[code]) for code in tables)
    return DECK_CHANGES.sheet(changes, cite=_change_cites(found))


def counts(known: ShiftData) -> Sheet:
    """Count the stub counts due, done, missed and wrong at each table."""

    def code(line: TotalsLine) -> str:
        return known.tables[line.table].code

    missed = Counter(each.table.code for each in known.told if each.count_missed)
    tables = (TableCounts(table, sums, missed[table]) for table, sums in added(known.whole, code).items())
    books = [rulebook(edition) for edition in sorted({line.edition for line in known.whole})]
    # All dealing methods: totals do not record the method.
    cites = dict.fromkeys(stub_count_every(book, method, "none").cite for book in books for method in get_args(Method))
    return COUNTS.sheet(tables, cite="; ".join(cites))
