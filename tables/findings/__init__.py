"""Finders: what is wrong or due at a table or a facility."""


def register_finders() -> None:
    """Register every finder of this app."""
    from compliance.findings import register

    from . import decks, facilities, open_tables, people, tables

    register("table", tables.FINDERS, open_tables.FINDERS, decks.FINDERS, people.FINDERS, fetch=tables.tables)
    register("facility", facilities.FINDERS, fetch=facilities.facilities)
