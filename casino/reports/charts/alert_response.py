"""Time to acknowledge alerts, by check; the same chart as in the alert history."""

from datetime import timedelta

from casino.alert_history.figures import Spread
from casino.reports.document import Report, Row, Sheet, ValueKind

from .bars import LEFT, Bar, horizontal_bars
from .drawing import Chart, ChartBox, ChartLine, ChartText, Shape
from .frame import DROP, WIDTH, chosen, cut, figure, told, word, zone_of

MOST = 12
BAR = 20


def alert_response(report: Report) -> Chart | None:
    sheet, zone = report["alerts"], zone_of(report)
    answered = [row for row in sheet.rows if figure(sheet, row, "ack_median") is not None]
    if not answered:
        return None
    rows = chosen(answered, MOST, lambda row: (-(figure(sheet, row, "number") or 0),))
    chart = horizontal_bars([(word(sheet, row, "check"), _spread(sheet, row)) for row in rows])
    shapes: list[Shape] = []
    for mark in chart.scale:
        shapes.append(ChartLine(float(mark.at), 0, float(mark.at), chart.foot, "rule"))
        shapes.append(ChartText(float(mark.at), chart.foot + 24, mark.label, "middle", "axis"))
    for bar, row in zip(chart.bars, rows, strict=True):
        said = " · ".join(told(ValueKind.SPAN, int(span.total_seconds()), zone) for span in _spread(sheet, row))
        shapes += _bar(bar, said)
    shapes.append(ChartLine(LEFT, 0, LEFT, chart.foot, "zero"))
    title, caption = "Time to acknowledge alerts", _caption(sheet, rows, answered)
    return Chart(
        "alert_response", title, caption, _gist(report, answered), "alerts", WIDTH, chart.height, tuple(shapes)
    )


def _spread(sheet: Sheet, row: Row) -> Spread:
    median = figure(sheet, row, "ack_median") or 0
    return Spread(timedelta(seconds=median), timedelta(seconds=figure(sheet, row, "ack_most") or median))


def _bar(bar: Bar, said: str) -> list[Shape]:
    tick, top = float(bar.tick), bar.middle - BAR / 2
    reach = tick - float(bar.end)
    end: Shape = ChartLine(tick, top, tick, top + BAR, "tick")
    if bar.beyond:
        end = ChartText(tick, bar.middle + DROP, "►", "start", "value")
    return [
        ChartText(LEFT - 12, bar.middle + DROP, cut(bar.label, 24), "end", "label"),
        ChartBox(LEFT, top, float(bar.width), BAR, "bar"),
        *([ChartBox(float(bar.end), bar.middle - 1, reach, 2, "bar")] if reach > 0 else []),
        end,
        ChartText(WIDTH - 2, bar.middle + DROP, said, "end", "value"),
    ]


def _caption(sheet: Sheet, rows: list[Row], answered: list[Row]) -> str:
    caption = "Bar: median. Tick: 90th percentile. Both are on the right as figures."
    if len(rows) < len(answered):
        caption += f" The {len(rows)} most frequent of {len(answered)} checks."
    left = sum(figure(sheet, row, "ack_median") is None for row in sheet.rows)
    if left:
        caption += f" {left} more check{'s' if left > 1 else ''} without an acknowledged alert."
    return caption


def _gist(report: Report, answered: list[Row]) -> str:
    sheet, zone = report["alerts"], zone_of(report)
    slowest = max(answered, key=lambda row: figure(sheet, row, "ack_median") or 0)
    number = sum(figure(sheet, row, "number") or 0 for row in sheet.rows)
    taken = sum(figure(sheet, row, "taken_on") or 0 for row in sheet.rows)
    median = told(ValueKind.SPAN, figure(sheet, slowest, "ack_median") or 0, zone)
    return f"{taken} of {number} alerts acknowledged. Slowest: {word(sheet, slowest, 'check')}, median {median}."
