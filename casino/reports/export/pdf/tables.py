"""Tables in the PDF: headings on every page, unbroken rows, totals in bold."""

from typing import NamedTuple

from casino.reports.document import Report, Sheet

from .fitting import PAD, Grid, fit, grid_of
from .fonts import BOLD, ITALIC, PLAIN, width, wrapped
from .marks import BLACK, DIM, HAIR, SHADE, Mark, PdfArea, PdfRule, PdfText
from .pages import HEADED, MARGIN, PageStack

_LEADING = 1.25
_MARK = 3.6
# A table with at most this many rows stays on one page if it fits.
_SHORT = 8
_FILLED = ("due", "blocked")
_MEANT = {"due": "due, overdue or blocked", "soon": "needs review"}

# The lines of text of each cell of a row.
Lines = list[list[str]]


class TableLayout(NamedTuple):
    """A table to lay out: title, texts, column widths and font size."""

    title: str
    grid: Grid
    widths: list[float]
    size: float

    @property
    def line(self) -> float:
        return self.size * _LEADING

    @property
    def whole(self) -> float:
        return sum(self.widths)

    def height(self, lines: Lines) -> float:
        return max(map(len, lines)) * self.line + self.size * 0.55

    def lines(self, cells: list[str], face: str, *, is_head: bool = False) -> Lines:
        """Return each cell's lines; figures never wrap."""
        room = [each - 2 * PAD * self.size for each in self.widths]
        return [
            wrapped(cell, face, self.size, room[place]) if is_head or self.grid.is_words[place] else [cell]
            for place, cell in enumerate(cells)
        ]


def put_sheet(stack: PageStack, report: Report, sheet: Sheet) -> None:
    """Add a sheet: in portrait if it fits, else in landscape."""
    grid = grid_of(report, sheet)
    if not sheet.rows:
        stack.heading(sheet.title, 30, sheet.cite)
        stack.paragraph(sheet.empty)
        return put_notes(stack, sheet, [])
    fitted = fit(sheet, grid, stack.width_of(is_wide=False), stack.width_of(is_wide=True))
    tables = [
        TableLayout(_title(sheet, place, len(fitted.parts)), grid.part(part), widths, fitted.size)
        for place, (part, widths) in enumerate(zip(fitted.parts, fitted.widths, strict=True), start=1)
    ]
    # A portrait table may go at the end of a landscape page if all of it fits there.
    if fitted.is_wide or sum(_whole(table) + HEADED for table in tables) > stack.room:
        stack.turn(is_wide=fitted.is_wide)
    for table in tables:
        stack.heading(table.title, _kept(table), sheet.cite)
        put_table(stack, table)
    return put_notes(stack, sheet, fitted.left_out)


def _title(sheet: Sheet, part: int, parts: int) -> str:
    return f"{sheet.title}, part {part} of {parts}" if parts > 1 else sheet.title


def put_notes(stack: PageStack, sheet: Sheet, left_out: list[int]) -> None:
    """Add the legend and notes below a table."""
    _put_legend(stack, {row.status for row in sheet.rows})
    if sheet.note:
        stack.paragraph(sheet.note, 7.5, ITALIC, DIM)
    if left_out:
        labels = ", ".join(sheet.columns[place].label for place in left_out)
        stack.paragraph(f"No activity: {labels}.", 7.5, ITALIC, DIM)


def _put_legend(stack: PageStack, statuses: set[str]) -> None:
    """Add a legend of the marks next to rows."""
    size, x = 7.0, MARGIN
    said = [(each, words) for each, words in _MEANT.items() if statuses & {each, *(_FILLED if each == "due" else ())}]
    if said:
        stack.need(size * 1.5)
        stack.y += size * 1.5
    for status, words in said:
        stack.put(_status_mark(status, x, stack.y - 2), PdfText(x + 7, stack.y - 2, words, PLAIN, size, DIM))
        x += width(words, PLAIN, size) + 20


def _status_mark(status: str, x: float, baseline: float) -> PdfArea:
    return PdfArea(x, baseline - _MARK, _MARK, _MARK, BLACK if status in _FILLED else None, BLACK)


# ── Layout


