"""Declare report columns: key, label, kind, value and total of each in one place; and the columns most sheets share."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date
from typing import Any, Literal, NamedTuple

from .document import Column, Row, Sheet, Value, ValueKind
from .figures.statistics import Interval, is_outside
from .figures.sums import Sums, pace

TEXT, NUMBER, MONEY, SHARE, RATE, SPAN, MOMENT, DAY = ValueKind

# How the total of a column is made: the sum of its rows, or the value of the record of all rows together.
Total = Literal["sum", "whole"]
SUM: Total = "sum"
WHOLE: Total = "whole"


class ColumnSpec(NamedTuple):
    """A column, and the function that returns its value for a record. Dates and times are stored as ISO 8601."""

    key: str
    label: str
    kind: ValueKind
    value: Callable[[Any], Value | date]
    total: Total | None = None

    def cell(self, record: Any) -> Value:
        return _stored(self.value(record))


def _stored(value: Value | date) -> Value:
    return value.isoformat() if isinstance(value, date) else value


class SheetSpec(NamedTuple):
    """A sheet with a row for each record. `about` and `status` of a record are those of its row."""

    key: str
    title: str
    columns: tuple[ColumnSpec, ...]
    empty: str = "None."
    about: Callable[[Any], dict[str, str]] = lambda record: {}
    status: Callable[[Any], str] = lambda record: ""

    def row(self, record: Any) -> Row:
        cells = tuple([_stored(column.value(record)) for column in self.columns])
        return Row(cells, self.about(record), self.status(record))

    def sheet(self, records: Iterable[Any], *, whole: Any = None, **more: str) -> Sheet:
        """Return the sheet of records, some of which may be rows already. `whole` is the record of all of them."""
        rows = tuple(record if isinstance(record, Row) else self.row(record) for record in records)
        columns = tuple(Column(each.key, each.label, each.kind) for each in self.columns)
        return Sheet(self.key, self.title, columns, rows, self._total(rows, whole), **{"empty": self.empty, **more})

    def _total(self, rows: tuple[Row, ...], whole: Any) -> Row | None:
        if whole is None and not (rows and any(column.total == SUM for column in self.columns)):
            return None
        totals: list[Value] = ["All"]
        for place, column in enumerate(self.columns[1:], start=1):
            added = sum(int(row.cells[place] or 0) for row in rows) if column.total == SUM else None
            totals.append(column.cell(whole) if column.total == WHOLE and whole is not None else added)
        return Row(tuple(totals))


@dataclass(frozen=True)
class Group:
    """Rounds with something in common, which is in `of`: a pit, table, edition, dealer, hour or period.

    `seconds` is how long the tables were open, or how long the dealer was at a table.
    """

    sums: Sums
    of: Any = None
    about: Mapping[str, str] = field(default_factory=dict)
    seconds: int | None = None
    expected: Interval | None = None
    game: str = ""
    days: int = 0
    # A difference has no hold.
    is_change: bool = False

    @property
    def hold(self) -> int | None:
        return None if self.is_change else self.sums.hold

    @property
    def status(self) -> str:
        """The status of a row: "soon" if its hold is outside the expected interval."""
        return "soon" if self.expected and is_outside(self.sums.hold, self.expected) else ""


def group_sheet(
    key: str, title: str, columns: tuple[ColumnSpec, ...], empty: str = "No rounds were dealt."
) -> SheetSpec:
    """Declare a sheet of groups of rounds."""
    return SheetSpec(key, title, columns, empty, lambda group: dict(group.about), lambda group: group.status)


def _figure(key: str, label: str, kind: ValueKind, name: str = "") -> ColumnSpec:
    """Declare a figure of the totals, by its name there."""
    figure = name or key
    return ColumnSpec(key, label, kind, lambda group: group.sums[figure], WHOLE)


# Columns of one wager type.
WAGERED = (
    _figure("wagers", "Wagers", NUMBER),
    _figure("staked", "Wagered", MONEY, "staked_cents"),
    _figure("paid", "Paid", MONEY, "pays_cents"),
    _figure("returned", "Returned", MONEY, "returned_cents"),
    ColumnSpec("win", "Win", MONEY, lambda group: group.sums.win_cents, WHOLE),
    ColumnSpec("hold", "Hold", SHARE, lambda group: group.hold, WHOLE),
)

# Rounds, wagers, payouts and win.
MEASURES = (
    _figure("rounds", "Rounds", NUMBER),
    _figure("voids", "Void by rules", NUMBER),
    _figure("struck", "Voided", NUMBER),
    _figure("seats", "Seats", NUMBER),
    *WAGERED,
    _figure("limit_cuts", "Limit applied", NUMBER),
    _figure("limit_cut", "Cut by limits", MONEY, "limit_cut_cents"),
    _figure("spins", "Spins", NUMBER),
    _figure("jackpots", "Jackpots", NUMBER),
    _figure("jackpot", "Jackpots paid", MONEY, "jackpot_cents"),
)

# The 95% interval of hold, from the preceding gaming days.
EXPECTED = (
    ColumnSpec("expected_low", "Expected from", SHARE, lambda group: group.expected and group.expected[0], WHOLE),
    ColumnSpec("expected_high", "Expected to", SHARE, lambda group: group.expected and group.expected[1], WHOLE),
)

PACE = ColumnSpec("pace", "Rounds per hour", RATE, lambda group: pace(group.sums["rounds"], group.seconds or 0), WHOLE)
GAME = ColumnSpec("game", "Game", TEXT, lambda group: group.game or None)
PERIOD = ColumnSpec("span", "Period", TEXT, lambda group: group.of)
DEALER = (
    ColumnSpec("dealer", "Dealer", TEXT, lambda group: group.of.name),
    ColumnSpec("badge", "Badge", TEXT, lambda group: group.of.badge),
    ColumnSpec("dealt", "At tables", SPAN, lambda group: group.seconds or 0, WHOLE),
    PACE,
)
WAGERS = group_sheet(
    "wagers", "Wagers by type", (GAME, ColumnSpec("kind", "Wager", TEXT, lambda group: group.of), *WAGERED)
)


def changed(name: str, now: Row, then: Row) -> Row:
    """Return the row of differences, with `name` in its first column."""
    return Row((name, *map(_more, now.cells[1:], then.cells[1:])))


def _more(now: Value, then: Value) -> Value:
    return now - then if isinstance(now, int) and isinstance(then, int) else None
