"""The games app: rounds of play and their settlement."""

from django.apps import AppConfig


class GamesConfig(AppConfig):
    name = "games"
    # The database refuses updates and deletes of these rows (compliance/journal/triggers.py).
    unalterable = ("games_round", "games_roundvoid")
    kept = ("games_hourlytotal", "games_daytotal", "games_violation")

    def ready(self) -> None:
        from compliance.acts.registry import register
        from compliance.findings import declare, register_finders
        from compliance.journal.timeline import register_vocabulary

        from .replay.integrity_scan import CHECKS
        from .rounds.acts import ROUND
        from .rounds.findings import SCAN_FINDERS, STATE_FINDERS
        from .timeline import VOCABULARY
        from .violations.acts import VIOLATION

        register(ROUND, VIOLATION)
        register_vocabulary(VOCABULARY)
        declare(*CHECKS)
        register_finders("table", STATE_FINDERS, SCAN_FINDERS)
