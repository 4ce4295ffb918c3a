"""Fit the columns of a sheet on a page: widths, font size, portrait or landscape.

Figures never wrap; text wraps if the sheet is too wide. A sheet that does not fit in landscape loses the columns
without activity; if it still does not fit, it is split into parts, one below the other.
"""

from collections.abc import Sequence
from typing import NamedTuple

from casino.reports.document import Report, Sheet, ValueKind
from casino.reports.row_formatting import format_rows, format_total, is_bare

from .fonts import BOLD, PLAIN, spelt, width

UPRIGHT_SIZES = (8.0, 7.5)
SIDEWAYS_SIZES = (7.5, 7.0)
SMALLEST = 6.5
# Cell padding, relative to the font size.
PAD = 0.42
# Relative to the font size: the width at which a word is broken; the minimum width of a text of over two lines.
_WORD = 14.0
_TEXT = 24.0


class Grid(NamedTuple):
    """A sheet as text. `is_words` marks the text columns, which wrap; figures do not."""

    heads: list[str]
    rows: list[list[str]]
    total: list[str] | None
    statuses: list[str]
    is_words: list[bool]
    is_left: list[bool]

    def part(self, places: Sequence[int]) -> "Grid":
        """Return the grid with only these columns."""
        return Grid(
            [self.heads[place] for place in places],
            [[row[place] for place in places] for row in self.rows],
            [self.total[place] for place in places] if self.total else None,
            self.statuses,
            [self.is_words[place] for place in places],
            [self.is_left[place] for place in places],
        )


class Fit(NamedTuple):
    """`parts` are lists of column indexes, one per table; `widths` are their widths."""

    is_wide: bool
    size: float
    parts: list[list[int]]
    widths: list[list[float]]
    left_out: list[int]


class Need(NamedTuple):
    """Minimum and unwrapped width of a column, relative to the font size."""

    least: float
    natural: float


_LEFT = (ValueKind.TEXT, ValueKind.MOMENT, ValueKind.DAY)


def grid_of(report: Report, sheet: Sheet) -> Grid:
    total = format_total(report, sheet)
    return Grid(
        [spelt(column.label) for column in sheet.columns],
        [[spelt(cell) for cell in row] for row in format_rows(report, sheet)],
        [spelt(cell) for cell in total] if total else None,
        [row.status for row in sheet.rows],
        [column.kind == ValueKind.TEXT for column in sheet.columns],
        [column.kind in _LEFT for column in sheet.columns],
    )


def fit(sheet: Sheet, grid: Grid, upright: float, sideways: float) -> Fit:
    """Return the best fit, given the page widths in portrait and landscape."""
    needs = [_need(grid, place) for place in range(len(grid.heads))]
    every = list(range(len(needs)))
    full = [each for each in every if not is_bare(sheet, each) or grid.is_words[each]]
    bare = [each for each in every if each not in full]
    tries = [
        *((False, size, every) for size in UPRIGHT_SIZES),
        *((True, size, every) for size in SIDEWAYS_SIZES),
        *((True, size, full) for size in (*SIDEWAYS_SIZES, SMALLEST) if bare),
    ]
    for is_wide, size, places in tries:
        widths = _widths([needs[place] for place in places], size, sideways if is_wide else upright)
        if widths:
            return Fit(is_wide, size, [places], [widths], [each for each in every if each not in places])
    size = SIDEWAYS_SIZES[-1]
    parts = _parts(grid, needs, full, sideways / size)
    return Fit(True, size, parts, [_widths([needs[place] for place in part], size, sideways) for part in parts], bare)


def _need(grid: Grid, place: int) -> Need:
    """Return the widths a column needs, with text and heading wrapped and figures unbroken."""
    head = grid.heads[place]
    plain = {row[place] for row in grid.rows}
    bold = {grid.total[place]} if grid.total else set()
    natural = max(_widest(plain, PLAIN), _widest(bold, BOLD))
    heading = _widest(head.split(), BOLD)
    if not grid.is_words[place]:
        least = max(natural, heading)
        return Need(least + 2 * PAD, max(least, _in_two_lines(head, BOLD)) + 2 * PAD)
    word = max(_widest({word for cell in plain for word in cell.split()}, PLAIN), heading)
    two = _TEXT if natural > 2 * _TEXT else max((_in_two_lines(cell, PLAIN) for cell in plain), default=0)
    least = min(max(min(word, _WORD), two), _TEXT)
    return Need(least + 2 * PAD, max(natural, _in_two_lines(head, BOLD), least) + 2 * PAD)


def _in_two_lines(text: str, face: str) -> float:
    """Return the minimum width of a text in two lines."""
    words = text.split()
    halves = [(" ".join(words[:place]), " ".join(words[place:])) for place in range(len(words))]
    return min((_widest(both, face) for both in halves), default=0)


def _widest(several: Sequence[str] | set[str], face: str) -> float:
    return max((width(each, face, 1) for each in several), default=0)


def _widths(needs: list[Need], size: float, room: float) -> list[float]:
    """Return column widths at a font size, or [] if they do not fit. Spare room goes to columns that wrap."""
    least = sum(need.least for need in needs) * size
    if least > room:
        return []
    wanted = sum(need.natural - need.least for need in needs) * size
    given = min(1, (room - least) / wanted) if wanted else 0
    return [(need.least + (need.natural - need.least) * given) * size for need in needs]


def _parts(grid: Grid, needs: list[Need], places: list[int], room: float) -> list[list[int]]:
    """Spread columns evenly over as few parts as possible, each beginning with the columns that name the row."""
    naming = [place for place in places if place < _first_figure(grid)]
    if sum(needs[place].least for place in naming) > room / 2:
        naming = naming[:1]
    others = [place for place in places if place not in naming]
    fewest = _spread(needs, naming, others, room)
    tries = (_spread(needs, naming, others, room * tenths / 10) for tenths in range(5, 10))
    return next((parts for parts in tries if len(parts) == len(fewest)), fewest)


def _spread(needs: list[Need], naming: list[int], others: list[int], room: float) -> list[list[int]]:
    parts = [list(naming)]
    for place in others:
        is_full = sum(needs[each].least for each in (*parts[-1], place)) > room
        if is_full and len(parts[-1]) > len(naming):
            parts.append(list(naming))
        parts[-1].append(place)
    return parts


def _first_figure(grid: Grid) -> int:
    return next((place for place, is_left in enumerate(grid.is_left) if not is_left), len(grid.is_left))
