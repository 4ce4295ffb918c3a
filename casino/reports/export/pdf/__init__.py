"""Export a report as a PDF that can be printed, signed and filed."""

from collections.abc import Sequence

from casino.reports.charts.drawing import Chart
from casino.reports.document import ReportCopy

from .canvas import About, pdf_bytes
from .charts import put_pictures
from .footer import foot_height, put_footers
from .front import put_front, put_summary
from .marks import PdfPage
from .pages import PageStack, Paper
from .signatures import put_signatures
from .tables import put_sheet

__all__ = ["Paper", "pages_of", "pdf_of"]

# Sheets on the first page, before the charts.
_FIRST = ("summary", "attention")


def pdf_of(issued: ReportCopy, pictures: Sequence[Chart], paper: Paper) -> bytes:
    """Return a report as a PDF. The same report gives the same bytes."""
    report = issued.report
    author = ", ".join(place.name for place in report.facilities)
    return pdf_bytes(pages_of(issued, pictures, paper), About(report.title, author, report.subtitle, report.made_at))


def pages_of(issued: ReportCopy, pictures: Sequence[Chart], paper: Paper) -> list[PdfPage]:
    """Lay a report out on pages."""
    report = issued.report
    stack = PageStack(paper, foot_height(issued, paper))
    put_front(stack, issued)
    for sheet in (each for each in report.sheets if each.key in _FIRST):
        if not (sheet.key == "summary" and put_summary(stack, report, sheet)):
            put_sheet(stack, report, sheet)
    stack.turn(is_wide=False)
    put_pictures(stack, pictures)
    for sheet in (each for each in report.sheets if each.key not in _FIRST):
        put_sheet(stack, report, sheet)
    if issued.after:
        stack.turn(is_wide=False)
        stack.heading("Added later", 160)
        stack.paragraph("Everything from here to the signatures was added later and is not part of what was signed.")
    for sheet in issued.after:
        put_sheet(stack, report, sheet)
    put_signatures(stack, issued)
    put_footers(stack.pages, issued)
    return stack.pages
