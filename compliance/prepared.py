"""Statements that are made once and used for every round.

Django makes the text of a statement anew each time it is used; for what is read and written with every round that costs
more than the database itself. Here Django makes each text the first time, and rows come and go as they do with it:
through the converters and preparations of the models' own fields.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, nullcontext
from functools import cache
from typing import Any, Generic, NamedTuple, TypeVar, cast

import psycopg
from django.db import DEFAULT_DB_ALIAS, connection, connections
from django.db.backends.utils import CursorWrapper
from django.db.models import BigIntegerField, Func, Model, QuerySet, Value
from django.db.models.expressions import Combinable
from django.db.models.query import get_related_populators

M = TypeVar("M", bound=Model)

# Stand in a query for values to come: nothing that is ever asked for.
_NUMBER, _TEXT = -(2**62) - 7, "\ue000 value to come "


# Values of these go to PostgreSQL as they are.
_PLAIN = frozenset({
    "BigIntegerField", "BooleanField", "CharField", "DateField", "DateTimeField", "IntegerField",
    "PositiveBigIntegerField", "PositiveIntegerField", "PositiveSmallIntegerField", "TextField",
})  # fmt: skip


def _here() -> Any:
    """Return this thread's connection itself; Django's `connection` looks it up anew for everything that is asked."""
    return connections[DEFAULT_DB_ALIAS]


def kept_cursor() -> CursorWrapper:
    """Return a cursor whose statements the server keeps, where it does.

    Django writes values into the text of a statement itself, so that to PostgreSQL each is a new one, to be read and
    planned again. This one sends them apart.
    """
    here = _here()
    if here.vendor != "postgresql":
        return cast(CursorWrapper, here.cursor())
    here.ensure_connection()
    return cast(CursorWrapper, here._prepare_cursor(psycopg.Cursor(here.connection)))


@contextmanager
def together() -> Iterator[None]:
    """Send the statements of `kept_cursor` in here without waiting for each one's answer: one way there and back."""
    here = _here()
    if here.vendor != "postgresql":
        yield
        return
    here.ensure_connection()
    with here.wrap_database_errors, here.connection.pipeline():
        yield


class Prepared(Generic[M]):
    """A query, made once from `make`, which is called with a stand-in for each value.

    `kinds` says of each value whether it is an `int` or a `str`; a value may stand at several places.
    """

    def __init__(self, make: Callable[..., QuerySet[M]], *kinds: type) -> None:
        self.make, self.kinds = make, kinds
        self.read: Callable[[Any], M] | None = None

    def first(self, *values: Any) -> M | None:
        """Return the first row that the query finds with these values."""
        return next(iter(self.all(*values)), None)

    def all(self, *values: Any) -> list[M]:
        """Return the rows that the query finds with these values."""
        return self.found(self.ask(*values))

    def ask(self, *values: Any) -> CursorWrapper:
        """Ask the query with these values; `found` returns what it finds."""
        if self.read is None:
            self._prepare()
        cursor = kept_cursor()
        cursor.execute(self.text, [fixed if which is None else values[which] for which, fixed in self.parameters])
        return cursor

    def found(self, cursor: CursorWrapper) -> list[M]:
        assert self.read is not None
        with cursor:
            return [self.read(row) for row in cursor.fetchall()]

    def _prepare(self) -> None:
        """Let Django make the statement, and what makes a model of its row."""
        stand_ins = [_NUMBER - place if kind is int else f"{_TEXT}{place}" for place, kind in enumerate(self.kinds)]
        queryset = self.make(*stand_ins)
        compiler: Any = queryset.query.get_compiler(connection.alias)
        self.text, parameters = compiler.as_sql()
        self.parameters: list[tuple[int | None, Any]] = [
            (stand_ins.index(each), None) if each in stand_ins else (None, each) for each in parameters
        ]
        select, info, annotations = compiler.select, compiler.klass_info, compiler.annotation_col_map
        converters = compiler.get_converters([expression for expression, _, _ in select])
        columns = info["select_fields"]
        first, after = columns[0], columns[-1] + 1
        names = [field[0].target.attname for field in select[first:after]]
        populators: Any = get_related_populators(info, select, connection.alias)  # type: ignore[call-arg]  # newer stubs

        def read(row: Sequence[Any]) -> M:
            (values,) = compiler.apply_converters([row], converters) if converters else (row,)
            thing = queryset.model.from_db(connection.alias, names, values[first:after])
            for populator in populators:
                populator.populate(values, thing)
            for name, place in (annotations or {}).items():
                setattr(thing, name, values[place])
            return thing

        self.read = read


