"""Which columns of a sheet the page shows, and in which order: what people look for first. Files have all of them."""

from casino.reports.document import Sheet, ValueKind
from casino.reports.row_formatting import is_bare

# What stands first among a sheet's figures, where the sheet has it.
_FIRST = ("win", "hold", "expected_low", "expected_high", "staked", "rounds", "pace")
# What seldom happens or is seldom known: left out of a sheet in which it is nothing throughout.
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
# Sheets of many figures to a row, which nobody reads to the end.
_MANY = 10


def places_shown(sheet: Sheet) -> list[int]:
    """Return which columns are shown, by their places."""
    left_out = {*_left_out(sheet), *_same(sheet)}
    kept = [place for place in range(len(sheet.columns)) if place not in left_out]
    return sorted(kept, key=lambda place: _rank(sheet, place)) if len(sheet.columns) > _MANY else kept


def labels_left_out(sheet: Sheet) -> list[str]:
    """Return the names of the columns that are left out, so that the page can say so."""
    return [sheet.columns[place].label for place in _left_out(sheet)]


def said_once(sheet: Sheet) -> list[tuple[str, str]]:
    """Return what is the same in every row, which is said once instead: (Pit, P1)."""
    return [(sheet.columns[place].label, str(sheet.rows[0].cells[place])) for place in _same(sheet)]


def _same(sheet: Sheet) -> list[int]:
    """Return the columns of words, beside the first, that say the same in each of several rows of many figures."""
    if len(sheet.columns) <= _MANY or len(sheet.rows) < 2:
        return []
    return [
        place
        for place, column in enumerate(sheet.columns)
        if place and column.kind == ValueKind.TEXT and len({row.cells[place] for row in sheet.rows}) == 1
    ]


def _left_out(sheet: Sheet) -> list[int]:
    """Return the columns of what seldom happens, where it didn't."""
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
