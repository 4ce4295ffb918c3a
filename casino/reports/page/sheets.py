"""A sheet as the page shows it: every value in words, with its link."""

from collections.abc import Callable, Iterable
from typing import NamedTuple
from zoneinfo import ZoneInfo

from casino.reports.document import Column, Report, Row, Sheet, Value, ValueKind
from casino.reports.formatting import format_value
from casino.reports.row_formatting import says_day, total_column
from compliance.web.citations import citation_texts

from .columns import labels_left_out, places_shown, said_once

# Returns the address of what a figure is made of, or nothing: of a sheet's key, a column's key, and the row.
LinkTo = Callable[[str, str, Row], str]
Paragraphs = tuple[tuple[str, str], ...]

# Long, and seldom read to the end.
FOLDED = frozenset({"summary", "wagers_by", "stints", "decks", "openings"})
MOST_UNFOLDED = 30
MOST_SLIM = 6
# Words so short are not wrapped.
SHORT = 16

STATUS_WORDS = {"fine": "fine", "soon": "look at it", "due": "due", "blocked": "blocked"}


class CellPresenter(NamedTuple):
    """`key` is its column's; `words` are those of the paragraph, where the cell names one."""

    text: str
    url: str = ""
    kind: str = ""
    words: Paragraphs = ()
    key: str = ""


class RowPresenter(NamedTuple):
    cells: list[CellPresenter]
    status: str
    word: str


class ColumnPresenter(NamedTuple):
    label: str
    kind: str


class SheetPresenter(NamedTuple):
    key: str
    title: str
    columns: list[ColumnPresenter]
    rows: list[RowPresenter]
    total: list[CellPresenter]
    note: str
    cite: str
    words: Paragraphs
    empty: str
    is_folded: bool
    # So few columns that two such sheets stand beside each other.
    is_slim: bool
    left_out: list[str]
    said_once: list[tuple[str, str]]


def present_sheet(report: Report, sheet: Sheet, link: LinkTo) -> SheetPresenter:
    """Return a sheet as a table of words and links."""
    places = places_shown(sheet)
    is_folded = sheet.key in FOLDED or len(sheet.rows) > MOST_UNFOLDED
    with_day = says_day(report, sheet)
    return SheetPresenter(
        sheet.key,
        sheet.title,
        [ColumnPresenter(sheet.columns[place].label, _kind(sheet.columns[place], None)) for place in places],
        [_row(row, present_cells(report, sheet, row, link, places, with_day=with_day)) for row in sheet.rows],
        _total(report, sheet, places),
        sheet.note,
        sheet.cite,
        citation_texts(sheet.cite) if sheet.cite else (),
        sheet.empty,
        is_folded,
        not is_folded and len(places) <= MOST_SLIM,
        labels_left_out(sheet),
        said_once(sheet),
    )


def _row(row: Row, cells: list[CellPresenter]) -> RowPresenter:
    return RowPresenter(cells, row.status, STATUS_WORDS.get(row.status, ""))


def present_cells(
    report: Report, sheet: Sheet, row: Row, link: LinkTo, places: Iterable[int], *, with_day: bool
) -> list[CellPresenter]:
    """Return the cells of a row that stand at these places; `with_day` is `says_day` of the sheet, which reads all of
    its rows: asked once for all of them."""
    zone = ZoneInfo(report.time_zone)
    cells = []
    for place in places:
        column, value = sheet.columns[place], row.cells[place]
        text = format_value(column, value, zone, with_day=with_day)
        words = citation_texts(text) if column.key == "cite" and value else ()
        cells.append(CellPresenter(text, link(sheet.key, column.key, row), _kind(column, value), words, column.key))
    return cells


def _total(report: Report, sheet: Sheet, places: list[int]) -> list[CellPresenter]:
    if sheet.total is None or not sheet.rows:
        return []
    zone, cells = ZoneInfo(report.time_zone), sheet.total.cells
    return [
        CellPresenter(
            ""
            if cells[place] is None
            else format_value(total_column(sheet.columns[place], cells[place]), cells[place], zone),
            kind=_kind(sheet.columns[place], cells[place]),
        )
        for place in places
    ]


def _kind(column: Column, value: Value) -> str:
    """Return the classes of a cell: figures stand right, a loss is marked, long words may wrap."""
    if column.key == "cite":
        return "paragraph"
    if column.kind in (ValueKind.TEXT, ValueKind.DAY):
        return "words short" if isinstance(value, str) and len(value) <= SHORT else "words"
    is_loss = column.key in ("win", "hold") and isinstance(value, int) and value < 0
    return "number negative" if is_loss else "number"
