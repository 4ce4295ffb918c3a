"""Filters of shifts, also for their reports."""

from compliance.filters import DayFilter, Filters, FlagFilter, matches

from .models import ON_DUTY


class ShiftFilters(Filters):
    on_duty = FlagFilter("Whether the shift is on duty now.", method=matches(ON_DUTY))
    gaming_day_from = DayFilter("On or after this gaming day.", "gaming_day", "gte", label="From gaming day")
    gaming_day_to = DayFilter("On or before this gaming day.", "gaming_day", "lte", label="To gaming day")
