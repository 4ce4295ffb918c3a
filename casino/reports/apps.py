from django.apps import AppConfig


class ReportsConfig(AppConfig):
    """Reports: what a shift or a span of days came to, across all apps, signed and handed over."""

    name = "casino.reports"
    label = "reports"
    default_auto_field = "django.db.models.BigAutoField"
    # The database refuses to alter a row of these, or to delete one (compliance/journal/triggers.py).
    unalterable = ("reports_signedreport", "reports_handover")

    def ready(self) -> None:
        # Acts and finders register when they are imported.
        from . import acts, findings  # noqa: F401
