"""Prepared statements: SQL that is compiled once and used for every round.

Django compiles a query each time it runs, and PostgreSQL plans it each time. For the queries of every round that costs
more than the database itself. Here Django compiles each query once, its field converters build the rows, and the
parameters are sent separately, so that the server plans it once. Writing is in write_batch.py.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import lru_cache
from itertools import count
from typing import Any, Generic, TypeVar, cast

import psycopg
from django.conf import settings
from django.db import DEFAULT_DB_ALIAS, connection, connections
from django.db.backends.utils import CursorWrapper
from django.db.models import Model, QuerySet

R = TypeVar("R")

# Placeholders for parameters while a query is compiled: values that never occur.
_NUMBER, _TEXT = 2**62 + 7, "\ue000 value to come "


def execute(sql: str, values: Sequence[Any]) -> CursorWrapper:
    """Run SQL that is used for every round, and return its cursor.

    On PostgreSQL integers go as text: psycopg would choose their type by their size, and the server would plan each
    combination of types anew.
    """
    here = connections[DEFAULT_DB_ALIAS]  # the proxy `connection` looks it up at every access
    if here.vendor != "postgresql" or "prepared_statements" in settings.SWITCHED_OFF:
        cursor = here.cursor()
        cursor.execute(sql, values)
        return cursor
    here.close_if_health_check_failed()
    here.ensure_connection()
    wrap: Any = here.make_debug_cursor if here.queries_logged else here.make_cursor
    raw = wrap(psycopg.RawCursor(here.connection))
    raw.execute(_numbered(sql), [str(value) if type(value) is int else value for value in values])
    return cast(CursorWrapper, raw)


@lru_cache(maxsize=256)
def _numbered(sql: str) -> str:
    """Return SQL with PostgreSQL's own placeholders, which psycopg need not parse."""
    numbers = count(1)
    return re.sub("%[s%]", lambda found: "%" if found[0] == "%%" else f"${next(numbers)}", sql)


@contextmanager
def pipeline() -> Iterator[None]:
    """Send the statements in here without waiting for each result: one round trip."""
    if connection.vendor != "postgresql":
        yield
        return
    connection.ensure_connection()
    with connection.wrap_database_errors, connection.connection.pipeline():
        yield


class PreparedQuery(Generic[R]):
    """A query that is compiled once from `make`, which is called with a placeholder for each parameter.

    `kinds` are the types of the parameters, `int` or `str`. A query of `values_list` gives tuples. Any other gives
    model instances with their `related` ones: relations that are never null, each after the one that it starts from.
    """

    def __init__(self, make: Callable[..., QuerySet[Any, R]], *kinds: type, related: Sequence[str] = ()) -> None:
        self.make, self.kinds, self.related = make, kinds, related
        self.read: Callable[[Iterable[Any]], list[R]] | None = None

    def first(self, *values: Any) -> R | None:
        """Return the first row for these parameters."""
        return next(iter(self.all(*values)), None)

    def all(self, *values: Any) -> list[R]:
        """Return the rows for these parameters."""
        if "prepared_statements" in settings.SWITCHED_OFF:
            made = self.make(*values)
            return list(made.select_related(*self.related) if self.related else made)
        if self.read is None:
            self._prepare()
        assert self.read is not None
        given = [fixed if which is None else values[which] for which, fixed in self.parameters]
        return self.read(execute(self.sql, given).fetchall())

    def _prepare(self) -> None:
        """Let Django compile the statement and convert its rows."""
        stand_ins = [_NUMBER + place if kind is int else f"{_TEXT}{place}" for place, kind in enumerate(self.kinds)]
        made: Any = self.make(*stand_ins)
        build: Callable[[Any], Any] = tuple
        if not made.query.values_select:
            columns, build = _instances(made.model, self.related)
            made = made.values_list(*columns)
        compiler = made.query.get_compiler(connection.alias)
        self.sql, parameters = compiler.as_sql()
        self.parameters: list[tuple[int | None, Any]] = [
            (stand_ins.index(each), None) if each in stand_ins else (None, each) for each in parameters
        ]
        converters = compiler.get_converters([expression for expression, _, _ in compiler.select])

        def read(rows: Iterable[Any]) -> list[R]:
            return [build(row) for row in (compiler.apply_converters(rows, converters) if converters else rows)]

        self.read = read


def _instances(model: type[Model], related: Sequence[str]) -> tuple[list[str], Callable[[Sequence[Any]], Any]]:
    """Return the columns of a model and of related ones, and the function that builds instances from their values."""
    columns: list[str] = []
    parts: list[tuple[str, str, str, Any, list[str], slice]] = []
    models: dict[str, Any] = {"": model}
    for path in ("", *related):
        owner, _, relation = path.rpartition("__")
        if path:
            models[path] = models[owner]._meta.get_field(relation).related_model
        names = [field.attname for field in models[path]._meta.concrete_fields]
        parts.append((path, owner, relation, models[path], names, slice(len(columns), len(columns) + len(names))))
        columns += [f"{path}__{name}" if path else name for name in names]

    def build(values: Sequence[Any]) -> Any:
        things: dict[str, Any] = {}
        for path, owner, relation, model, names, place in parts:
            things[path] = model.from_db(DEFAULT_DB_ALIAS, names, values[place])
            if path:
                setattr(things[owner], relation, things[path])
        return things[""]

    return columns, build
