"""Present a sheet on the page: formatted values with links."""

from collections.abc import Callable, Iterable
from typing import NamedTuple
from zoneinfo import ZoneInfo

from casino.reports.document import Column, Report, Row, Sheet, Value, ValueKind
from casino.reports.formatting import format_total, format_value, says_day

from .columns import labels_left_out, places_shown, same_in_every_row

# Takes a sheet's key, a column's key and a row; returns the URL behind the figure, or "".
LinkTo = Callable[[str, str, Row], str]

# Long sheets that are collapsed at first.
FOLDED = frozenset({"summary", "wagers_by", "stints", "decks", "openings"})
MOST_UNFOLDED = 30
MOST_SLIM = 6
# Texts up to this length are not wrapped.
SHORT = 16

STATUS_WORDS = {"fine": "fine", "soon": "needs review", "due": "due", "blocked": "blocked"}


class CellPresenter(NamedTuple):
    """`key` is the column's."""

    text: str
    url: str = ""
    kind: str = ""
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
    empty: str
    is_folded: bool
    # Narrow enough to show two side by side.
    is_slim: bool
    left_out: list[str]
    same_in_every_row: list[tuple[str, str]]


def present_sheet(report: Report, sheet: Sheet, link: LinkTo) -> SheetPresenter:
    """Return a sheet as a table of texts and links."""
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
        sheet.empty,
        is_folded,
        not is_folded and len(places) <= MOST_SLIM,
        labels_left_out(sheet),
        same_in_every_row(sheet),
    )


def _row(row: Row, cells: list[CellPresenter]) -> RowPresenter:
    return RowPresenter(cells, row.status, STATUS_WORDS.get(row.status, ""))


def present_cells(
    report: Report, sheet: Sheet, row: Row, link: LinkTo, places: Iterable[int], *, with_day: bool
) -> list[CellPresenter]:
    """Return the cells of a row at these column indexes. `with_day` is `says_day` of the sheet, computed once."""
    zone = ZoneInfo(report.time_zone)
    cells = []
    for place in places:
        column, value = sheet.columns[place], row.cells[place]
        text = format_value(column, value, zone, with_day=with_day)
        cells.append(CellPresenter(text, link(sheet.key, column.key, row), _kind(column, value), column.key))
    return cells


def _total(report: Report, sheet: Sheet, places: list[int]) -> list[CellPresenter]:
    texts = format_total(report, sheet)
    if sheet.total is None or texts is None or not sheet.rows:
        return []
    cells = sheet.total.cells
    return [CellPresenter(texts[place], kind=_kind(sheet.columns[place], cells[place])) for place in places]


def _kind(column: Column, value: Value) -> str:
    """Return the CSS classes of a cell: figures align right, losses are marked, long texts may wrap."""
    if column.key == "cite":
        return "paragraph"
    if column.kind in (ValueKind.TEXT, ValueKind.DAY):
        return "words short" if isinstance(value, str) and len(value) <= SHORT else "words"
    is_loss = column.key in ("win", "hold") and isinstance(value, int) and value < 0
    return "number negative" if is_loss else "number"
