from importlib import import_module

from django.apps import AppConfig

# The far end is text: SQLite stores times as text and would compare a number differently.
_OVERLAP = """
BEFORE {event} ON tables_stint WHEN NEW.{of}_id IS NOT NULL AND EXISTS (
  SELECT 1 FROM tables_stint AS other
  WHERE other.{of}_id = NEW.{of}_id AND other.id IS NOT NEW.id
    AND other.started_at < COALESCE(NEW.ended_at, '9999-12-31')
    AND COALESCE(other.ended_at, '9999-12-31') > NEW.started_at)
BEGIN SELECT RAISE(ABORT, 'stints of one {of} overlap'); END
"""


class TablesConfig(AppConfig):
    name = "tables"
    default_auto_field = "django.db.models.BigAutoField"
    # The database refuses to delete rows of these tables (compliance/journal/triggers.py).
    kept = tuple(
        f"tables_{model}"
        for model in (
            "cardreplacement",
            "deck",
            "device",
            "document",
            "layout",
            "layoutinforce",
            "licence",
            "offer",
            "offerinforce",
            "opening",
            "deckstep",
            "pit",
            "pitduty",
            "shift",
            "shifttemplate",
            "stint",
            "supervision",
            "table",
            "tabletest",
        )
    )
    # On PostgreSQL, the exclusion constraints of migration 0002 do this.
    sqlite_guards = {  # noqa: RUF012
        f"one_stint_of_a_{of}_at_a_time_{event.lower()}": ("tables_stint", _OVERLAP.format(of=of, event=event))
        for of in ("staff", "table")
        for event in ("INSERT", "UPDATE")
    }

    def ready(self) -> None:
        from compliance.journal.timeline import register_vocabulary

        from .findings import register_finders
        from .timeline import VOCABULARY

        register_vocabulary(VOCABULARY)
        register_finders()
        # Acts register on import.
        for module in (
            "dealers.acts",
            "decks.acts",
            "devices.acts",
            "floor.facility_acts",
            "floor.acts",
            "shifts.acts",
            "submissions.acts",
        ):
            import_module(f"tables.{module}")
