"""Tables in the PDF: headings on every page, unbroken rows, totals in bold.

Figures never wrap; text wraps if the sheet is too wide for portrait. A sheet that does not fit in landscape loses the
columns without activity; if it still does not fit, it is split into parts, one below the other.
"""

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from reportlab.lib.colors import black
from reportlab.platypus import Flowable, LongTable, Table
from reportlab.platypus.tables import CellStyle

from casino.reports.document import Report, Sheet, ValueKind
from casino.reports.formatting import format_rows, format_total, is_bare

from .fonts import BOLD, ITALIC, PLAIN, transliterate, width, wrapped
from .pages import DIM, HAIR, HEADED, SHADE, BeginSection, Heading, ReportTemplate, paragraph

# Font sizes to try, in portrait and in landscape.
_PORTRAIT, _LANDSCAPE, _SMALLEST = (8.0, 7.5), (7.5, 7.0), 6.5
# Relative to the font size: line height, padding of cells and rows, the width at which a word is broken, and the
# minimum width of a text of over two lines.
_LEADING, _PAD, _ROW_PAD, _WORD, _TEXT = 1.25, 0.42, 0.55, 14.0, 24.0
# A table with at most this many rows stays on one page if it fits.
_SHORT = 8
_MARK = 3.6
# Room for the notes below a table.
_NOTES = 60
_FILLED = ("due", "blocked")
_MEANT = {"due": "due, overdue or blocked", "soon": "needs review"}
_LEFT = (ValueKind.TEXT, ValueKind.MOMENT, ValueKind.DAY)

_STYLE = (
    ("BACKGROUND", (0, 0), (-1, 0), SHADE),
    ("LINEBELOW", (0, 0), (-1, 0), 0.7, black),
    ("LINEBELOW", (0, 1), (-1, -1), 0.4, HAIR),
)
_TOTAL_STYLE = (("BACKGROUND", (0, -1), (-1, -1), SHADE), ("LINEABOVE", (0, -1), (-1, -1), 0.7, black))


class PdfColumn(NamedTuple):
    """A column as text. `least` and `natural` are its minimum and unwrapped width, relative to the font size."""

    head: str
    cells: Sequence[str]
    total: str
    # Text, which may wrap.
    is_words: bool
    is_left: bool
    is_bare: bool
    least: float
    natural: float


def column_of(
    head: str,
    cells: Sequence[str],
    total: str = "",
    *,
    is_words: bool = False,
    is_left: bool = False,
    is_bare: bool = False,
) -> PdfColumn:
    head, total, cells = transliterate(head), transliterate(total), [transliterate(cell) for cell in cells]
    plain = set(cells)
    natural = max(_widest(plain, PLAIN), width(total, BOLD, 1))
    least = max(natural, _widest(head.split(), BOLD))
    if is_words:
        word = max(_widest({word for cell in plain for word in cell.split()}, PLAIN), _widest(head.split(), BOLD))
        two = _TEXT if natural > 2 * _TEXT else max((_in_two_lines(cell, PLAIN) for cell in plain), default=0)
        least = min(max(min(word, _WORD), two), _TEXT)
    natural = max(natural, _in_two_lines(head, BOLD), least)
    return PdfColumn(head, cells, total, is_words, is_left, is_bare, least + 2 * _PAD, natural + 2 * _PAD)


def _in_two_lines(text: str, face: str) -> float:
    """Return the minimum width of a text in two lines."""
    words = text.split()
    halves = [(" ".join(words[:place]), " ".join(words[place:])) for place in range(len(words))]
    return min((_widest(both, face) for both in halves), default=0)


def _widest(several: Iterable[str], face: str) -> float:
    return max((width(each, face, 1) for each in several), default=0)


def columns_of(report: Report, sheet: Sheet) -> list[PdfColumn]:
    rows, total = format_rows(report, sheet), format_total(report, sheet) or [""] * len(sheet.columns)
    return [
        column_of(
            column.label,
            [row[place] for row in rows],
            total[place],
            is_words=column.kind == ValueKind.TEXT,
            is_left=column.kind in _LEFT,
            is_bare=is_bare(sheet, place),
        )
        for place, column in enumerate(sheet.columns)
    ]


# ── Fitting columns on a page


class Fit(NamedTuple):
    """`parts` are the columns of each table; a sheet that fits has one."""

    is_wide: bool
    size: float
    parts: list[list[PdfColumn]]


