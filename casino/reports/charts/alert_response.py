"""Time to acknowledge alerts, by check."""

from casino.reports.document import Report, ValueKind
from casino.reports.formatting import format_number

from .drawing import Chart
from .frame import WIDTH, Record, most_urgent, number_of, text_of
from .horizontal_bars import HorizontalBar, horizontal_bars, spread_bar

MOST = 12


def alert_response(report: Report) -> Chart | None:
    every = list(report["alerts"].records())
    answered = [record for record in every if number_of(record, "ack_median") is not None]
    if not answered:
        return None
    records = most_urgent(answered, MOST, lambda record: (-(number_of(record, "number") or 0),))
    shapes, height = horizontal_bars([_bar(record) for record in records], ValueKind.SPAN)
    caption = "Bar: median. Tick: 90th percentile. Both are on the right as figures."
    if len(records) < len(answered):
        caption += f" The {len(records)} most frequent of {len(answered)} checks."
    if left := len(every) - len(answered):
        caption += f" {left} more check{'s' if left > 1 else ''} without an acknowledged alert."
    title, gist = "Time to acknowledge alerts", _gist(every, answered)
    return Chart("alert_response", title, caption, gist, "alerts", WIDTH, height, shapes)


def _median(record: Record) -> int:
    return number_of(record, "ack_median") or 0


def _bar(record: Record) -> HorizontalBar:
    median = _median(record)
    return spread_bar(text_of(record, "check"), median, number_of(record, "ack_most") or median)


def _gist(every: list[Record], answered: list[Record]) -> str:
    slowest = max(answered, key=_median)
    number, taken = (sum(number_of(record, key) or 0 for record in every) for key in ("number", "taken_on"))
    median = format_number(ValueKind.SPAN, _median(slowest))
    return f"{taken} of {number} alerts acknowledged. Slowest: {text_of(slowest, 'check')}, median {median}."
