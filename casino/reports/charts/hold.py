"""Hold by table, with the expected interval."""

from casino.reports.document import Report, Row, Sheet, ValueKind
from casino.reports.formatting import NOTHING

from .drawing import Chart
from .frame import MOST_BARS, WIDTH, chosen, figure, listed, told, word, zone_of
from .horizontal_bars import HorizontalBar, horizontal_bars


def hold_by_table(report: Report) -> Chart | None:
    sheet = report["tables"]
    played = [row for row in sheet.rows if figure(sheet, row, "hold") is not None]
    if not played:
        return None
    rows = chosen(played, MOST_BARS, lambda row: (not _is_outside(sheet, row), -(figure(sheet, row, "staked") or 0)))
    bars = [_bar(report, sheet, row) for row in rows]
    shapes, height = horizontal_bars(bars, ValueKind.SHARE)
    title, gist = "Hold by table", _gist(report, sheet, played)
    return Chart("hold_by_table", title, _caption(bars, played), gist, "tables", WIDTH, height, shapes)


def _bar(report: Report, sheet: Sheet, row: Row) -> HorizontalBar:
    hold = figure(sheet, row, "hold")
    said = NOTHING if hold is None else told(ValueKind.SHARE, hold, zone_of(report))
    mark = "▲ " if _is_outside(sheet, row) else ""
    return HorizontalBar(word(sheet, row, "table"), hold, mark + said, _expected(sheet, row))


def _expected(sheet: Sheet, row: Row) -> tuple[int, int] | None:
    low, high = figure(sheet, row, "expected_low"), figure(sheet, row, "expected_high")
    return None if low is None or high is None else (low, high)


def _is_outside(sheet: Sheet, row: Row) -> bool:
    expected, hold = _expected(sheet, row), figure(sheet, row, "hold")
    return expected is not None and hold is not None and not expected[0] <= hold <= expected[1]


def _caption(bars: list[HorizontalBar], played: list[Row]) -> str:
    caption = "Bar: win as a share of the amount wagered. Empty bar: loss."
    if any(bar.expected for bar in bars):
        caption += " Band: the 95% interval. ▲: outside of it."
    if len(bars) < len(played):
        caption += f" {len(bars)} of {len(played)} tables: those outside, then those with the most wagered."
    return caption


def _gist(report: Report, sheet: Sheet, rows: list[Row]) -> str:
    def name(row: Row) -> str:
        return f"{word(sheet, row, 'table')} {told(ValueKind.SHARE, figure(sheet, row, 'hold') or 0, zone_of(report))}"

    ranked = sorted(rows, key=lambda row: figure(sheet, row, "hold") or 0)
    ends = f"Highest {name(ranked[-1])}; lowest {name(ranked[0])}." if len(rows) > 1 else f"{name(rows[0])}."
    outside = [name(row) for row in rows if _is_outside(sheet, row)]
    if outside:
        return f"{len(outside)} of {len(rows)} outside expected hold: {listed(outside)}. {ends}"
    return f"No table outside expected hold. {ends}" if any(_expected(sheet, row) for row in rows) else ends
