"""Make sheets of plain columns and rows; and the columns and titles of the sheets of a shift report."""

from collections.abc import Sequence
from functools import partial

from casino.reports.columns import WAGERS
from casino.reports.document import Column, Row, Sheet, ValueKind
from casino.reports.shift.attention import ATTENTION
from casino.reports.shift.cards import COUNTS, DECK_CHANGES, DECKS
from casino.reports.shift.floor import ALERTS, DEVICES, STINTS
from casino.reports.shift.open_items import OPEN_ITEMS
from casino.reports.shift.opened import OPENINGS
from casino.reports.shift.play import DEALERS, GAMES, HOURS, PITS, TABLES, WAGERS_BY
from casino.reports.shift.rounds import BREACHES, IRREGULARITIES, JACKPOTS, LIMITS, PAYOUTS, STRUCK
from casino.reports.shift.summary import SUMMARY

SPECS = (
    *(SUMMARY, ATTENTION, PITS, TABLES, GAMES, DEALERS, HOURS, WAGERS, WAGERS_BY, PAYOUTS, LIMITS, JACKPOTS, DECKS),
    *(DECK_CHANGES, COUNTS, OPENINGS, IRREGULARITIES, DEVICES, ALERTS, BREACHES, STRUCK, STINTS, OPEN_ITEMS),
)
COLUMNS = {spec.key: spec.sheet(()).columns for spec in SPECS}
TITLES = {spec.key: spec.title for spec in SPECS}

text, number, money, share, rate, span, moment, day = (partial(Column, kind=kind) for kind in ValueKind)


def sheet_of(key: str, title: str, columns: Sequence[Column], rows: Sequence[Row], total: Row | None = None) -> Sheet:
    assert all(len(row.cells) == len(columns) for row in rows)
    return Sheet(key, title, tuple(columns), tuple(rows), total)
