"""Shared by all charts: dimensions, text sizes, and the choice of rows."""

from collections.abc import Callable, Sequence
from typing import TypeVar

from casino.reports.document import Value

WIDTH = 720.0
# Text height, and estimated widths of narrow, normal and wide letters.
SIZE = 20.0
NARROW, LETTER, WIDE = 6.5, 11.5, 14.5
# Height of the axis labels below the bars.
AXIS = 34.0
# From the middle of a line of text down to its baseline.
DROP = 7.0
# More bars are hard to compare; the table has them all.
MOST_BARS = 24
LONGEST_LABEL = 22

T = TypeVar("T")

# A row of a sheet by column key. Columns that the report lacks count as empty.
Record = dict[str, Value]


def number_of(record: Record, key: str) -> int | None:
    """Return a row's number in a column, or None."""
    value = record.get(key)
    return value if isinstance(value, int) else None


def text_of(record: Record, key: str) -> str:
    value = record.get(key)
    return value if isinstance(value, str) else ""


def truncate(label: str, longest: int = LONGEST_LABEL) -> str:
    return label if len(label) <= longest else f"{label[: longest - 1]}…"


def text_width(words: str) -> float:
    """Estimate the width of a text, on the high side."""
    return sum(
        NARROW if each in " .,:;·il|'-" else WIDE if each.isupper() or each in "mw%■▲" else LETTER for each in words
    )


def most_urgent(rows: Sequence[T], most: int, urgency: Callable[[T], tuple[int, ...]]) -> list[T]:
    """Return at most `most` rows: the most urgent, in their original order."""
    if len(rows) <= most:
        return list(rows)
    first = sorted(range(len(rows)), key=lambda place: urgency(rows[place]))[:most]
    return [rows[place] for place in sorted(first)]


def join_names(names: Sequence[str], most: int = 4) -> str:
    """Return names as a list in a sentence: a, b and 3 more."""
    more = [f"{len(names) - most} more"] if len(names) > most else []
    every = [*names[:most], *more]
    return " and ".join([", ".join(every[:-1]), every[-1]] if len(every) > 1 else every)


def center_inside(middle: float, words: str, left: float = 0) -> float:
    """Return the center of a text, moved to keep it inside the chart."""
    half = text_width(words) / 2
    return max(min(middle, WIDTH - half), left + half)
