"""The games app: rounds of play and their settlement."""

from importlib import import_module

from django.apps import AppConfig


class GamesConfig(AppConfig):
    name = "games"
    default_auto_field = "django.db.models.BigAutoField"
    # The database refuses updates and deletes of these rows (compliance/journal/triggers.py).
    unalterable = ("games_round", "games_roundvoid")
    kept = ("games_hourlytotal", "games_daytotal", "games_violation")

    def ready(self) -> None:
        from compliance.findings import declare, register

        from .replay import integrity_scan
        from .rounds import findings

        declare(*integrity_scan.CHECKS)
        register("table", findings.STATE_FINDERS, findings.SCAN_FINDERS)
        # Acts register when they are imported.
        for module in ("rounds.acts", "violations.acts"):
            import_module(f"games.{module}")
