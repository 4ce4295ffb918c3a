"""How long each table was open for play, and when it opened and closed."""

from collections import defaultdict
from datetime import datetime
from typing import NamedTuple

from compliance.models import Entry
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
        ColumnSpec("at", "At", MOMENT, lambda change: change.entry.at),
        ColumnSpec("table", "Table", TEXT, lambda change: change.table),
        ColumnSpec("what", "What", TEXT, lambda change: WHAT[change.entry.action][0]),
        ColumnSpec("who", "By", TEXT, lambda change: change.entry.actor.name if change.entry.actor else ""),
        ColumnSpec("with", "Signed by", TEXT, lambda change: _second(change.entry)),
    ),
    "No table was opened or closed.",
    lambda change: {"table": change.table},
    lambda change: WHAT[change.entry.action][1],
)


class StateChange(NamedTuple):
    table: str
    entry: Entry


def _second(entry: Entry) -> str:
    return entry.signature.signer.name if entry.signature else ""


class OpenHours:
    """State changes of tables in a shift; `seconds` is how long each was open for play, by table code."""

    def __init__(self, known: ShiftData) -> None:
        self.known = known
        self.entries = list(known.entries(*STATES))
        by_stream: defaultdict[int, list[Entry]] = defaultdict(list)
        for entry in self.entries:
            by_stream[entry.stream_id].append(entry)
        before = known.last_before(*STATES)
        self.seconds = dict.fromkeys((table.code for table in known.tables.values()), 0)
        for stream, code in known.streams.items():
            if code:
                self.seconds[code] = self._open(before[stream], by_stream[stream])

    def _open(self, before: str | None, entries: list[Entry]) -> int:
        known, seconds = self.known, 0
        opened: datetime | None = known.since if before in _OPEN else None
        for entry in entries:
            if entry.action in _OPEN:
                opened = opened or entry.at
            elif opened is not None:
                seconds += known.overlap(opened, entry.at)
                opened = None
        return seconds + (known.overlap(opened, None) if opened else 0)

    @property
    def all_seconds(self) -> int:
        return sum(self.seconds.values())

    def sheet(self) -> Sheet:
        shown = (entry for entry in self.entries if entry.action in WHAT)
        return OPENINGS.sheet(StateChange(self.known.streams[entry.stream_id], entry) for entry in shown)