def fit(columns: list[PdfColumn], portrait: float, landscape: float) -> Fit:
    """Return the best fit, given the page widths."""
    full = [column for column in columns if column.is_words or not column.is_bare]
    tries = [
        *((False, size, columns) for size in _PORTRAIT),
        *((True, size, columns) for size in _LANDSCAPE),
        *((True, size, full) for size in (*_LANDSCAPE, _SMALLEST)),
    ]
    for is_wide, size, kept in tries:
        if sum(column.least for column in kept) * size <= (landscape if is_wide else portrait):
            return Fit(is_wide, size, [kept])
    return Fit(True, _LANDSCAPE[-1], _parts(full, landscape / _LANDSCAPE[-1]))


def _parts(columns: list[PdfColumn], room: float) -> list[list[PdfColumn]]:
    """Spread columns evenly over as few parts as possible, each beginning with the columns that name the row."""
    figures = next((place for place, column in enumerate(columns) if not column.is_left), len(columns))
    naming = columns[:figures]
    if sum(column.least for column in naming) > room / 2:
        naming = naming[:1]
    others = columns[len(naming) :]
    fewest = _spread(naming, others, room)
    tries = (_spread(naming, others, room * tenths / 10) for tenths in range(5, 10))
    return next((parts for parts in tries if len(parts) == len(fewest)), fewest)


def _spread(naming: list[PdfColumn], others: list[PdfColumn], room: float) -> list[list[PdfColumn]]:
    parts = [list(naming)]
    for column in others:
        is_full = sum(each.least for each in (*parts[-1], column)) > room
        if is_full and len(parts[-1]) > len(naming):
            parts.append(list(naming))
        parts[-1].append(column)
    return parts


def _widths(columns: list[PdfColumn], size: float, room: float) -> list[float]:
    """Return the column widths. Spare room goes to columns that wrap."""
    least = sum(column.least for column in columns) * size
    wanted = sum(column.natural - column.least for column in columns) * size
    given = min(1, max(0, room - least) / wanted) if wanted else 0
    return [(column.least + (column.natural - column.least) * given) * size for column in columns]


# ── Tables


class StatusMark(Flowable):  # type: ignore[misc]  # no types
    """A square in the margin beside a row: filled if something is due, empty if it needs review."""

    def __init__(self, status: str) -> None:
        super().__init__()
        self.status = status

    def wrap(self, *_: float) -> tuple[float, float]:
        return _MARK, _MARK

    def draw(self) -> None:
        self.canv.setLineWidth(0.5)
        self.canv.rect(0, 0, _MARK, _MARK, fill=int(self.status in _FILLED))


class SheetTable(LongTable):  # type: ignore[misc]  # no types
    """A table that repeats its title and headings on every page, and keeps its total with the last row."""

    title = ""

    def split(self, width: float, height: float) -> list[Any]:
        first, *rest = super().split(width, height) or [None]
        for table in rest:
            table.title, table._rowSplitRange = self.title, self._rowSplitRange
            return [first, Heading(f"{self.title} (continued)", is_listed=False), table]
        return [first] if first else []

    @property
    def whole(self) -> float:
        return sum(self._argH)

    @property
    def keep(self) -> float:
        """The height to keep on one page: a short table and its notes, or the first rows and total of a long one."""
        return self.whole + _NOTES if len(self._argH) <= _SHORT + 1 else sum(self._argH[:3]) + self._argH[-1]


