"""Present a sheet on the page: formatted values with links."""

from collections.abc import Callable, Iterable
from typing import NamedTuple
from zoneinfo import ZoneInfo

from django.template.loader import render_to_string
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from msgspec import structs

from casino.reports.document import Column, Report, Row, Sheet, Value, ValueKind
from casino.reports.formatting import format_total, format_value, says_day

from .columns import labels_left_out, places_shown, same_in_every_row

# Takes a sheet's key, a column's key and a row; returns the URL behind the figure, or "".
LinkTo = Callable[[str, str, Row], str]

# Sheets that are collapsed at first, as are all that are long. Those that are long are loaded when they are opened.
FOLDED = frozenset({"summary", "wagers_by", "stints", "decks", "openings"})
MOST_UNFOLDED = 30
# The name of all sheets in the query string, which loads and opens them.
ALL = "all"
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


class ColumnPresenter(NamedTuple):
    label: str
    kind: str


class SheetPresenter(NamedTuple):
    """A table of texts and links. `rows` is empty if they are not loaded; `number` is how many there are."""

    key: str
    title: str
    number: int
    columns: list[ColumnPresenter]
    rows: list[RowPresenter]
    total: list[CellPresenter]
    note: str
    cite: str
    empty: str
    is_folded: bool
    is_loaded: bool
    is_open: bool
    # Narrow enough to show two side by side.
    is_slim: bool
    left_out: list[str]
    same_in_every_row: list[tuple[str, str]]

    @property
    def body(self) -> SafeString:
        """The rows as HTML. A template would take ten times as long for thousands of cells."""
        return format_html_join("", "<tr{}>{}</tr>", (_row_html(self.key, *each) for each in enumerate(self.rows, 1)))


def present_sheet(report: Report, sheet: Sheet, link: LinkTo, opened: str = ALL) -> SheetPresenter:
    """Return a sheet for the page. A long one is loaded if it is `opened`, or if all are."""
    is_long, is_open = len(sheet.rows) > MOST_UNFOLDED, opened in (ALL, sheet.key)
    is_folded, is_loaded, number = is_long or sheet.key in FOLDED, is_open or not is_long, len(sheet.rows)
    if not is_loaded:
        sheet = structs.replace(sheet, columns=(), rows=(), total=None)
    places, with_day = places_shown(sheet), says_day(report, sheet)
    return SheetPresenter(
        sheet.key,
        sheet.title,
        number,
        [ColumnPresenter(sheet.columns[place].label, _kind(sheet.columns[place], None)) for place in places],
        [
            RowPresenter(present_cells(report, sheet, row, link, places, with_day=with_day), row.status)
            for row in sheet.rows
        ],
        _total(report, sheet, places),
        sheet.note,
        sheet.cite,
        sheet.empty,
        is_folded,
        is_loaded,
        is_open,
        not is_folded and len(places) <= MOST_SLIM,
        labels_left_out(sheet),
        same_in_every_row(sheet),
    )


def _row_html(sheet: str, number: int, row: RowPresenter) -> tuple[SafeString | str, SafeString]:
    """Return the attributes and the cells of a row. Its number makes the ids of its citations unique."""
    cells = ((each.kind, _cell_html(each, f"{number}-{sheet}")) for each in row.cells)
    kind, first = next(cells)
    mark: SafeString | str = ""
    if row.status:
        mark = format_html(
            '<span class="shape"></span><span class="unseen">{}: </span>', STATUS_WORDS.get(row.status, "")
        )
    head = format_html('<th scope="row" class="{}">{}{}</th>', kind, mark, first)
    status = format_html(' data-status="{}"', row.status) if row.status else ""
    return status, head + format_html_join("", '<td class="{}">{}</td>', cells)


def _cell_html(cell: CellPresenter, key: str) -> SafeString | str:
    if cell.key == "cite" and cell.text:
        return render_to_string("parts/cite.html", {"cite": cell.text, "key": key})
    return format_html('<a class="figure-way" href="{}">{}</a>', cell.url, cell.text) if cell.url else cell.text


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