# ── Writing


class _Fields(NamedTuple):
    """The fields that a statement writes, and what prepares their values, where they do not go as they are."""

    names: tuple[str, ...]
    preparing: tuple[Any, ...]

    @classmethod
    def of(cls, fields: Sequence[Any]) -> "_Fields":
        plain = _PLAIN if connection.vendor == "postgresql" else frozenset()
        targets = [getattr(field, "target_field", field) for field in fields]
        preparing = [
            None if target.get_internal_type() in (*plain, *(("BigAutoField",) if plain else ())) else field
            for field, target in zip(fields, targets, strict=True)
        ]
        return cls(tuple(field.attname for field in fields), tuple(preparing))

    def values(self, row: Model) -> list[Any]:
        here, found = _here(), row.__dict__
        return [
            found[name] if field is None else field.get_db_prep_save(found[name], here)
            for name, field in zip(self.names, self.preparing, strict=True)
        ]


@cache
def _insertion(model: type[Model], keyed: bool) -> tuple[str, _Fields]:
    quoted: Any = connection.ops.quote_name
    fields = [field for field in model._meta.concrete_fields if keyed or not field.primary_key]
    columns, places = ", ".join(quoted(field.column) for field in fields), ", ".join(["%s"] * len(fields))
    table, key = quoted(model._meta.db_table), quoted(model._meta.pk.column)
    text = f"INSERT INTO {table} ({columns}) VALUES ({places})"  # noqa: S608 (names of models)
    return text if keyed else f"{text} RETURNING {key}", _Fields.of(fields)


def insert(*rows: Model) -> None:
    """Insert new rows of one kind, which get their keys."""
    with together() if len(rows) > 1 else nullcontext():
        asked = [_insert(row) for row in rows]
        for row, cursor in zip(rows, asked, strict=True):
            with cursor:
                (row.pk,) = cursor.fetchone()


def insert_as_is(*rows: Model) -> None:
    """Insert new rows that have their keys, or whose keys nobody asks for: in `together` nothing is waited for."""
    for row in rows:
        _insert(row)


def _insert(row: Model) -> CursorWrapper:
    text, fields = _insertion(type(row), row.pk is not None)
    cursor = kept_cursor()
    cursor.execute(text, fields.values(row))
    row._state.adding, row._state.db = False, DEFAULT_DB_ALIAS
    return cursor


def next_key(model: type[Model]) -> Combinable:
    """Return what asks for the next key of a model's table beside something else, where keys come beforehand."""
    if connection.vendor != "postgresql":
        return Value(None, output_field=BigIntegerField(null=True))
    sequence = Value(f"{model._meta.db_table}_{model._meta.pk.column}_seq")
    return Func(sequence, function="nextval", output_field=BigIntegerField())


@cache
def _change(model: type[Model], names: tuple[str, ...]) -> tuple[str, _Fields]:
    quoted: Any = connection.ops.quote_name
    fields: list[Any] = [model._meta.get_field(name) for name in names]
    changes = ", ".join(f"{quoted(field.column)} = %s" for field in fields)
    table, key = quoted(model._meta.db_table), quoted(model._meta.pk.column)
    return f"UPDATE {table} SET {changes} WHERE {key} = %s", _Fields.of(fields)  # noqa: S608 (names of models)


def update(row: Model, *names: str) -> None:
    """Write these fields of a row that is there."""
    text, fields = _change(type(row), names)
    kept_cursor().execute(text, [*fields.values(row), row.pk])
