"""The report document: sheets of figures from which the page, PDF, Excel file, CSV and JSON are made.

Figures are integers: cents, seconds, hundredths of a percent. Every format shows the same figures, and the document
of a signed report has one hash.
"""

from collections.abc import Iterator
from datetime import datetime
from enum import StrEnum
from hashlib import sha256

import msgspec


class ValueKind(StrEnum):
    """The type of a column's values."""

    TEXT = "text"
    NUMBER = "number"
    # Cents; negative if the house lost.
    MONEY = "money"
    # Hundredths of a percent.
    SHARE = "share"
    # Tenths, such as of rounds per hour.
    RATE = "rate"
    # Seconds.
    SPAN = "span"
    # ISO 8601 in UTC.
    MOMENT = "moment"
    DAY = "day"


Value = str | int | None


class Column(msgspec.Struct, frozen=True):
    key: str
    label: str
    kind: ValueKind = ValueKind.TEXT


class Row(msgspec.Struct, frozen=True):
    """A row's values, one per column. `about` identifies their source, for links; `status` is fine, soon, due, blocked
    (as on the board) or empty."""

    cells: tuple[Value, ...]
    about: dict[str, str] = {}
    status: str = ""


class Sheet(msgspec.Struct, frozen=True):
    """A table of the report. `note` explains it, `cite` is its rule, `empty` is shown if it has no rows."""

    key: str
    title: str
    columns: tuple[Column, ...]
    rows: tuple[Row, ...] = ()
    total: Row | None = None
    note: str = ""
    cite: str = ""
    empty: str = "None."

    def place(self, column: str) -> int:
        return next(place for place, each in enumerate(self.columns) if each.key == column)

    def values(self, column: str) -> list[Value]:
        """Return a column's values, row by row."""
        place = self.place(column)
        return [row.cells[place] for row in self.rows]

    def records(self) -> Iterator[dict[str, Value]]:
        """Yield each row as a dict by column key."""
        keys = [column.key for column in self.columns]
        return (dict(zip(keys, row.cells, strict=True)) for row in self.rows)

    def totals(self) -> dict[str, Value]:
        """Return the total of each column, by column key; empty if there is no total."""
        return dict(zip((column.key for column in self.columns), self.total.cells, strict=True)) if self.total else {}


class ReportPlace(msgspec.Struct, frozen=True):
    code: str
    name: str
    jurisdiction: str
    time_zone: str


class Report(msgspec.Struct, frozen=True):
    """`facts` are its header. `made_at` is when its figures were read; `until` is None while the shift is on duty."""

    title: str
    subtitle: str
    facilities: tuple[ReportPlace, ...]
    time_zone: str
    since: datetime
    until: datetime | None
    made_at: datetime
    facts: tuple[tuple[str, str], ...]
    sheets: tuple[Sheet, ...]

    def __getitem__(self, key: str) -> Sheet:
        for sheet in self.sheets:
            if sheet.key == key:
                return sheet
        raise KeyError(key)

    def __contains__(self, key: str) -> bool:
        return any(sheet.key == key for sheet in self.sheets)


class SignatureLine(msgspec.Struct, frozen=True):
    """Who signed what, and when: "Shift manager", "Second signature", "Handover of P1 accepted"."""

    what: str
    name: str
    badge: str
    at: datetime


class ReportCopy(msgspec.Struct, frozen=True):
    """A report as shown or exported: with its signatures and hash once signed, and with what was added later.

    `state` is live, ended, signed or altered. `after` are sheets that are not part of the signed document: adjustments
    and handovers. `content` holds the exact bytes that were signed.
    """

    report: Report
    state: str = "live"
    digest: str = ""
    signatures: tuple[SignatureLine, ...] = ()
    after: tuple[Sheet, ...] = ()
    content: bytes = b""

    @property
    def document(self) -> bytes:
        """The document as signed, even if the current code would encode it differently."""
        return self.content or encoded(self.report)

    @property
    def sheets(self) -> tuple[Sheet, ...]:
        return (*self.report.sheets, *self.after)


def encoded(report: Report) -> bytes:
    """Encode a report for storage: the same figures give the same bytes."""
    return msgspec.json.encode(report, order="deterministic")


def decoded(content: str | bytes) -> Report:
    return msgspec.json.decode(content, type=Report)


def digest(content: str | bytes) -> str:
    """Return the SHA-256 that the journal records for a signed report."""
    return sha256(content.encode() if isinstance(content, str) else content).hexdigest()
