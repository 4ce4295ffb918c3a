"""The first page of the PDF: title, state, facts and summary."""

from casino.reports.document import Report, ReportCopy, Sheet
from casino.reports.row_formatting import format_facts

from .fitting import Grid, grid_of
from .fonts import BOLD, PLAIN, spelt, width, wrapped
from .marks import BLACK, DIM, SHADE, PdfArea, PdfRule, PdfText
from .pages import MARGIN, PageStack
from .signatures import state_said
from .tables import TableLayout, put_notes, put_table

_SIZE = 8.5
# How many periods fit side by side in portrait.
_MOST = 6


def put_front(sheaf: PageStack, issued: ReportCopy) -> None:
    """Add the title, the state and the facts."""
    report = issued.report
    sheaf.page.headings.append(spelt(report.title))
    sheaf.paragraph(report.title, 17, BOLD)
    sheaf.y += 2
    sheaf.paragraph(report.subtitle, 10.5)
    sheaf.y += 5
    sheaf.put(PdfRule(MARGIN, sheaf.y, MARGIN + sheaf.width, sheaf.y, BLACK, 1))
    sheaf.y += 8
    _put_state(sheaf, state_said(issued))
    for label, value in format_facts(report):
        _put_fact(sheaf, label, value)


def _put_state(sheaf: PageStack, state: str) -> None:
    lines = wrapped(spelt(state), BOLD, _SIZE, sheaf.width - 16)
    height = len(lines) * _SIZE * 1.35 + 10
    sheaf.put(PdfArea(MARGIN, sheaf.y, sheaf.width, height, SHADE, BLACK))
    for place, line in enumerate(lines, start=1):
        sheaf.put(PdfText(MARGIN + 8, sheaf.y + 3 + place * _SIZE * 1.35, line, BOLD, _SIZE))
    sheaf.y += height + 8


def _put_fact(sheaf: PageStack, label: str, value: str) -> None:
    """Add a fact's label with its value next to it."""
    indent = max(105.0, width(spelt(label), PLAIN, _SIZE) + 10)
    lines = wrapped(spelt(value), PLAIN, _SIZE, sheaf.width - indent)
    for place, line in enumerate(lines):
        sheaf.need(_SIZE * 1.4)
        sheaf.y += _SIZE * 1.4
        if not place:
            sheaf.put(PdfText(MARGIN, sheaf.y - 2, spelt(label), PLAIN, _SIZE, DIM))
        sheaf.put(PdfText(MARGIN + indent, sheaf.y - 2, line, PLAIN, _SIZE))


# ── Summary


def put_summary(sheaf: PageStack, report: Report, sheet: Sheet) -> bool:
    """Add the summary with a column per period and a row per measure; return False if it does not fit."""
    if not 0 < len(sheet.rows) <= _MOST or sheet.total:
        return False
    grid = _turned(grid_of(report, sheet))
    table = TableLayout(sheet.title, grid, _widths(sheaf, grid), 8)
    if table.whole > sheaf.width:
        return False
    sheaf.heading(sheet.title, 120, sheet.cite)
    put_table(sheaf, table)
    put_notes(sheaf, sheet, [])
    return True


def _turned(grid: Grid) -> Grid:
    """Return the grid transposed."""
    spans = [row[0] for row in grid.rows]
    rows = [[head, *(row[place] for row in grid.rows)] for place, head in enumerate(grid.heads) if place]
    one = [True, *(False for _ in spans)]
    return Grid([grid.heads[0], *spans], rows, None, [""] * len(rows), one, one)


def _widths(sheaf: PageStack, grid: Grid) -> list[float]:
    """Return column widths: the names as needed, the periods share the rest."""
    first = max(width(row[0], PLAIN, 8) for row in grid.rows) + 12
    others = len(grid.heads) - 1
    need = max(width(cell, PLAIN, 8) for row in grid.rows for cell in row[1:]) + 8
    return [first, *[max(need, min(90, (sheaf.width - first) / others))] * others]
