"""A report as a document: sheets of figures, from which page, PDF, workbook, CSV and JSON are all made.

Figures are whole numbers: cents, seconds, hundredths of a percent. So whoever shows them shows the same, and the
document of a signed report has one hash.
"""

from collections.abc import Iterator, Sequence
from datetime import datetime
from enum import StrEnum
from hashlib import sha256

import msgspec


class ValueKind(StrEnum):
    """What the values of a column are."""

    TEXT = "text"
    NUMBER = "number"
    # Cents, less than nothing where the house lost.
    MONEY = "money"
    # Hundredths of a percent.
    SHARE = "share"
    # Tenths: of rounds an hour.
    RATE = "rate"
    # Seconds.
    SPAN = "span"
    # As ISO 8601 has it, in UTC.
    MOMENT = "moment"
    DAY = "day"


Value = str | int | None


class Column(msgspec.Struct, frozen=True):
    key: str
    label: str
    kind: ValueKind = ValueKind.TEXT


class Row(msgspec.Struct, frozen=True):
    """A row's values, one for each column. `about` names what they are made of, for links; `status` is as on the board:
    fine, soon, due, blocked, or empty."""

    cells: tuple[Value, ...]
    about: dict[str, str] = {}
    status: str = ""


class Sheet(msgspec.Struct, frozen=True):
    """A table of the report, with what it says where it has no rows. `note` explains it, `cite` is its paragraph."""

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
        """Return what stands in a column, row by row."""
        place = self.place(column)
        return [row.cells[place] for row in self.rows]

    def records(self) -> Iterator[dict[str, Value]]:
        """Yield each row by the keys of its columns."""
        keys = [column.key for column in self.columns]
        return (dict(zip(keys, row.cells, strict=True)) for row in self.rows)


class ReportPlace(msgspec.Struct, frozen=True):
    code: str
    name: str
    jurisdiction: str
    time_zone: str


class Report(msgspec.Struct, frozen=True):
    """`facts` head it, in words: gaming day, shift, manager. `made_at` is when its figures were read; `until` is null
    while the shift is on duty."""

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
    """A report as it is given out: with its signatures and hash once it is signed, and under it what was added later.

    `state` says in a word how far it is: live, ended, signed. `after` are sheets that are not part of what was signed:
    adjustments by later voids, handovers. `content` is the document in the very bytes that were signed.
    """

    report: Report
    state: str = "live"
    digest: str = ""
    signatures: tuple[SignatureLine, ...] = ()
    after: tuple[Sheet, ...] = ()
    content: bytes = b""

    @property
    def document(self) -> bytes:
        """The report as a document: as it was signed, whatever this program would write today."""
        return self.content or encoded(self.report)

    @property
    def sheets(self) -> tuple[Sheet, ...]:
        return (*self.report.sheets, *self.after)


def encoded(report: Report) -> bytes:
    """Return a report as it is kept: the same bytes for the same figures."""
    return msgspec.json.encode(report, order="deterministic")


def decoded(content: str | bytes) -> Report:
    return msgspec.json.decode(content, type=Report)


def digest(content: str | bytes) -> str:
    """Return the hash by which the journal holds a report that was signed."""
    return sha256(content.encode() if isinstance(content, str) else content).hexdigest()


def text(key: str, label: str) -> Column:
    return Column(key, label)


def number(key: str, label: str) -> Column:
    return Column(key, label, ValueKind.NUMBER)


def money(key: str, label: str) -> Column:
    return Column(key, label, ValueKind.MONEY)


def share(key: str, label: str) -> Column:
    return Column(key, label, ValueKind.SHARE)


def rate(key: str, label: str) -> Column:
    return Column(key, label, ValueKind.RATE)


def span(key: str, label: str) -> Column:
    return Column(key, label, ValueKind.SPAN)


def moment(key: str, label: str) -> Column:
    return Column(key, label, ValueKind.MOMENT)


def day(key: str, label: str) -> Column:
    return Column(key, label, ValueKind.DAY)


def sheet_of(key: str, title: str, columns: Sequence[Column], rows: Sequence[Row], **more: object) -> Sheet:
    """Return a sheet whose rows fit its columns."""
    for row in rows:
        if len(row.cells) != len(columns):
            raise ValueError(f"{key}: {len(row.cells)} values for {len(columns)} columns")
    return Sheet(key, title, tuple(columns), tuple(rows), **more)  # type: ignore[arg-type]
