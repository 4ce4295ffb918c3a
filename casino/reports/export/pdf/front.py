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


def put_front(stack: PageStack, issued: ReportCopy) -> None:
    """Add the title, the state and the facts."""
    report = issued.report
    stack.page.headings.append(spelt(report.title))
    stack.paragraph(report.title, 17, BOLD)
    stack.y += 2
    stack.paragraph(report.subtitle, 10.5)
    stack.y += 5
    stack.put(PdfRule(MARGIN, stack.y, MARGIN + stack.width, stack.y, BLACK, 1))
    stack.y += 8
    _put_state(stack, state_said(issued))
    for label, value in format_facts(report):
        _put_fact(stack, label, value)


def _put_state(stack: PageStack, state: str) -> None:
    lines = wrapped(spelt(state), BOLD, _SIZE, stack.width - 16)
    height = len(lines) * _SIZE * 1.35 + 10
    stack.put(PdfArea(MARGIN, stack.y, stack.width, height, SHADE, BLACK))
    for place, line in enumerate(lines, start=1):
        stack.put(PdfText(MARGIN + 8, stack.y + 3 + place * _SIZE * 1.35, line, BOLD, _SIZE))
    stack.y += height + 8


def _put_fact(stack: PageStack, label: str, value: str) -> None:
    """Add a fact's label with its value next to it."""
    indent = max(105.0, width(spelt(label), PLAIN, _SIZE) + 10)
    lines = wrapped(spelt(value), PLAIN, _SIZE, stack.width - indent)
    for place, line in enumerate(lines):
        stack.need(_SIZE * 1.4)
        stack.y += _SIZE * 1.4
        if not place:
            stack.put(PdfText(MARGIN, stack.y - 2, spelt(label), PLAIN, _SIZE, DIM))
        stack.put(PdfText(MARGIN + indent, stack.y - 2, line, PLAIN, _SIZE))


# ── Summary


def put_summary(stack: PageStack, report: Report, sheet: Sheet) -> bool:
    """Add the summary with a column per period and a row per measure; return False if it does not fit."""
    if not 0 < len(sheet.rows) <= _MOST or sheet.total:
        return False
    grid = _turned(grid_of(report, sheet))
    table = TableLayout(sheet.title, grid, _widths(stack, grid), 8)
    if table.whole > stack.width:
        return False
    stack.heading(sheet.title, 120, sheet.cite)
    put_table(stack, table)
    put_notes(stack, sheet, [])
    return True


def _turned(grid: Grid) -> Grid:
    """Return the grid transposed."""
    spans = [row[0] for row in grid.rows]
    rows = [[head, *(row[place] for row in grid.rows)] for place, head in enumerate(grid.heads) if place]
    one = [True, *(False for _ in spans)]
    return Grid([grid.heads[0], *spans], rows, None, [""] * len(rows), one, one)


def _widths(stack: PageStack, grid: Grid) -> list[float]:
    """Return column widths: the names as needed, the periods share the rest."""
    first = max(width(row[0], PLAIN, 8) for row in grid.rows) + 12
    others = len(grid.heads) - 1
    need = max(width(cell, PLAIN, 8) for row in grid.rows for cell in row[1:]) + 8
    return [first, *[max(need, min(90, (stack.width - first) / others))] * others]
