"""Filters of the alert history."""

from datetime import datetime, timedelta
from functools import cached_property
from typing import NamedTuple

from django.utils import timezone

from compliance.alerts.filters import AlertFilters
from compliance.facilities.gaming_day import day_bounds, gaming_day
from compliance.filters import ChoiceFilter, DayFilter, Filters, FlagFilter, ReferenceFilter, Things
from compliance.formatting import format_short_weekday
from compliance.models import Severity

SPANS = {"24h": timedelta(hours=24), "7d": timedelta(days=7), "30d": timedelta(days=30)}
SPAN_LABELS = {"24h": "24 hours", "7d": "7 days", "30d": "30 days", "day": "Gaming day"}


class HistorySpan(NamedTuple):
    name: str
    first: datetime
    after: datetime


class HistoryFilters(Filters):
    facility = None
    span = ChoiceFilter(
        "The period up to now; `day` is the current gaming day. The default is `7d`.",
        SPAN_LABELS,
        hidden=True,
        example="7d",
    )
    day = DayFilter("A gaming day, instead of `span`.", label="Gaming day")
    shift = ReferenceFilter("shift", "The ID of a shift, instead of `span`.", hidden=True, example=12)
    check = AlertFilters.base_filters["check"]
    notices = FlagFilter("Whether to count notices too. The default is false.")

    @cached_property
    def time_span(self) -> HistorySpan:
        """The requested time span: a shift, a gaming day, or a period up to now."""
        at, (facility,), name = timezone.now(), self.facilities, self.asked("span") or "7d"
        if shift := self.asked("shift"):
            label = f"{shift.template.name} · {format_short_weekday(shift.gaming_day)}"
            return HistorySpan(label, shift.began_at, shift.ended_at or at)
        if self.asked("day") or name == "day":
            return HistorySpan("day", *day_bounds(facility, self.asked("day") or gaming_day(facility, at)))
        return HistorySpan(name, at - SPANS[name], at)

    def filter_queryset(self, queryset: Things) -> Things:
        """Return the alerts that opened in the time span."""
        least = Severity.NOTICE if self.asked("notices") else Severity.WARNING
        found = queryset.filter(
            opened_at__gte=self.time_span.first, opened_at__lt=self.time_span.after, severity__gte=least
        )
        return found.filter(check_name=self.asked("check")) if self.asked("check") else found
