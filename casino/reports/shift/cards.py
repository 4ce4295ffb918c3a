"""Deck times in play against their limits, deck changes, and stub counts."""

from collections import Counter
from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import NamedTuple, get_args

from django.db.models import Q

from compliance.models import Entry
from games.engine.loading import rulebook
from games.engine.questions import stub_count_every
from games.engine.rulebook.base import Method
from tables.models import Deck

from ..columns import COLUMNS, TITLES
from ..document import Row, Sheet, Value, sheet_of
from .data import ShiftData, TotalsLine, moment
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

    def is_owed(self, known: ShiftData) -> bool:
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


def decks(known: ShiftData, found: list[Played]) -> Sheet:
    rows = [
        Row(
            (
                each.table,
                each.position,
                str(each.deck),
                moment(each.since),
                moment(each.due),
                moment(each.out),
                each.deck.get_removed_reason_display().lower() if each.out else "",
                int((each.until - each.since).total_seconds()),
                _limit(each),
                each.late,
            ),
            {"deck": str(each.deck.pk), "table": each.table},
            "due" if each.late else "",
        )
        for each in found
    ]
    return sheet_of(
        "decks", TITLES["decks"], COLUMNS["decks"], rows, cite=_change_cites(found), empty="No deck was in play."
    )


def _limit(each: Played) -> int:
    return int((each.due - each.since) / timedelta(seconds=1))


def _change_cites(found: list[Played]) -> str:
    return "; ".join(sorted({each.deck.change_cite for each in found if each.deck.change_cite}))


def deck_changes(known: ShiftData, found: list[Played]) -> Sheet:
    """Count the scheduled changes due, done and late at each table."""
    due, done, late = Counter[str](), Counter[str](), Counter[str]()
    for each in found:
        due[each.table] += each.is_owed(known)
        done[each.table] += each.is_done(known)
        late[each.table] += each.late is not None
    tables = sorted({each.table for each in found})
    rows = [
        Row((code, due[code], done[code], late[code]), {"table": code}, "due" if late[code] else "") for code in tables
    ]
    total = Row(("All", due.total(), done.total(), late.total())) if rows else None
    return sheet_of(
        "deck_changes",
        TITLES["deck_changes"],
        COLUMNS["deck_changes"],
        rows,
        total=total,
        cite=_change_cites(found),
        empty="No deck was in play.",
    )


def counts(known: ShiftData) -> Sheet:
    """Count the stub counts due, done, missed and wrong at each table."""

    def code(line: TotalsLine) -> str:
        return known.tables[line.table].code

    rows = []
    missed = Counter(each.table.code for each in known.told if each.count_due and not each.counted)
    for table, sums in added(known.whole, code).items():
        figures = (sums["rounds"], sums["counts_due"], sums["counts"], missed[table], sums["counts_wrong"])
        rows.append(Row((table, *figures), {"table": table}, "due" if missed[table] or sums["counts_wrong"] else ""))
    columns = range(1, len(COLUMNS["counts"]))
    under: tuple[Value, ...] = tuple(sum(int(row.cells[place] or 0) for row in rows) for place in columns)
    total = Row(("All", *under)) if rows else None
    books = [rulebook(edition) for edition in sorted({line.edition for line in known.whole})]
    # All dealing methods: totals do not record the method.
    cites = dict.fromkeys(stub_count_every(book, method, "none").cite for book in books for method in get_args(Method))
    return sheet_of(
        "counts",
        TITLES["counts"],
        COLUMNS["counts"],
        rows,
        total=total,
        cite="; ".join(cites),
        empty="No rounds were dealt.",
    )
