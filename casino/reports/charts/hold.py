"""Hold by table, with the expected interval."""

from typing import NamedTuple

from casino.reports.document import Report, ValueKind
from casino.reports.formatting import format_number

from .drawing import Chart
from .frame import MOST_BARS, WIDTH, Record, join_names, most_urgent, number_of, text_of
from .horizontal_bars import HorizontalBar, horizontal_bars


class TableHold(NamedTuple):
    table: str
    hold: int
    staked: int
    expected: tuple[int, int] | None

    @property
    def is_outside(self) -> bool:
        return self.expected is not None and not self.expected[0] <= self.hold <= self.expected[1]

    @property
    def text(self) -> str:
        return format_number(ValueKind.SHARE, self.hold)


def hold_by_table(report: Report) -> Chart | None:
    played = [_table(record) for record in report["tables"].records() if number_of(record, "hold") is not None]
    if not played:
        return None
    tables = most_urgent(played, MOST_BARS, lambda table: (not table.is_outside, -table.staked))
    bars = [
        HorizontalBar(each.table, each.hold, f"▲ {each.text}" if each.is_outside else each.text, each.expected)
        for each in tables
    ]
    shapes, height = horizontal_bars(bars, ValueKind.SHARE)
    caption = "Bar: win as a share of the amount wagered. Empty bar: loss."
    if any(table.expected for table in tables):
        caption += " Band: the 95% interval. ▲: outside of it."
    if len(bars) < len(played):
        caption += f" {len(bars)} of {len(played)} tables: those outside, then those with the most wagered."
    return Chart("hold_by_table", "Hold by table", caption, _gist(played), "tables", WIDTH, height, shapes)


def _table(record: Record) -> TableHold:
    low, high = number_of(record, "expected_low"), number_of(record, "expected_high")
    expected = None if low is None or high is None else (low, high)
    return TableHold(
        text_of(record, "table"), number_of(record, "hold") or 0, number_of(record, "staked") or 0, expected
    )


def _gist(tables: list[TableHold]) -> str:
    names = [f"{table.table} {table.text}" for table in sorted(tables, key=lambda table: table.hold)]
    ends = f"Highest {names[-1]}; lowest {names[0]}." if len(names) > 1 else f"{names[0]}."
    outside = [f"{table.table} {table.text}" for table in tables if table.is_outside]
    if outside:
        return f"{len(outside)} of {len(tables)} outside expected hold: {join_names(outside)}. {ends}"
    return f"No table outside expected hold. {ends}" if any(table.expected for table in tables) else ends