def table_of(
    title: str, columns: list[PdfColumn], statuses: Sequence[str], size: float, room: tuple[float, float]
) -> SheetTable:
    """Return a table of strings, which are drawn faster than paragraphs. `room` is the width and height of a page."""
    widths = _widths(columns, size, room[0])
    inner = [wide - 2 * _PAD * size for wide in widths]
    heads = ["\n".join(wrapped(column.head, BOLD, size, wide)) for column, wide in zip(columns, inner, strict=True)]
    cells = [_wrapped(column, wide, size) for column, wide in zip(columns, inner, strict=True)]
    most = int((room[1] - HEADED - _height(heads, size)) // (size * _LEADING)) - 4
    rows: list[list[Any]] = [[(), *heads]]
    for status, *row in zip(statuses, *cells, strict=True):
        mark = StatusMark(status) if status in ("soon", *_FILLED) else ()
        for piece in _pieces(row, most):
            rows.append([mark, *piece])
            mark = ()
    has_total = any(column.total for column in columns)
    if has_total:
        rows.append([(), *(column.total for column in columns)])
    table = SheetTable(
        rows,
        colWidths=[0, *widths],
        rowHeights=[_height(row[1:], size) for row in rows],
        style=(*_STYLE, *(_TOTAL_STYLE if has_total else ())),
        cellStyles=_cell_styles(columns, size, len(rows), has_total=has_total),
        repeatRows=1,
        rowSplitRange=(0, -2) if has_total else None,
        normalizedData=1,
        hAlign="LEFT",
        spaceAfter=2,
    )
    table.title = title
    return table


def _wrapped(column: PdfColumn, room: float, size: float) -> Sequence[str]:
    if not column.is_words or (column.natural - 2 * _PAD) * size <= room:
        return column.cells
    return ["\n".join(wrapped(cell, PLAIN, size, room)) for cell in column.cells]


def _height(cells: Iterable[str], size: float) -> float:
    return ((max(cell.count("\n") for cell in cells) + 1) * _LEADING + _ROW_PAD) * size


def _pieces(row: list[str], most: int) -> list[list[str]]:
    """Return a row, split if it is longer than a page."""
    if max(cell.count("\n") for cell in row) < most:
        return [row]
    lines = [cell.split("\n") for cell in row]
    starts = range(0, max(map(len, lines)), most)
    return [["\n".join(cell[start : start + most]) for cell in lines] for start in starts]


def _cell_styles(columns: list[PdfColumn], size: float, rows: int, *, has_total: bool) -> list[list[CellStyle]]:
    """Return the styles of all cells. Cells of a column share one; the first column holds the marks in the margin."""
    mark = _cell_style(PLAIN, size, leftPadding=-_MARK - 3, topPadding=_LEADING * size - _MARK)
    head, body, total = (
        [mark, *(_cell_style(face, size, "LEFT" if each.is_left else "RIGHT", valign) for each in columns)]
        for face, valign in ((BOLD, "BOTTOM"), (PLAIN, "TOP"), (BOLD, "TOP"))
    )
    middle = [body] * (rows - 1 - has_total)
    return [head, *middle, total] if has_total else [head, *middle]


def _cell_style(face: str, size: float, align: str = "LEFT", valign: str = "TOP", **more: float) -> CellStyle:
    style, pad = CellStyle(face), _PAD * size
    known = {"fontname": face, "fontsize": size, "leading": _LEADING * size, "alignment": align, "valign": valign}
    pads = {"leftPadding": pad, "rightPadding": pad, "topPadding": 0.25 * size, "bottomPadding": 0.3 * size}
    for name, value in {**known, **pads, **more}.items():
        setattr(style, name, value)
    return style


# ── Sheets


def sheet_story(doc: ReportTemplate, report: Report, sheet: Sheet) -> list[Any]:
    """Return a sheet with its heading and notes: in portrait if it fits, else in landscape."""
    if not sheet.rows:
        heading = [BeginSection(60), Heading(sheet.title, sheet.cite)]
        return [*heading, paragraph(sheet.empty), *notes(sheet, [])]
    columns = columns_of(report, sheet)
    fitted = fit(columns, *doc.widths)
    room = doc.room(is_wide=fitted.is_wide)
    titles = [f"{sheet.title}, part {part} of {len(fitted.parts)}" for part in range(1, len(fitted.parts) + 1)]
    tables = [
        table_of(title if len(titles) > 1 else sheet.title, part, [row.status for row in sheet.rows], fitted.size, room)
        for title, part in zip(titles, fitted.parts, strict=True)
    ]
    # A portrait table may go at the end of a landscape page if all of it fits there.
    whole = sum(table.whole + HEADED + _NOTES for table in tables)
    kept = {id(column) for part in fitted.parts for column in part}
    story: list[Any] = []
    for table in tables:
        story.append(BeginSection(table.keep + HEADED, whole=whole, is_wide=fitted.is_wide))
        story += [Heading(table.title, sheet.cite), table]
    return [*story, *notes(sheet, [column.head for column in columns if id(column) not in kept])]


def notes(sheet: Sheet, left_out: list[str]) -> list[Any]:
    """Return the legend of the marks, and the notes below a table."""
    statuses = {"due" if row.status in _FILLED else row.status for row in sheet.rows}
    meant = {status: words for status, words in _MEANT.items() if status in statuses}
    said = [sheet.note] if sheet.note else []
    said += [f"No activity: {', '.join(left_out)}."] if left_out else []
    return [*([_legend(meant)] if meant else []), *(paragraph(words, 7.5, ITALIC, DIM) for words in said)]


def _legend(meant: dict[str, str]) -> Table:
    cells = [cell for status, words in meant.items() for cell in (StatusMark(status), words)]
    widths = [wide for words in meant.values() for wide in (_MARK + 3, width(words, PLAIN, 7) + 14)]
    everywhere = (0, 0), (-1, -1)
    style = [("FONT", *everywhere, PLAIN, 7, 8), ("TEXTCOLOR", *everywhere, DIM), ("LEFTPADDING", *everywhere, 0)]
    return Table([cells], widths, style=[*style, ("BOTTOMPADDING", *everywhere, 2)], hAlign="LEFT")
