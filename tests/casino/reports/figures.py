"""Read a report's figures by sheet, row and column, from its document and from its files."""

import csv
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from io import BytesIO, StringIO
from zipfile import ZipFile
from zoneinfo import ZoneInfo

from casino.reports.document import Column, ReportCopy, Row, Sheet, Value, ValueKind
from casino.reports.export.pdf.fonts import transliterate
from casino.reports.export.xlsx import sheet_names
from casino.reports.formatting import format_rows, format_total, is_bare

from .paper import Head, Section, sections_of, table_in
from .xlsx import Cell, worksheets

# Of each sheet the rows, of each row the values by the keys of their columns.
Figures = dict[str, list[dict[str, Value]]]
Said = dict[str, list[dict[str, str]]]

_DIVISORS = {ValueKind.MONEY: 100, ValueKind.SHARE: 10_000, ValueKind.RATE: 10, ValueKind.SPAN: 86_400}
_LEFT = (ValueKind.TEXT, ValueKind.MOMENT, ValueKind.DAY)


# ── As the document has them


def kept(issued: ReportCopy, *, with_totals: bool) -> Figures:
    """Return the values themselves: cents, seconds, hundredths; moments in UTC, to the second."""
    figures: Figures = {}
    for sheet in issued.sheets:
        keys = [column.key for column in sheet.columns]
        rows = _rows(sheet) if with_totals else sheet.rows
        values = ([_to_the_second(*pair) for pair in zip(sheet.columns, row.cells, strict=True)] for row in rows)
        figures[sheet.key] = [dict(zip(keys, each, strict=True)) for each in values]
    return figures


def said(issued: ReportCopy) -> Said:
    """Return what page and paper show, totals too, without spaces: lines may break anywhere."""
    figures: Said = {}
    for sheet in issued.sheets:
        total = format_total(issued.report, sheet)
        rows = [*format_rows(issued.report, sheet), *([total] if total else [])]
        keys = [column.key for column in sheet.columns]
        figures[sheet.key] = [dict(zip(keys, map(tight, row), strict=True)) for row in rows]
    return figures


def tight(words: str) -> str:
    return "".join(transliterate(words).split())


def _rows(sheet: Sheet) -> list[Row]:
    return [*sheet.rows, *([sheet.total] if sheet.total else [])]


def _to_the_second(column: Column, value: Value) -> Value:
    if column.kind != ValueKind.MOMENT or not isinstance(value, str) or value == "All":
        return value
    return _rounded(datetime.fromisoformat(value))


def _rounded(at: datetime) -> str:
    return (at.astimezone(UTC) + timedelta(milliseconds=500)).replace(microsecond=0).isoformat()


# ── As files have them


def in_csv(issued: ReportCopy, content: bytes) -> Figures:
    """Return what the CSV files of a report have."""
    figures: Figures = {}
    with ZipFile(BytesIO(content)) as archive:
        for place, sheet in enumerate(issued.sheets, start=1):
            text = archive.read(f"{place:02d}-{sheet.key}.csv").decode()
            kinds = {column.key: column for column in sheet.columns}
            rows = csv.DictReader(StringIO(text, newline=""))
            figures[sheet.key] = [{key: _from_csv(kinds[key], words) for key, words in row.items()} for row in rows]
    return figures


def _from_csv(column: Column, words: str) -> Value:
    """Return a value as the document has it. CSV does not tell no words from nothing."""
    if column.kind in _LEFT:
        return _to_the_second(column, words) if words else None
    factor = {ValueKind.MONEY: 100, ValueKind.SHARE: 100, ValueKind.RATE: 10}.get(column.kind, 1)
    return int(Decimal(words) * factor) if words else None


def in_workbook(issued: ReportCopy, content: bytes) -> Figures:
    """Return what the worksheets of a report have, totals too."""
    zone, found = ZoneInfo(issued.report.time_zone), worksheets(content)
    figures: Figures = {}
    for sheet, name in zip(issued.sheets, sheet_names(issued.sheets), strict=True):
        figures[sheet.key] = [
            {
                column.key: _from_cell(column, found[name].get((number, place)), zone)
                for place, column in enumerate(sheet.columns)
            }
            for number in range(1, len(_rows(sheet)) + 1)
        ]
    return figures


def _from_cell(column: Column, cell: Cell | None, zone: ZoneInfo) -> Value:
    if cell is None:
        return None
    if cell.is_words:
        return cell.value
    if column.kind == ValueKind.MOMENT:
        # Days since the day from which spreadsheets count.
        local = datetime(1899, 12, 30) + timedelta(days=float(cell.value))  # noqa: DTZ001
        return _rounded(local.replace(tzinfo=zone))
    if column.kind == ValueKind.DAY:
        return (datetime(1899, 12, 30) + timedelta(days=float(cell.value))).date().isoformat()  # noqa: DTZ001
    return round(float(cell.value) * _DIVISORS.get(column.kind, 1))


def in_pdf(issued: ReportCopy, content: bytes) -> Said:
    """Return what the tables of a PDF say, totals too, without spaces; columns that are left out are empty."""
    sections = sections_of(content)
    figures: Said = {}
    for sheet in issued.sheets:
        if sheet.key == "summary" and sheet.rows:
            figures[sheet.key] = _turned(sheet, sections)
            continue
        heads = [Head(each.key, transliterate(each.label), each.kind in _LEFT) for each in sheet.columns]
        keys = [column.key for column in sheet.columns]
        rows = table_in(sections, sheet.title, heads)
        figures[sheet.key] = [{key: row.get(key, "") for key in keys} for row in rows]
    return figures


def _turned(sheet: Sheet, sections: list[Section]) -> list[dict[str, str]]:
    """Return the rows of the summary, which stand beside each other."""
    first, *others = sheet.columns
    spans = [str(row.cells[0]) for row in sheet.rows]
    heads = [Head("", first.label, True), *(Head(span, span, False) for span in spans)]
    lines = {line[""]: line for line in table_in(sections, sheet.title, heads)}
    return [{first.key: tight(span), **{each.key: lines[tight(each.label)][span] for each in others}} for span in spans]


def without_left_out(issued: ReportCopy, shown: Said, found: Said) -> Said:
    """Return what is shown without the columns that paper left out: such as have nothing but 0, and are not found."""
    thinner: Said = {}
    for sheet in issued.sheets:
        bare = {column.key for place, column in enumerate(sheet.columns) if is_bare(sheet, place)}
        gone = {key for key in bare if not any(row[key] for row in found[sheet.key])}
        thinner[sheet.key] = [{key: "" if key in gone else row[key] for key in row} for row in shown[sheet.key]]
    return thinner
