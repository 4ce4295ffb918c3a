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
    # The database refuses to delete rows of these tables (compliance/journal/triggers.py).
    kept = tuple(
        f"tables_{model}"
        for model in (
            "cardreplacement",
            "covercard",
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
            "sign",
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
        from compliance.acts.registry import register
        from compliance.findings import register_finders
        from compliance.journal.timeline import register_vocabulary

        from .dealers.acts import DEALER
        from .decks.acts import DECK
        from .devices.acts import DEVICE
        from .findings import decks, facilities, open_tables, people, tables
        from .floor.acts import PIT, TABLE
        from .floor.facility_acts import FACILITY
        from .shifts.acts import SHIFT
        from .submissions.acts import LAYOUT, OFFER
        from .timeline import VOCABULARY

        register(DEALER, DECK, DEVICE, FACILITY, PIT, TABLE, SHIFT, LAYOUT, OFFER)
        register_vocabulary(VOCABULARY)
        of_tables = (tables.FINDERS, open_tables.FINDERS, decks.FINDERS, people.FINDERS)
        register_finders("table", *of_tables, fetch=tables.tables)
        register_finders("facility", facilities.FINDERS, fetch=facilities.facilities)
