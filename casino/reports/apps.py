from django.apps import AppConfig


class ReportsConfig(AppConfig):
    """Reports of shifts and of ranges of gaming days, signatures, and pit handovers."""

    name = "casino.reports"
    label = "reports"
    # Triggers reject updates and deletes on these tables (compliance/journal/triggers.py).
    unalterable = ("reports_signedreport", "reports_handover")

    def ready(self) -> None:
        from compliance.acts.registry import register
        from compliance.findings import register_finders

        from .acts import REPORT
        from .findings import FINDERS

        register(REPORT)
        register_finders("facility", FINDERS)
