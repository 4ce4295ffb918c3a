"""The report of a shift: read from totals, the journal and what happened on the floor while it was on duty."""

from .report import shift_report

__all__ = ["shift_report"]
