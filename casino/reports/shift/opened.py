"""How long each table was open for play, and when it opened and closed."""

from collections import defaultdict
from datetime import datetime
from typing import NamedTuple

from tables.floor.table_history import STATES

from ..columns import MOMENT, TEXT, ColumnSpec, SheetSpec
from ..document import Sheet
from .data import ShiftData

# The text and row status of each action.
WHAT = {
    "table.opened": ("Opened", ""),
    "table.idle": ("Idle", ""),
    "table.reopened": ("Reopened", ""),
    "table.closed": ("Closed", ""),
    "table.closed_for_cause": ("Closed for cause", "soon"),
    "table.released": ("Cleared for reopening", ""),
}
_OPEN = ("table.opened", "table.reopened")

OPENINGS = SheetSpec(
    "openings",
    "Openings and closings",
    (
        ColumnSpec("at", "At", MOMENT, lambda change: change.at),
        ColumnSpec("table", "Table", TEXT, lambda change: change.table),
        ColumnSpec("what", "What", TEXT, lambda change: WHAT[change.action][0]),
        ColumnSpec("who", "By", TEXT, lambda change: change.who or ""),
        ColumnSpec("with", "Signed by", TEXT, lambda change: change.second or ""),
    ),
    "No table was opened or closed.",
    lambda change: {"table": change.table},
    lambda change: WHAT[change.action][1],
)


class StateChange(NamedTuple):
    """A journal entry that changed a table's state, with the names of who did it and who signed."""

    table: str
    action: str
    at: datetime
    who: str | None
    second: str | None


class OpenHours:
    """State changes of tables in a shift; `seconds` is how long each was open for play, by table code."""

    def __init__(self, known: ShiftData) -> None:
        self.known = known
        entries = known.entries(*STATES).values_list("stream", "action", "at", "actor__name", "signature__signer__name")
        self.changes = [
            StateChange(known.streams[stream], action, at, who, second) for stream, action, at, who, second in entries
        ]
        by_table: defaultdict[str, list[StateChange]] = defaultdict(list)
        for change in self.changes:
            by_table[change.table].append(change)
        before = known.last_before(*STATES)
        self.seconds = dict.fromkeys((table.code for table in known.tables.values()), 0)
        for stream, code in known.streams.items():
            if code:
                self.seconds[code] = self._open(before[stream], by_table[code])

    def _open(self, before: str | None, changes: list[StateChange]) -> int:
        known, seconds = self.known, 0
        opened: datetime | None = known.since if before in _OPEN else None
        for change in changes:
            if change.action in _OPEN:
                opened = opened or change.at
            elif opened is not None:
                seconds += known.overlap(opened, change.at)
                opened = None
        return seconds + (known.overlap(opened, None) if opened else 0)

    @property
    def all_seconds(self) -> int:
        return sum(self.seconds.values())

    def sheet(self) -> Sheet:
        return OPENINGS.sheet(change for change in self.changes if change.action in WHAT)
