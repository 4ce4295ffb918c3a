"""Triggers by which the database itself keeps what must stay: on PostgreSQL and on SQLite.

They are made sure of after every migration (apps.py), not in one, for SQLite drops a table's triggers whenever a
migration alters the table.
"""

from collections.abc import Iterator

from django.apps import apps
from django.db.backends.base.base import BaseDatabaseWrapper

# Tables of which a row is never altered nor deleted; an app names those of which one is never deleted as `kept`.
UNALTERABLE = ("compliance_entry", "compliance_signature")

_FUNCTION = """
CREATE OR REPLACE FUNCTION kept_for_ever() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% of % refused: what is recorded stays', TG_OP, TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END $$
"""


def install(connection: BaseDatabaseWrapper) -> None:
    """Make the database refuse to alter or delete what is kept. Harmless when it does so already."""
    postgresql = connection.vendor == "postgresql"
    with connection.cursor() as cursor:
        if postgresql:
            cursor.execute(_FUNCTION)
        for table, operation in _refusals(truncate=postgresql):
            cursor.execute(_on_postgresql(table, operation) if postgresql else _on_sqlite(table, operation))
        for name, guard in _guards(connection.vendor):
            cursor.execute(f"DROP TRIGGER IF EXISTS {name}")
            cursor.execute(f"CREATE TRIGGER {name} {guard}")


def remove(connection: BaseDatabaseWrapper) -> None:
    """Take the refusals away: for test databases, which are emptied between tests, and for nothing else."""
    postgresql = connection.vendor == "postgresql"
    with connection.cursor() as cursor:
        for table, operation in _refusals(truncate=postgresql):
            of = f" ON {table}" if postgresql else ""
            cursor.execute(f"DROP TRIGGER IF EXISTS {table}_refuses_{operation.lower()}{of}")


def _refusals(*, truncate: bool) -> Iterator[tuple[str, str]]:
    for table in UNALTERABLE:
        yield table, "UPDATE"
    for table in (*UNALTERABLE, *(table for app in apps.get_app_configs() for table in getattr(app, "kept", ()))):
        yield table, "DELETE"
        if truncate:
            yield table, "TRUNCATE"


def _guards(vendor: str) -> Iterator[tuple[str, str]]:
    """Yield what else the apps have SQLite guard, where PostgreSQL has constraints for it."""
    if vendor == "sqlite":
        for app in apps.get_app_configs():
            yield from getattr(app, "sqlite_guards", {}).items()


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
