"""Choose and order the columns that the page shows. Files have all of them."""

from casino.reports.document import Sheet, ValueKind
from casino.reports.formatting import is_bare

# Columns to show first, if the sheet has them.
_FIRST = ("win", "hold", "expected_low", "expected_high", "staked", "rounds", "pace")
# Rare events: columns left out if they have no activity.
_SELDOM = frozenset(
    {
        "voids",
        "struck",
        "limit_cuts",
        "limit_cut",
        "spins",
        "jackpots",
        "jackpot",
        "expected_low",
        "expected_high",
        "cut",
        "passed_up",
    }
)
_WORDS = (ValueKind.TEXT, ValueKind.DAY, ValueKind.MOMENT)
# Sheets with more columns than this are reordered and shortened.
_MANY = 10


def places_shown(sheet: Sheet) -> list[int]:
    """Return the indexes of the columns to show, in order."""
    left_out = {*_left_out(sheet), *_same(sheet)}
    kept = [place for place in range(len(sheet.columns)) if place not in left_out]
    return sorted(kept, key=lambda place: _rank(sheet, place)) if len(sheet.columns) > _MANY else kept


def labels_left_out(sheet: Sheet) -> list[str]:
    """Return the labels of the columns left out for lack of activity."""
    return [sheet.columns[place].label for place in _left_out(sheet)]


def same_in_every_row(sheet: Sheet) -> list[tuple[str, str]]:
    """Return values that are the same in every row, to be shown once: (Pit, P1)."""
    return [(sheet.columns[place].label, str(sheet.rows[0].cells[place])) for place in _same(sheet)]


def _same(sheet: Sheet) -> list[int]:
    """Return the text columns, other than the first, that have the same value in every row of a wide sheet."""
    if len(sheet.columns) <= _MANY or len(sheet.rows) < 2:
        return []
    return [
        place
        for place, column in enumerate(sheet.columns)
        if place and column.kind == ValueKind.TEXT and len({row.cells[place] for row in sheet.rows}) == 1
    ]


def _left_out(sheet: Sheet) -> list[int]:
    """Return the columns of rare events that have no activity."""
    return [
        place
        for place, column in enumerate(sheet.columns)
        if sheet.rows and column.key in _SELDOM and is_bare(sheet, place)
    ]


def _rank(sheet: Sheet, place: int) -> tuple[int, int]:
    column = sheet.columns[place]
    if place == 0 or column.kind in _WORDS:
        return 0, place
    return (1, _FIRST.index(column.key)) if column.key in _FIRST else (2, place)
