"""The alert history: how many alerts by check and by shift, and how long they waited."""

from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Sequence
from typing import NamedTuple
from zoneinfo import ZoneInfo

from django.db.models import QuerySet
from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from casino.reports.charts.drawing import Chart
from casino.reports.charts.frame import WIDTH
from casino.reports.charts.horizontal_bars import horizontal_bars, spread_bar
from casino.reports.charts.svg import ChartPresenter, svg_of
from casino.reports.charts.vertical_bars import VerticalBar, vertical_bars
from casino.reports.document import ValueKind
from compliance.findings import label_of_check
from compliance.formatting import format_duration, format_short_weekday
from compliance.models import Alert, Facility
from compliance.web.generic_views import PageLink, StatusWord, Tab
from compliance.web.requests import FloorRequest
from tables.models import Shift

from .figures import AlertFigures, AlertRecord, Spread, figures, grouped, newest
from .filters import SPAN_LABELS, HistoryFilters, HistorySpan

# Only the newest alerts are counted.
MOST = 20_000
MOST_LISTED = 50
# The table has every check.
MOST_BARS = 12

NO_SHIFT = "No shift on duty"


class AlertRow(NamedTuple):
    url: str
    alert: Alert
    check: str
    state: StatusWord


@require_safe
def alert_history(request: FloorRequest, code: str) -> HttpResponse:
    """Show figures and charts about the alerts of a time span; notices only on request."""
    facility = request.scope.facility(code)
    filters = HistoryFilters.for_page(request, facility, Alert.objects.filter(facility=facility))
    span, records = filters.time_span, newest(filters.qs, MOST + 1)
    context = {
        "facility": facility,
        "span": span,
        "tabs": _tabs(request, filters),
        "filters": filters,
        "notices": filters.asked("notices"),
        "back": PageLink("Alerts", reverse("alerts", args=[code])),
        "is_cut": len(records) > MOST,
        "most": MOST,
        "listed": _listed(filters.qs),
        **_sections(facility, span, records[:MOST]),
    }
    return render(request, "casino/alert_history/history.html", context)


def _listed(alerts: QuerySet[Alert]) -> list[AlertRow]:
    """Return the newest alerts, each with its page."""
    return [
        AlertRow(
            reverse("alert", args=[alert.pk]),
            alert,
            label_of_check(alert.check_name),
            StatusWord("rest", "closed") if alert.closed_at else StatusWord("due", "open"),
        )
        for alert in alerts.order_by("-opened_at", "-pk")[:MOST_LISTED]
    ]


def _tabs(request: FloorRequest, filters: HistoryFilters) -> list[Tab]:
    notices = "&notices=true" if filters.asked("notices") else ""
    return [
        Tab(label, f"{request.path}?span={name}{notices}", name == filters.time_span.name)
        for name, label in SPAN_LABELS.items()
    ]


def _sections(facility: Facility, span: HistorySpan, records: Sequence[AlertRecord]) -> dict[str, object]:
    checks, hours = by_check(records), by_hour(facility, records)
    return {
        "all": figures("All", records),
        "charts": [
            ChartPresenter(chart, svg_of(chart))
            for chart in (
                waits("acknowledged", "Time to acknowledge", checks, lambda each: each.until_taken_on),
                waits("closed", "Time to close", checks, lambda each: each.until_closed),
                opened_by_hour(hours),
            )
        ],
        "by_hour": hours,
        "tables": [
            ("By check", "Check", _with_all(checks, records)),
            ("By shift", "Shift", _with_all(grouped(records, shift_of(facility, span)), records)),
        ],
        "number": len(records),
    }


def waits(key: str, title: str, rows: list[AlertFigures], of: Callable[[AlertFigures], Spread | None]) -> Chart:
    """Return a bar for each check's median, with a tick at the 90th percentile."""
    found = [(each.label, spread) for each in rows if (spread := of(each)) is not None]
    if not found:
        return Chart(key, title, "", "None yet.", "", WIDTH, 0, ())
    bars = [spread_bar(label, *(int(time.total_seconds()) for time in spread)) for label, spread in found[:MOST_BARS]]
    shapes, height = horizontal_bars(bars, ValueKind.SPAN)
    slowest, longest = max(found, key=lambda each: each[1].median)
    gist = f"Slowest: {slowest}, median {format_duration(longest.median)}. The table By check has every figure."
    caption = "Bar: median. Tick: 90th percentile. The figures are on the right; ► is longer than the scale."
    if len(found) > MOST_BARS:
        caption += f" The {MOST_BARS} most frequent checks; {len(found) - MOST_BARS} more in the table."
    return Chart(key, title, caption, gist, "", WIDTH, height, shapes)


def opened_by_hour(hours: Sequence[tuple[str, int]]) -> Chart:
    """Return a bar for each hour of the day."""
    shapes, height = vertical_bars([VerticalBar(hour, count, str(count)) for hour, count in hours], ValueKind.NUMBER)
    busiest, most = max(hours, key=lambda hour: hour[1])
    gist = f"Most opened in the hour from {busiest}:00: {most} of {sum(count for _, count in hours)}."
    caption = "Alerts by hour of the day, from the start of the gaming day."
    return Chart("hours", "Opened by hour", caption, gist, "", WIDTH, height, shapes)


def by_check(records: Sequence[AlertRecord]) -> list[AlertFigures]:
    """Return figures by check, most frequent first."""
    return sorted(grouped(records, lambda alert: label_of_check(alert.check)), key=lambda each: -each.number)


def by_hour(facility: Facility, records: Sequence[AlertRecord]) -> list[tuple[str, int]]:
    """Return how many alerts opened in each hour of the day, from the start of the gaming day."""
    zone = ZoneInfo(facility.time_zone)
    counts = Counter(alert.opened_at.astimezone(zone).hour for alert in records)
    return [
        (f"{hour % 24:02d}", counts[hour % 24])
        for hour in range(facility.day_turns_at_hour, facility.day_turns_at_hour + 24)
    ]


def shift_of(facility: Facility, span: HistorySpan) -> Callable[[AlertRecord], str]:
    """Return a function that names the shift in which an alert opened."""
    shifts = list(
        Shift.objects.filter(facility=facility, began_at__lt=span.after)
        .exclude(ended_at__lte=span.first)
        .select_related("template")
        .order_by("began_at")
    )
    begins = [shift.began_at for shift in shifts]

    def label(alert: AlertRecord) -> str:
        place = bisect_right(begins, alert.opened_at) - 1
        if place < 0 or ((ended_at := shifts[place].ended_at) is not None and ended_at <= alert.opened_at):
            return NO_SHIFT
        return f"{shifts[place].template.name} · {format_short_weekday(shifts[place].gaming_day)}"

    return label


def _with_all(rows: list[AlertFigures], records: Sequence[AlertRecord]) -> list[AlertFigures]:
    """Return figures with those of all alerts last."""
    return [*rows, figures("All", records)] if len(rows) > 1 else rows
