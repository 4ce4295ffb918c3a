"""Filters of shift reports."""

from compliance.filters import FlagFilter
from tables.shifts.filters import ShiftFilters


class ReportFilters(ShiftFilters):
    signed = FlagFilter("Whether the report is signed.", "signed_report", "isnull", exclude=True)
