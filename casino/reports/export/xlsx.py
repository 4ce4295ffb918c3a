"""Export a report as an Excel file: a worksheet per sheet, with typed numbers, times and dates.

Excel stores numbers as doubles. Amounts are exact to the cent up to about 90 trillion dollars.
"""

import re
from collections.abc import Iterator, Sequence
from datetime import UTC, date, datetime
from decimal import Decimal
from io import BytesIO
from typing import Any
from zoneinfo import ZoneInfo

from xlsxwriter import Workbook

from casino.reports.document import Column, Report, ReportCopy, Sheet, Value, ValueKind
from casino.reports.formatting import format_facts, format_rows, total_column, when

_FORMATS = {
    ValueKind.TEXT: "@",
    ValueKind.NUMBER: "#,##0",
    ValueKind.MONEY: "#,##0.00;[Red]-#,##0.00",
    ValueKind.SHARE: "0.00 %",
    ValueKind.RATE: "0.0",
    ValueKind.SPAN: "[h]:mm:ss",
    ValueKind.MOMENT: "yyyy-mm-dd hh:mm:ss",
    ValueKind.DAY: "yyyy-mm-dd",
}
# Divisors of the integers in the document.
_DIVISORS = {ValueKind.MONEY: 100, ValueKind.SHARE: 10_000, ValueKind.RATE: 10, ValueKind.SPAN: 86_400}
_RIGHT = (ValueKind.NUMBER, ValueKind.MONEY, ValueKind.SHARE, ValueKind.RATE, ValueKind.SPAN)
_LEAST, _MOST = 7, 60
_LONGEST_NAME = 31
_LONGEST_TEXT = 32_767
_FIRST = "Report"


class Book:
    """An open workbook with its cached cell formats."""

    def __init__(self, file: BytesIO, report: Report) -> None:
        self.zone = ZoneInfo(report.time_zone)
        self.report = report
        self.book: Any = Workbook(file, {"in_memory": True})
        # Use the report's date, not the current one, so that the same report gives the same bytes.
        self.book.set_properties(
            {
                "title": report.title,
                "author": ", ".join(place.name for place in report.facilities),
                "created": report.made_at.astimezone(UTC).replace(tzinfo=None),
            }
        )
        self._formats: dict[tuple[tuple[str, object], ...], Any] = {}

    def format(self, **how: object) -> Any:
        key = tuple(sorted(how.items()))
        if key not in self._formats:
            self._formats[key] = self.book.add_format({"valign": "top", **how})
        return self._formats[key]

    def cell_format(self, kind: ValueKind, *, is_bold: bool = False) -> Any:
        how: dict[str, object] = {"num_format": _FORMATS[kind]}
        if kind == ValueKind.TEXT:
            how["text_wrap"] = True
        if is_bold:
            how |= {"bold": True, "top": 1}
        return self.format(**how)


def workbook_of(issued: ReportCopy) -> bytes:
    """Return a report as an XLSX file. The same report gives the same bytes."""
    file = BytesIO()
    book = Book(file, issued.report)
    names = sheet_names(issued.sheets)
    _write_first(book, issued, names)
    for sheet, name in zip(issued.sheets, names, strict=True):
        _write_sheet(book, sheet, book.book.add_worksheet(name))
    book.book.close()
    return file.getvalue()


def sheet_names(sheets: Sequence[Sheet]) -> list[str]:
    """Return worksheet names: short, unique, and without characters that Excel forbids."""
    taken, names = {_FIRST.lower(), "history"}, []
    for sheet in sheets:
        name = next(each for each in _names(sheet) if each.lower() not in taken)
        taken.add(name.lower())
        names.append(name)
    return names


def _names(sheet: Sheet) -> Iterator[str]:
    bare = re.sub(r"[\[\]:*?/\\\x00-\x1f]+", " ", sheet.title).strip(" '") or sheet.key
    yield bare[:_LONGEST_NAME].strip(" '")
    for number in range(2, 1000):
        yield f"{bare[: _LONGEST_NAME - 5].strip()} {number}"


# ── The first worksheet


def _write_first(book: Book, issued: ReportCopy, names: Sequence[str]) -> None:
    """Write the title, facts, hash, signatures and contents."""
    page, row = book.book.add_worksheet(_FIRST), 0
    page.hide_gridlines(2)
    page.set_column(0, 0, 26)
    page.set_column(1, 3, 40)
    page.write_string(0, 0, issued.report.title, book.format(bold=True, font_size=16))
    page.write_string(1, 0, issued.report.subtitle, book.format(font_size=11))
    row = 3
    for label, value in (
        *format_facts(issued.report),
        ("State", issued.state),
        ("Hash (SHA-256)", issued.digest or "not signed"),
    ):
        page.write_string(row, 0, label, book.format(font_color="#555555"))
        page.write_string(row, 1, value[:_LONGEST_TEXT], book.format())
        row += 1
    row = _write_signatures(book, page, issued, row + 1)
    _write_contents(book, page, issued, names, row + 1)


