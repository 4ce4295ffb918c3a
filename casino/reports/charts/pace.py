"""Rounds per hour by dealer, compared with the whole floor."""

from casino.reports.document import Report, Row, ValueKind

from .drawing import Chart
from .frame import MOST_BARS, WIDTH, chosen, figure, told, word, zone_of
from .horizontal_bars import HorizontalBar, Middle, horizontal_bars


def pace_by_dealer(report: Report) -> Chart | None:
    """Return the dealers' bars, fastest first; if there are too many, those with the most table time."""
    sheet, zone = report["dealers"], zone_of(report)

    def pace(row: Row) -> int:
        return figure(sheet, row, "pace") or 0

    dealt = [row for row in sheet.rows if pace(row)]
    if not dealt:
        return None
    rows = sorted(chosen(dealt, MOST_BARS, lambda row: (-(figure(sheet, row, "dealt") or 0),)), key=pace, reverse=True)
    bars = [HorizontalBar(word(sheet, row, "dealer"), pace(row), told(ValueKind.RATE, pace(row), zone)) for row in rows]
    floor = figure(sheet, sheet.total, "pace")
    middle = None if floor is None else Middle(floor, f"floor {told(ValueKind.RATE, floor, zone)}")
    shapes, height = horizontal_bars(bars, ValueKind.RATE, middle)
    caption = "Rounds per hour at a table, fastest first." + (" Line: the whole floor." if middle else "")
    if len(rows) < len(dealt):
        caption += f" The {len(rows)} of {len(dealt)} dealers with the most table time."
    gist = _gist(bars, middle)
    return Chart("pace_by_dealer", "Rounds per hour by dealer", caption, gist, "dealers", WIDTH, height, shapes)


def _gist(bars: list[HorizontalBar], middle: Middle | None) -> str:
    first, last = bars[0], bars[-1]
    ends = f"{first.label} {first.said}"
    if len(bars) > 1:
        ends = f"Fastest {ends}; slowest {last.label} {last.said}"
    return f"{ends}; {middle.said}." if middle else f"{ends}."
