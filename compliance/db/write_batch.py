"""Write batches: insert and update rows with cached SQL, as one statement on PostgreSQL.

Used for everything that is written with each round. Reading is in prepared_statements.py.
"""

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from datetime import UTC, datetime
from functools import cache, lru_cache
from threading import Lock
from typing import Any, NamedTuple, TypeVar

import msgspec
from django.db import DEFAULT_DB_ALIAS, connection
from django.db.models import Model
from django.db.models.base import ModelState

from .group_commit import CommitGroup
from .prepared_statements import driver_sql, execute, this_connection

M = TypeVar("M", bound=Model)

# ── New rows


class _Shape(NamedTuple):
    """The defaults and relations of a model."""

    plain: dict[str, Any]
    made: dict[str, Callable[[], Any]]
    relations: dict[str, str]
    names: frozenset[str]


@cache
def _shape(model: type[Model]) -> _Shape:
    fields: Any = model._meta.concrete_fields
    made = {field.attname: field.get_default for field in fields if callable(field.default)}
    plain = {field.attname: field.get_default() for field in fields if field.attname not in made}
    relations = {field.name: field.attname for field in fields if field.is_relation}
    return _Shape(plain, made, relations, frozenset({*plain, *made, *relations}))


def build_row(model: type[M], **values: Any) -> M:
    """Build a model instance from values that need no conversion.

    The model's own constructor takes longer than the insert for a row of forty fields.
    """
    shape = _shape(model)
    if not shape.names >= values.keys():
        raise TypeError(f"{model.__name__} has no {', '.join(values.keys() - shape.names)}")
    row, state = model.__new__(model), ModelState()
    fields = row.__dict__
    fields["_state"] = state
    fields.update(shape.plain)
    for name in shape.made.keys() - values.keys():
        fields[name] = shape.made[name]()
    fields.update(values)
    for name in shape.relations.keys() & values.keys():
        other = state.fields_cache[name] = fields.pop(name)
        fields[shape.relations[name]] = None if other is None else other.pk
    return row


# ── IDs


def next_id(model: type[Model]) -> str:
    """Return the SQL expression for the next ID of a model's table.

    SQLite has no sequences, so there it is the next ID after the stored ones; `reserve_ids` makes it unique.
    """
    table = model._meta.db_table
    if connection.vendor == "postgresql":
        return f"nextval('{table}_{model._meta.pk.column}_seq')"
    return f"(SELECT coalesce(max(seq), 0) + 1 FROM sqlite_sequence WHERE name = '{table}')"  # noqa: S608 (a model's name)


_reserved: dict[type[Model], int] = {}
_reserving = Lock()


def reserve_ids(model: type[Model], key: int, many: int = 1) -> int:
    """Reserve IDs in this process from the result of `next_id`, and return the first.

    PostgreSQL returns each ID once. On SQLite another process may get the same ID; only one of the two is stored.
    """
    if takes_one_statement():
        return key
    with _reserving:
        first = max(key, _reserved.get(model, 0) + 1)
        _reserved[model] = first + many - 1
    return first


def next_ids(model: type[Model], many: int) -> Sequence[int]:
    """Return the next IDs of a model's table, for rows to insert in this transaction."""
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute(f"SELECT {next_id(model)} FROM generate_series(1, %s)", [many])  # noqa: S608 (a model's name)
            return [key for (key,) in cursor.fetchall()]
        cursor.execute(f"SELECT {next_id(model)}")
        (told,) = cursor.fetchone()
    first = reserve_ids(model, told, many)
    return range(first, first + many)


# ── Writing

# Sent unchanged. Integers go to PostgreSQL as text, because psycopg would use a different type for each size, and that
# would make another prepared statement.
_PLAIN = frozenset({"BooleanField", "CharField", "TextField"})
_MOMENTS = frozenset({"DateField", "DateTimeField"})
_WHOLE = frozenset(
    {
        "BigAutoField",
        "BigIntegerField",
        "IntegerField",
        "PositiveBigIntegerField",
        "PositiveIntegerField",
        "PositiveSmallIntegerField",
    }
)


def _as_text(value: int | None) -> str | None:
    return None if value is None else str(value)


def stored_moment(value: datetime) -> str:
    """Return a time as Django stores it in SQLite."""
    return value.astimezone(UTC).isoformat(" ")[: -len("+00:00")]


def _as_naive(value: datetime | None) -> str | None:
    return None if value is None else stored_moment(value)


def _as_json(value: object) -> str:
    return msgspec.json.encode(value).decode()


class _Fields(NamedTuple):
    """The fields that a statement writes, with their placeholders and value converters."""

    names: tuple[str, ...]
    columns: tuple[str, ...]
    places: tuple[str, ...]
    preparing: tuple[Callable[[Any], Any] | None, ...]

    @classmethod
    def of(cls, fields: Sequence[Any]) -> "_Fields":
        quoted: Any = connection.ops.quote_name
        return cls(
            tuple(field.attname for field in fields),
            tuple(quoted(field.column) for field in fields),
            tuple(map(_place, fields)),
            tuple(map(_preparing, fields)),
        )

    def values(self, row: Model) -> list[Any]:
        found = row.__dict__
        return [
            found[name] if prepare is None else prepare(found[name])
            for name, prepare in zip(self.names, self.preparing, strict=True)
        ]