def _write_signatures(book: Book, page: Any, issued: ReportCopy, row: int) -> int:
    _write_line(page, row, ("Signature", "Name", "Badge", "When"), _head(book))
    lines = [(each.what, each.name, each.badge, when(each.at, book.zone)) for each in issued.signatures]
    for line in lines if issued.digest else [("Not signed", "", "", ""), *lines]:
        row += 1
        _write_line(page, row, line, book.format())
    return row + 1


def _write_contents(book: Book, page: Any, issued: ReportCopy, names: Sequence[str], row: int) -> None:
    _write_line(page, row, ("Worksheet", "Contents", "Paragraph", "Rows"), _head(book))
    for sheet, name in zip(issued.sheets, names, strict=True):
        row += 1
        target = name.replace("'", "''")
        page.write_url(row, 0, f"internal:'{target}'!A1", book.format(font_color="#0b5cad", underline=1), name)
        _write_line(page, row, (sheet.note or sheet.title, sheet.cite), book.format(text_wrap=True), first=1)
        page.write_number(row, 3, len(sheet.rows), book.format(align="left"))


def _write_line(page: Any, row: int, line: Sequence[str], how: Any, first: int = 0) -> None:
    for place, words in enumerate(line, start=first):
        page.write_string(row, place, words, how)


def _head(book: Book) -> Any:
    return book.format(bold=True, bottom=1, bg_color="#EEEEEE")


# ── The others


def _write_sheet(book: Book, sheet: Sheet, page: Any) -> None:
    """Write a sheet with frozen, filterable headings; the total is below the filtered rows."""
    for place, column in enumerate(sheet.columns):
        how = book.format(
            bold=True, bottom=1, bg_color="#EEEEEE", text_wrap=True, align="right" if column.kind in _RIGHT else "left"
        )
        page.write_string(0, place, column.label, how)
    for number, row in enumerate(sheet.rows, start=1):
        for place, (column, value) in enumerate(zip(sheet.columns, row.cells, strict=True)):
            _write_cell(book, page, (number, place), column, value)
    if sheet.total:
        for place, (column, value) in enumerate(zip(sheet.columns, sheet.total.cells, strict=True)):
            _write_cell(book, page, (len(sheet.rows) + 1, place), total_column(column, value), value, is_bold=True)
    _set_view(book, sheet, page)


def _write_cell(
    book: Book, page: Any, where: tuple[int, int], column: Column, value: Value, *, is_bold: bool = False
) -> None:
    """Write a typed value. Text is always written as text, never as a formula."""
    how = book.cell_format(column.kind, is_bold=is_bold)
    match value:
        case None:
            page.write_blank(*where, None, how)
        case int():
            page.write_number(*where, Decimal(value) / _DIVISORS.get(column.kind, 1), how)
        case str() if column.kind == ValueKind.MOMENT:
            page.write_datetime(*where, _local(value, book.zone), how)
        case str() if column.kind == ValueKind.DAY:
            page.write_datetime(*where, date.fromisoformat(value), how)
        case str():
            page.write_string(*where, value[:_LONGEST_TEXT], how)


def _local(value: str, zone: ZoneInfo) -> datetime:
    """Return the local time without its time zone, as Excel needs it."""
    return datetime.fromisoformat(value).astimezone(zone).replace(tzinfo=None)


def _set_view(book: Book, sheet: Sheet, page: Any) -> None:
    last = len(sheet.columns) - 1
    page.freeze_panes(1, 0)
    page.autofilter(0, 0, len(sheet.rows), last)
    page.ignore_errors({"number_stored_as_text": "A1:XFD1048576"})
    page.set_landscape()
    page.fit_to_pages(1, 0)
    page.repeat_rows(0)
    page.set_footer("&L&A&RPage &P of &N")
    for place, wide in enumerate(_widths(book.report, sheet)):
        page.set_column(place, place, wide)


def _widths(report: Report, sheet: Sheet) -> Iterator[int]:
    """Yield column widths in characters: of the values, or of the longest word in the heading."""
    rows = format_rows(report, sheet)
    for place, column in enumerate(sheet.columns):
        longest = max((len(row[place]) for row in rows), default=0)
        if column.kind == ValueKind.MOMENT:
            longest = len("2026-03-07 14:00:00")
        # Totals are longer than the values they add up.
        longest += 3 if column.kind in _RIGHT and sheet.total else 0
        # Room for the filter button in the heading.
        heading = max(map(len, column.label.split()), default=0) + 3
        yield min(max(longest + 2, heading, _LEAST), _MOST)