def put_table(stack: PageStack, table: TableLayout) -> None:
    """Add a table under its heading, on as many pages as it needs."""
    head = table.lines(table.grid.heads, BOLD, is_head=True)
    total = table.lines(table.grid.total, BOLD) if table.grid.total else None
    _put_head(stack, table, head)
    last = len(table.grid.rows) - 1
    for place, cells in enumerate(table.grid.rows):
        lines = table.lines(cells, PLAIN)
        # Keep the total on a page with the last row.
        after = table.height(total) if total and place == last else 0
        status = table.grid.statuses[place]
        for piece in _pieces(table, lines, _most_lines(stack, table, head)):
            _make_room(stack, table, head, table.height(piece) + after)
            _put_row(stack, table, piece, PLAIN)
            if status in ("soon", *_FILLED):
                baseline = stack.y - table.height(piece) + table.line
                stack.put(_status_mark(status, MARGIN - _MARK - 3, baseline))
            status = ""
    if total:
        _put_total(stack, table, head, total)
    stack.y += 2


def _whole(table: TableLayout) -> float:
    """Return the height of a table, with room for its notes."""
    rows = [table.lines(cells, PLAIN) for cells in table.grid.rows]
    return _beginning(table) + sum(map(table.height, rows[2:])) + 60


def _kept(table: TableLayout) -> float:
    """Return the height to keep on one page: all of a short table, the beginning of a long one."""
    return _whole(table) if len(table.grid.rows) <= _SHORT else _beginning(table)


def _beginning(table: TableLayout) -> float:
    """Return the height of a table's heading, first rows and total."""
    rows = [table.grid.heads, *table.grid.rows[:2], *([table.grid.total] if table.grid.total else [])]
    return sum(table.height(table.lines(cells, BOLD, is_head=not place)) for place, cells in enumerate(rows))


def _most_lines(stack: PageStack, table: TableLayout, head: Lines) -> int:
    """Return how many lines of a row fit on an empty page."""
    room = stack.page.height - stack.foot - MARGIN - 40 - table.height(head)
    return max(1, int((room - table.size) // table.line))


def _pieces(table: TableLayout, lines: Lines, most: int) -> list[Lines]:
    """Return a row, split if it is longer than a page."""
    longest = max(map(len, lines))
    return [[cell[start : start + most] for cell in lines] for start in range(0, longest, most)]


def _make_room(stack: PageStack, table: TableLayout, head: Lines, height: float) -> None:
    if stack.need(height):
        stack.title(f"{table.title} (continued)")
        _put_head(stack, table, head)


def _put_head(stack: PageStack, table: TableLayout, head: Lines) -> None:
    height = table.height(head)
    stack.put(PdfArea(MARGIN, stack.y, table.whole, height, SHADE))
    # Align headings at the bottom.
    deepest = max(map(len, head))
    _put_cells(stack, table, [[""] * (deepest - len(cell)) + cell for cell in head], BOLD)
    stack.y += height
    stack.put(PdfRule(MARGIN, stack.y, MARGIN + table.whole, stack.y, BLACK, 0.7))


def _put_row(stack: PageStack, table: TableLayout, lines: Lines, face: str) -> None:
    _put_cells(stack, table, lines, face)
    stack.y += table.height(lines)
    stack.put(PdfRule(MARGIN, stack.y, MARGIN + table.whole, stack.y, HAIR, 0.4))


def _put_total(stack: PageStack, table: TableLayout, head: Lines, total: Lines) -> None:
    _make_room(stack, table, head, table.height(total))
    stack.put(
        PdfArea(MARGIN, stack.y, table.whole, table.height(total), SHADE),
        PdfRule(MARGIN, stack.y, MARGIN + table.whole, stack.y, BLACK, 0.7),
    )
    _put_row(stack, table, total, BOLD)


def _put_cells(stack: PageStack, table: TableLayout, lines: Lines, face: str) -> None:
    left, pad = MARGIN, PAD * table.size
    marks: list[Mark] = []
    for cell, wide, is_left in zip(lines, table.widths, table.grid.is_left, strict=True):
        for place, line in enumerate(cell):
            if line:
                x = left + pad if is_left else left + wide - pad - width(line, face, table.size)
                marks.append(PdfText(x, stack.y + (place + 1) * table.line, line, face, table.size))
        left += wide
    stack.put(*marks)
