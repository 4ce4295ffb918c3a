"""Export a sheet as CSV, or all sheets and the document as a zip file."""

import csv
from datetime import UTC
from io import BytesIO, StringIO
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from casino.reports.document import Column, ReportCopy, Sheet, Value, ValueKind
from casino.reports.formatting import plain_value
from compliance.web.spreadsheets import escape_formula


def csv_of(sheet: Sheet) -> str:
    """Return a sheet as CSV (RFC 4180) with column keys as the header, without the total."""
    file = StringIO(newline="")
    writer = csv.writer(file)
    writer.writerow([column.key for column in sheet.columns])
    for row in sheet.rows:
        writer.writerow([_cell(column, value) for column, value in zip(sheet.columns, row.cells, strict=True)])
    return file.getvalue()


def _cell(column: Column, value: Value) -> str | int | None:
    """Return a value for programs, with spreadsheet formulas escaped."""
    said = plain_value(column, value)
    return (
        escape_formula(said)
        if column.kind == ValueKind.TEXT and isinstance(value, str) and isinstance(said, str)
        else said
    )


def zip_of(issued: ReportCopy) -> bytes:
    """Return a zip of every sheet as CSV, and report.json with the exact bytes that were signed."""
    report = issued.report
    files = [("report.json", issued.document)]
    files += [
        (f"{place:02d}-{sheet.key}.csv", csv_of(sheet).encode()) for place, sheet in enumerate(issued.sheets, start=1)
    ]
    made = report.made_at.astimezone(UTC)
    target = BytesIO()
    with ZipFile(target, "w") as archive:
        for name, content in files:
            # Use the report's date, not the current one, so that the same report gives the same bytes.
            about = ZipInfo(name, (made.year, made.month, made.day, made.hour, made.minute, made.second))
            about.compress_type, about.external_attr = ZIP_DEFLATED, 0o644 << 16
            archive.writestr(about, content)
    return target.getvalue()
