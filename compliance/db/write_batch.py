"""Write batches: insert and update rows with SQL that is built once; on PostgreSQL as one statement.

Used for everything that is written with each round. Reading is in prepared_statements.py.
"""

from collections.abc import Sequence
from functools import cache, lru_cache
from typing import Any, NamedTuple

import msgspec
from django.conf import settings
from django.db import DEFAULT_DB_ALIAS, connection, connections
from django.db.models import Model

from .prepared_statements import execute

_encode = msgspec.json.Encoder().encode
# The types of values that the database takes unchanged; JSON fields have none of them here.
_PLAIN = frozenset({str, int, bool, type(None)})


def takes_guarded_statements() -> bool:
    """Tell whether the database takes a batch as one statement, with a guard that it evaluates first."""
    return connection.vendor == "postgresql" and "guarded_statement" not in settings.SWITCHED_OFF


class Statement(NamedTuple):
    """One statement of a batch. `{guard}` in its SQL is where it joins the guard."""

    sql: str
    values: Sequence[Any]


class WriteBatch:
    """Statements to write together. As one statement, no part sees what another part has written."""

    def __init__(self) -> None:
        self.parts: list[Statement] = []

    def insert(self, *rows: Model) -> None:
        """Insert new rows of one model, all with primary keys or all without."""
        if not rows:
            return
        sql, fields = _insertion(type(rows[0]), rows[0].pk is not None, len(rows))
        self.add(sql, [value for row in rows for value in _stored(row, fields)])
        for row in rows:
            row._state.adding, row._state.db = False, DEFAULT_DB_ALIAS

    def update(self, row: Model, *names: str) -> None:
        """Update these fields of an existing row."""
        sql, fields = _change(type(row), names)
        self.add(sql, [*_stored(row, fields), row.pk])

    def add(self, sql: str, values: Sequence[Any]) -> None:
        self.parts.append(Statement(sql, values))

    def send(self) -> None:
        """Write everything. Only inside a transaction."""
        if self.parts and takes_guarded_statements():
            _execute_together(self.parts, guarded=False)
            return
        for part in self.parts:
            execute(part.sql.format(guard=""), part.values)

    def send_if(self, guard: Statement) -> bool:
        """Write everything if the guard, a query, finds a row, else nothing; return which. Needs no transaction."""
        return _execute_together([guard, *self.parts], guarded=True)


def _execute_together(parts: Sequence[Statement], *, guarded: bool) -> bool:
    sql = _composed(tuple(part.sql for part in parts), guarded=guarded)
    return bool(execute(sql, [value for part in parts for value in part.values]).fetchone())


@lru_cache(maxsize=64)
def _composed(several: tuple[str, ...], *, guarded: bool) -> str:
    """Combine several statements into one that returns a row if the guard, the first of them, finds one."""
    guard = ", part0" if guarded else ""
    named = [f"part{place} AS ({sql.format(guard=guard)})" for place, sql in enumerate(several)]
    return f"WITH {', '.join(named)} SELECT 1{' FROM part0' if guarded else ''}"  # noqa: S608 (statements of ours)


@lru_cache(maxsize=64)
def _insertion(model: type[Model], keyed: bool, many: int) -> tuple[str, list[Any]]:
    fields = [field for field in model._meta.concrete_fields if keyed or not field.primary_key]
    rows = ", ".join([f"({', '.join(map(_place, fields))})"] * many)
    source = f"SELECT given.* FROM (VALUES {rows}) AS given{{guard}}" if _is_postgresql() else f"VALUES {rows}"  # noqa: S608 (places)
    columns = ", ".join(_quoted(field.column) for field in fields)
    return f"INSERT INTO {_quoted(model._meta.db_table)} ({columns}) {source}", fields


@cache
def _change(model: type[Model], names: tuple[str, ...]) -> tuple[str, list[Any]]:
    fields: list[Any] = [model._meta.get_field(name) for name in names]
    changes = ", ".join(f"{_quoted(field.column)} = {_place(field)}" for field in fields)
    source = " FROM (SELECT) AS given{guard}" if _is_postgresql() else ""
    table, key = _quoted(model._meta.db_table), model._meta.pk
    return f"UPDATE {table} SET {changes}{source} WHERE {table}.{_quoted(key.column)} = {_place(key)}", fields  # noqa: S608 (names of models)


def _place(field: Any) -> str:
    """Return the placeholder of a field, with its type where the database cannot know it, without a length limit."""
    return f"%s::{field.db_type(connection).partition('(')[0]}" if _is_postgresql() else "%s"


def _stored(row: Model, fields: Sequence[Any]) -> list[Any]:
    """Return the values of these fields as the database stores them. A dictionary or list is that of a JSON field."""
    here, stored = connections[DEFAULT_DB_ALIAS], []
    for field in fields:
        value = row.__dict__[field.attname]
        kind = type(value)
        if kind is dict or kind is list:
            value = _encode(value).decode()
        elif kind not in _PLAIN:
            value = field.get_db_prep_save(value, here)
        stored.append(value)
    return stored


def _is_postgresql() -> bool:
    return connection.vendor == "postgresql"


def _quoted(name: Any) -> str:
    return connection.ops.quote_name(name)


def next_id(model: type[Model]) -> str:
    """Return the SQL expression for the next primary key of a model's table.

    SQLite has no sequences: there it is the one after the last, since a transaction has no concurrent writer.
    """
    table = model._meta.db_table
    if _is_postgresql():
        return f"nextval('{table}_{model._meta.pk.column}_seq')"
    return f"(SELECT coalesce(max(seq), 0) + 1 FROM sqlite_sequence WHERE name = '{table}')"  # noqa: S608 (a model's name)


def next_ids(model: type[Model], many: int) -> Sequence[int]:
    """Return the next primary keys of a model's table, for rows to insert in this transaction."""
    if _is_postgresql():
        found = execute(f"SELECT {next_id(model)} FROM generate_series(1, %s)", [many])  # noqa: S608 (a model's name)
        return [key for (key,) in found.fetchall()]
    (first,) = execute(f"SELECT {next_id(model)}", []).fetchone()
    return range(first, first + many)
