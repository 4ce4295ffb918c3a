"""How long each table was open for play, and when it opened and closed."""

from collections import defaultdict
from datetime import datetime

from compliance.models import Entry
from tables.floor.table_history import STATES

from ..columns import COLUMNS, TITLES
from ..document import Row, Sheet, sheet_of
from .data import ShiftData, moment

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
        rows = [self._row(entry) for entry in self.entries if entry.action in WHAT]
        return sheet_of(
            "openings", TITLES["openings"], COLUMNS["openings"], rows, empty="No table was opened or closed."
        )

    def _row(self, entry: Entry) -> Row:
        what, status = WHAT[entry.action]
        code = self.known.streams[entry.stream_id]
        who = entry.actor.name if entry.actor else ""
        second = entry.signature.signer.name if entry.signature else ""
        return Row((moment(entry.at), code, what, who, second), {"table": code}, status)
