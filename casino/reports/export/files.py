"""Report files: PDF, Excel, CSV and JSON."""

from collections.abc import Callable
from datetime import date
from typing import NamedTuple

from django.http import Http404, HttpResponse
from django.utils.text import slugify

from casino.reports.charts import pictures_of
from casino.reports.document import ReportCopy
from casino.reports.models import ReportedShift

from .csv import csv_of, zip_of
from .pdf import pdf_of
from .xlsx import workbook_of


class File(NamedTuple):
    label: str
    type: str
    made: Callable[[ReportCopy], bytes]


FILES = {
    "report-a4.pdf": File(
        "PDF, A4", "application/pdf", lambda issued: pdf_of(issued, pictures_of(issued.report), "a4")
    ),
    "report-letter.pdf": File(
        "PDF, Letter", "application/pdf", lambda issued: pdf_of(issued, pictures_of(issued.report), "letter")
    ),
    "report.xlsx": File("Excel", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", workbook_of),
    "report.zip": File("CSV", "application/zip", zip_of),
    "report.json": File("JSON", "application/json", lambda issued: issued.document),
}


def file_of(issued: ReportCopy, name: str, stem: str) -> HttpResponse:
    """Return a report as the named file, or one of its sheets as CSV: tables.csv."""
    sheet, _, ending = name.rpartition(".")
    if name in FILES:
        file = FILES[name]
        content, kind = file.made(issued), file.type
        saved = f"{stem}.{ending}"
    elif ending == "csv" and any(each.key == sheet for each in issued.sheets):
        found = next(each for each in issued.sheets if each.key == sheet)
        content, kind = csv_of(found).encode(), "text/csv; charset=utf-8"
        saved = f"{stem}-{sheet}.csv"
    else:
        raise Http404
    return HttpResponse(content, content_type=kind, headers={"Content-Disposition": f'attachment; filename="{saved}"'})


def stem_of_shift(shift: ReportedShift) -> str:
    """Return the file name, without extension, of a shift report."""
    return slugify(f"{shift.facility.code} {shift.gaming_day} {shift.template.name}")


def stem_of_range(code: str | None, first: date, last: date) -> str:
    """Return the file name, without extension, of a range report."""
    return "-".join((code or "all", *dict.fromkeys((first.isoformat(), last.isoformat()))))
