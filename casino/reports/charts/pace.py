"""Rounds per hour by dealer, compared with the whole floor."""

from casino.reports.document import Report, ValueKind

from .drawing import Chart
from .frame import MOST_BARS, WIDTH, Record, chosen, figure, told, word
from .horizontal_bars import HorizontalBar, Middle, horizontal_bars


def _pace(record: Record) -> int:
    return figure(record, "pace") or 0


def pace_by_dealer(report: Report) -> Chart | None:
    """Return the dealers' bars, fastest first; if there are too many, those with the most table time."""
    sheet = report["dealers"]
    dealt = [record for record in sheet.records() if _pace(record)]
    if not dealt:
        return None
    records = chosen(dealt, MOST_BARS, lambda record: (-(figure(record, "dealt") or 0),))
    bars = [
        HorizontalBar(word(record, "dealer"), _pace(record), told(ValueKind.RATE, _pace(record)))
        for record in sorted(records, key=_pace, reverse=True)
    ]
    floor = figure(sheet.totals(), "pace")
    middle = None if floor is None else Middle(floor, f"floor {told(ValueKind.RATE, floor)}")
    shapes, height = horizontal_bars(bars, ValueKind.RATE, middle)
    caption = "Rounds per hour at a table, fastest first." + (" Line: the whole floor." if middle else "")
    if len(bars) < len(dealt):
        caption += f" The {len(bars)} of {len(dealt)} dealers with the most table time."
    gist = _gist(bars, middle)
    return Chart("pace_by_dealer", "Rounds per hour by dealer", caption, gist, "dealers", WIDTH, height, shapes)


def _gist(bars: list[HorizontalBar], middle: Middle | None) -> str:
    first, last = bars[0], bars[-1]
    ends = f"{first.label} {first.said}"
    if len(bars) > 1:
        ends = f"Fastest {ends}; slowest {last.label} {last.said}"
    return f"{ends}; {middle.said}." if middle else f"{ends}."
