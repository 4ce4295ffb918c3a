"""Database triggers that refuse to change or delete records, on PostgreSQL and SQLite.

They are installed after every migration (apps.py), not in one, because SQLite drops a table's triggers when a migration
alters the table.
"""

from collections.abc import Iterator

from django.apps import apps
from django.db.backends.base.base import BaseDatabaseWrapper

# Tables whose rows are never updated or deleted. Apps add more with `unalterable`, and with `kept` those whose rows are
# never deleted.
UNALTERABLE = ("compliance_entry", "compliance_signature", "compliance_receipt", "compliance_feeditem")

_FUNCTION = """
CREATE OR REPLACE FUNCTION kept_for_ever() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% of % refused: what is recorded stays', TG_OP, TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END $$
"""

# SQLite's INSERT OR REPLACE deletes rows without firing DELETE triggers.
_REPLACING = """
BEFORE INSERT ON {table} WHEN EXISTS (SELECT 1 FROM {table} AS other WHERE {same})
BEGIN SELECT RAISE(ABORT, 'UNIQUE constraint failed: {table} has this row already'); END
"""
_SAME_ROW = {
    "compliance_entry": "other.id = NEW.id OR other.hash = NEW.hash "
    "OR other.stream_id = NEW.stream_id AND other.sequence = NEW.sequence",
    "compliance_signature": "other.id = NEW.id",
    "compliance_feeditem": "other.position = NEW.position OR other.entry_id = NEW.entry_id",
    "compliance_receipt": "other.id = NEW.id OR other.facility_id = NEW.facility_id AND other.key = NEW.key",
}


def install(connection: BaseDatabaseWrapper) -> None:
    """Install the triggers. Safe to repeat."""
    postgresql = connection.vendor == "postgresql"
    with connection.cursor() as cursor:
        there = set(connection.introspection.table_names(cursor))  # some are missing while only one app is migrated
        if postgresql:
            cursor.execute(_FUNCTION)
        for table, operation in _refusals(truncate=postgresql):
            if table in there:
                cursor.execute(_on_postgresql(table, operation) if postgresql else _on_sqlite(table, operation))
        for name, table, guard in _guards(connection.vendor):
            if table not in there:
                continue
            cursor.execute(f"DROP TRIGGER IF EXISTS {name}")
            cursor.execute(f"CREATE TRIGGER {name} {guard}")


def remove(connection: BaseDatabaseWrapper) -> None:
    """Remove the triggers, to empty the demo floor or a test database."""
    postgresql = connection.vendor == "postgresql"
    with connection.cursor() as cursor:
        for table, operation in _refusals(truncate=postgresql):
            of = f" ON {table}" if postgresql else ""
            cursor.execute(f"DROP TRIGGER IF EXISTS {table}_refuses_{operation.lower()}{of}")


def _refusals(*, truncate: bool) -> Iterator[tuple[str, str]]:
    unalterable = (*UNALTERABLE, *_named_by_apps("unalterable"))
    for table in unalterable:
        yield table, "UPDATE"
    for table in (*unalterable, *_named_by_apps("kept")):
        yield table, "DELETE"
        if truncate:
            yield table, "TRUNCATE"


def _named_by_apps(attribute: str) -> Iterator[str]:
    return (table for app in apps.get_app_configs() for table in getattr(app, attribute, ()))


def _guards(vendor: str) -> Iterator[tuple[str, str, str]]:
    """Yield further SQLite triggers as name, table and SQL: what apps have as constraints on PostgreSQL."""
    if vendor != "sqlite":
        return
    for table, same in (_SAME_ROW | dict.fromkeys(_named_by_apps("unalterable"), "other.id = NEW.id")).items():
        yield f"{table}_refuses_replace", table, _REPLACING.format(table=table, same=same)
    for app in apps.get_app_configs():
        for name, (table, guard) in getattr(app, "sqlite_guards", {}).items():
            yield name, table, guard


def _on_postgresql(table: str, operation: str) -> str:
    each = "STATEMENT" if operation == "TRUNCATE" else "ROW"
    return (
        f"CREATE OR REPLACE TRIGGER {table}_refuses_{operation.lower()} BEFORE {operation} ON {table} "
        f"FOR EACH {each} EXECUTE FUNCTION kept_for_ever()"
    )


def _on_sqlite(table: str, operation: str) -> str:
    return (
        f"CREATE TRIGGER IF NOT EXISTS {table}_refuses_{operation.lower()} BEFORE {operation} ON {table} "
        f"BEGIN SELECT RAISE(ABORT, '{operation} of {table} refused: what is recorded stays'); END"
    )
