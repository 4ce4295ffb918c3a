"""The first page of the PDF: title, state, facts and summary."""

from typing import Any

from reportlab.lib.colors import black
from reportlab.platypus import HRFlowable, Table

from casino.reports.document import Report, ReportCopy, Sheet
from casino.reports.formatting import format_facts

from .fonts import BOLD, PLAIN, transliterate, width
from .pages import DIM, SHADE, BeginSection, Heading, ReportTemplate, paragraph
from .signatures import signing_state
from .tables import column_of, columns_of, fit, notes, sheet_story, table_of

_SIZE = 8.5
# How many periods fit side by side in portrait.
_MOST = 6

_ALL = (0, 0), (-1, -1)
_FONT = ("FONT", *_ALL, PLAIN, _SIZE)
_BOXED = [_FONT, ("BOX", *_ALL, 0.5, black), ("BACKGROUND", *_ALL, SHADE)]
_PLAIN = [
    _FONT,
    ("VALIGN", *_ALL, "TOP"),
    *((f"{side}PADDING", *_ALL, 0) for side in ("LEFT", "RIGHT", "TOP", "BOTTOM")),
]


def front_story(doc: ReportTemplate, issued: ReportCopy) -> list[Any]:
    """Return the title, the state and the facts."""
    report, room = issued.report, doc.widths[False]
    facts = format_facts(report)
    indent = max(105.0, *(width(transliterate(label), PLAIN, _SIZE) + 10 for label, _ in facts))
    title = Heading(report.title, size=17)
    state = Table([[paragraph(signing_state(issued), _SIZE, BOLD)]], [room], style=_BOXED, spaceAfter=8)
    rows = [[paragraph(label, _SIZE, color=DIM), paragraph(value, _SIZE)] for label, value in facts]
    line = HRFlowable("100%", 1, color=black, spaceBefore=5, spaceAfter=8)
    return [title, paragraph(report.subtitle, 10.5), line, state, Table(rows, [indent, room - indent], style=_PLAIN)]


def summary_story(doc: ReportTemplate, report: Report, sheet: Sheet) -> list[Any]:
    """Return the summary with a column per period and a row per measure, if that fits in portrait."""
    if not 0 < len(sheet.rows) <= _MOST or sheet.total:
        return sheet_story(doc, report, sheet)
    periods, *measures = columns_of(report, sheet)
    names = column_of(periods.head, [each.head for each in measures], is_words=True, is_left=True)
    values = [column_of(name, [each.cells[n] for each in measures]) for n, name in enumerate(periods.cells)]
    fitted = fit([names, *values], *doc.widths)
    if fitted.is_wide:
        return sheet_story(doc, report, sheet)
    table = table_of(sheet.title, fitted.parts[0], [""] * len(measures), fitted.size, doc.room(is_wide=False))
    return [BeginSection(160), Heading(sheet.title, sheet.cite), table, *notes(sheet, [])]
