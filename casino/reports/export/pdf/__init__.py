"""Export a report as a PDF that can be printed, signed and filed."""

from collections.abc import Sequence
from io import BytesIO

from casino.reports.charts.drawing import Chart
from casino.reports.document import ReportCopy

from .charts import chart_story
from .covers import front_story, signature_story, summary_story
from .pages import BeginSection, Heading, Paper, ReportTemplate, paragraph
from .tables import sheet_story

__all__ = ["Paper", "pdf_of"]

# Sheets on the first page, before the charts.
_FIRST = ("summary", "attention")


def pdf_of(issued: ReportCopy, charts: Sequence[Chart], paper: Paper) -> bytes:
    """Return a report as a PDF. The same report gives the same bytes."""
    report, file = issued.report, BytesIO()
    doc = ReportTemplate(file, issued, paper)
    story = front_story(doc, issued)
    for sheet in (each for each in report.sheets if each.key in _FIRST):
        story += (summary_story if sheet.key == "summary" else sheet_story)(doc, report, sheet)
    story += chart_story(doc, charts)
    for sheet in (each for each in report.sheets if each.key not in _FIRST):
        story += sheet_story(doc, report, sheet)
    if issued.after:
        said = "Everything from here to the signatures was added later and is not part of what was signed."
        story += [BeginSection(196, whole=doc.long, is_wide=False), Heading("Added later"), paragraph(said)]
    for sheet in issued.after:
        story += sheet_story(doc, report, sheet)
    doc.write([*story, *signature_story(doc, issued)])
    return file.getvalue()