def _preparing(field: Any) -> Callable[[Any], Any] | None:
    kind = getattr(field, "target_field", field).get_internal_type()
    postgresql = connection.vendor == "postgresql"
    if kind in _PLAIN or (kind in _MOMENTS and postgresql) or (kind in _WHOLE and not postgresql):
        return None
    if kind in _WHOLE:
        return _as_text
    if kind == "DateTimeField":
        return _as_naive
    return _as_json if kind == "JSONField" else lambda value: field.get_db_prep_save(value, this_connection())


def _place(field: Any) -> str:
    """Return the placeholder of a field with its type, without a length limit."""
    if connection.vendor != "postgresql":
        return "%s"
    return f"%s::{field.db_type(connection).partition('(')[0]}"


@cache
def takes_one_statement() -> bool:
    """Tell whether the database accepts a `WriteBatch` as one statement."""
    return connection.vendor == "postgresql"


# Groups the writers of this process on SQLite.
_group = CommitGroup()


def one_at_a_time() -> AbstractContextManager[None]:
    """Prepare a `send_if` in here: one thread at a time, for databases with one writer."""
    return _group.turn()


class Statement(NamedTuple):
    """One statement of a `WriteBatch`. `{}` in its text is the place of the guard."""

    text: str
    values: Sequence[Any]


class WriteBatch:
    """Statements to write together: one statement on PostgreSQL, a sequence on SQLite.

    On PostgreSQL no part sees what another part has written.
    """

    def __init__(self) -> None:
        self.parts: list[Statement] = []

    def insert(self, *rows: Model) -> None:
        """Insert new rows of one model, all with IDs or all without."""
        if rows:
            text, fields = _insertion(type(rows[0]), rows[0].pk is not None, len(rows))
            self.parts.append(Statement(text, [value for row in rows for value in fields.values(row)]))
            for row in rows:
                row._state.adding, row._state.db = False, DEFAULT_DB_ALIAS

    def update(self, row: Model, *names: str) -> None:
        """Update these fields of an existing row."""
        text, fields = _change(type(row), names)
        self.parts.append(Statement(text, [*fields.values(row), str(row.pk)]))

    def add(self, part: Statement) -> None:
        self.parts.append(part)

    def send(self) -> None:
        """Write everything in the current transaction."""
        if self.parts and takes_one_statement():
            self._send(None)
            return
        here = this_connection()
        for part in self.parts:
            execute(_alone(part.text), part.values, here)

    def send_if(self, guard: Statement) -> bool:
        """Write everything if the guard query returns a row, else nothing; return which.

        Outside a transaction, SQLite commits it together with the writes of other threads.
        """
        if takes_one_statement():
            return self._send(guard)

        def write() -> bool:
            if execute(_alone(guard.text), guard.values).fetchone() is None:
                return False
            self.send()
            return True

        return write() if this_connection().in_atomic_block else _group.write(write)

    def _send(self, guard: Statement | None) -> bool:
        parts = [*([guard] if guard else ()), *self.parts]
        text = _composed(tuple(part.text for part in parts), guarded=guard is not None)
        return bool(execute(text, [value for part in parts for value in part.values]).fetchone())


@lru_cache(maxsize=64)
def _composed(texts: tuple[str, ...], *, guarded: bool) -> str:
    """Combine several statements into one that returns a row if the guard matches."""
    named = [f"part{place} AS ({text.format(', part0' if guarded else '')})" for place, text in enumerate(texts)]
    return driver_sql(f"WITH {', '.join(named)} SELECT 1{' FROM part0' if guarded else ''}")  # noqa: S608 (statements of ours)


@lru_cache(maxsize=64)
def _alone(text: str) -> str:
    return driver_sql(text.format(""))


@lru_cache(maxsize=64)
def _insertion(model: type[Model], keyed: bool, many: int) -> tuple[str, _Fields]:
    fields = _Fields.of([field for field in model._meta.concrete_fields if keyed or not field.primary_key])
    table: Any = connection.ops.quote_name(model._meta.db_table)
    source = "VALUES " + ", ".join([f"({', '.join(fields.places)})"] * many)
    if connection.vendor == "postgresql":
        source = f"SELECT given.* FROM ({source}) AS given{{}}"  # noqa: S608 (places of values)
    return f"INSERT INTO {table} ({', '.join(fields.columns)}) {source}", fields


@lru_cache(maxsize=64)
def _change(model: type[Model], names: tuple[str, ...]) -> tuple[str, _Fields]:
    fields = _Fields.of([model._meta.get_field(name) for name in names])
    quoted: Any = connection.ops.quote_name
    changes = ", ".join(f"{column} = {place}" for column, place in zip(fields.columns, fields.places, strict=True))
    table, key = quoted(model._meta.db_table), quoted(model._meta.pk.column)
    source, kind = (" FROM (SELECT) AS given{}", "::bigint") if connection.vendor == "postgresql" else ("", "")
    return f"UPDATE {table} SET {changes}{source} WHERE {table}.{key} = %s{kind}", fields  # noqa: S608 (names of models)
