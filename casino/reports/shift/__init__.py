"""Build shift reports from totals, the journal and floor records."""

from .report import shift_report

__all__ = ["shift_report"]
