"""The app of what is played: rounds and their settlement."""

from django.apps import AppConfig


class GamesConfig(AppConfig):
    name = "games"
    default_auto_field = "django.db.models.BigAutoField"
    # The database refuses to alter a row of these, or to delete one (compliance/journal/triggers.py).
    unalterable = ("games_round", "games_roundvoid")
    kept = ("games_hourlytotal", "games_daytotal", "games_violation")

    def ready(self) -> None:
        from . import acts, checks, patrols  # noqa: F401 - what can be done and looked at of rounds registers itself
