"""Time to acknowledge alerts, by check."""

from casino.reports.document import Report, ValueKind

from .drawing import Chart
from .frame import WIDTH, Record, chosen, figure, told, word
from .horizontal_bars import HorizontalBar, horizontal_bars, spread_bar

MOST = 12


def alert_response(report: Report) -> Chart | None:
    every = list(report["alerts"].records())
    answered = [record for record in every if figure(record, "ack_median") is not None]
    if not answered:
        return None
    records = chosen(answered, MOST, lambda record: (-(figure(record, "number") or 0),))
    shapes, height = horizontal_bars([_bar(record) for record in records], ValueKind.SPAN)
    caption = "Bar: median. Tick: 90th percentile. Both are on the right as figures."
    if len(records) < len(answered):
        caption += f" The {len(records)} most frequent of {len(answered)} checks."
    if left := len(every) - len(answered):
        caption += f" {left} more check{'s' if left > 1 else ''} without an acknowledged alert."
    title, gist = "Time to acknowledge alerts", _gist(every, answered)
    return Chart("alert_response", title, caption, gist, "alerts", WIDTH, height, shapes)


def _median(record: Record) -> int:
    return figure(record, "ack_median") or 0


def _bar(record: Record) -> HorizontalBar:
    median = _median(record)
    return spread_bar(word(record, "check"), median, figure(record, "ack_most") or median)


def _gist(every: list[Record], answered: list[Record]) -> str:
    slowest = max(answered, key=_median)
    number, taken = (sum(figure(record, key) or 0 for record in every) for key in ("number", "taken_on"))
    median = told(ValueKind.SPAN, _median(slowest))
    return f"{taken} of {number} alerts acknowledged. Slowest: {word(slowest, 'check')}, median {median}."
