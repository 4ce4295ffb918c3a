"""Compare figures with other periods and with expected hold, the same way in every report."""

from collections.abc import Sequence

from casino.reports.document import Row, Value

from .statistics import Interval, is_outside
from .sums import Sums

HOLD = "Hold is win divided by the amount wagered; the drop is counted elsewhere and not known here."


def changed(name: str, now: Row, then: Row) -> Row:
    """Return the row of differences, with `name` in its first column."""
    return Row((name, *map(_more, now.cells[1:], then.cells[1:])))


def _more(now: Value, then: Value) -> Value:
    return now - then if isinstance(now, int) and isinstance(then, int) else None


def bounds(expected: Interval | None) -> Sequence[Value]:
    """Return the values of columns.EXPECTED."""
    return expected or (None, None)


def status_of(sums: Sums, expected: Interval | None) -> str:
    """Return the status of a row: "soon" if its hold is outside the expected interval."""
    return "soon" if is_outside(sums.hold, expected) else ""
