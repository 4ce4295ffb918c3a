"""Rounds per hour by dealer, compared with the whole floor."""

from casino.reports.document import Report, ValueKind
from casino.reports.formatting import format_number

from .drawing import Chart
from .frame import MOST_BARS, WIDTH, Record, most_urgent, number_of, text_of
from .horizontal_bars import HorizontalBar, Middle, horizontal_bars


def _pace(record: Record) -> int:
    return number_of(record, "pace") or 0


def pace_by_dealer(report: Report) -> Chart | None:
    """Return the dealers' bars, fastest first; if there are too many, those with the most table time."""
    sheet = report["dealers"]
    dealt = [record for record in sheet.records() if _pace(record)]
    if not dealt:
        return None
    records = most_urgent(dealt, MOST_BARS, lambda record: (-(number_of(record, "dealt") or 0),))
    bars = [
        HorizontalBar(text_of(record, "dealer"), _pace(record), format_number(ValueKind.RATE, _pace(record)))
        for record in sorted(records, key=_pace, reverse=True)
    ]
    floor = number_of(sheet.totals(), "pace")
    middle = None if floor is None else Middle(floor, f"floor {format_number(ValueKind.RATE, floor)}")
    shapes, height = horizontal_bars(bars, ValueKind.RATE, middle)
    caption = "Rounds per hour at a table, fastest first." + (" Line: the whole floor." if middle else "")
    if len(bars) < len(dealt):
        caption += f" The {len(bars)} of {len(dealt)} dealers with the most table time."
    gist = _gist(bars, middle)
    return Chart("pace_by_dealer", "Rounds per hour by dealer", caption, gist, "dealers", WIDTH, height, shapes)


def _gist(bars: list[HorizontalBar], middle: Middle | None) -> str:
    first, last = bars[0], bars[-1]
    ends = f"{first.label} {first.text}"
    if len(bars) > 1:
        ends = f"Fastest {ends}; slowest {last.label} {last.text}"
    return f"{ends}; {middle.text}." if middle else f"{ends}."
