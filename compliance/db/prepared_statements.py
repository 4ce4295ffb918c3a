"""Prepared statements: SQL that is compiled once and used for every round.

Django compiles a query each time it runs, and PostgreSQL plans it each time. For the queries of every round that costs
more than the database itself. Here Django compiles each query once, its field converters build the rows, and the
parameters are sent separately, so that the server plans it once. Writing is in write_batch.py.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import lru_cache
from itertools import count
from typing import Any, Generic, TypeVar, cast

import psycopg
from django.conf import settings
from django.db import DEFAULT_DB_ALIAS, connection, connections
from django.db.backends.utils import CursorWrapper
from django.db.models import Model, QuerySet
from django.db.models.query import get_related_populators

M = TypeVar("M", bound=Model)

# Placeholders for parameters while a query is compiled: values that never occur.
_NUMBER, _TEXT = -(2**62) - 7, "\ue000 value to come "


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


class PreparedQuery(Generic[M]):
    """A query that is compiled once from `make`, which is called with a placeholder for each parameter.

    `kinds` are the types of the parameters, `int` or `str`.
    """

    def __init__(self, make: Callable[..., QuerySet[M]], *kinds: type) -> None:
        self.make, self.kinds = make, kinds
        self.read: Callable[[Any], M] | None = None

    def first(self, *values: Any) -> M | None:
        """Return the first row for these parameters."""
        return next(iter(self.all(*values)), None)

    def all(self, *values: Any) -> list[M]:
        """Return the rows for these parameters."""
        if "prepared_statements" in settings.SWITCHED_OFF:
            return list(self.make(*values))
        if self.read is None:
            self._prepare()
        assert self.read is not None
        given = [fixed if which is None else values[which] for which, fixed in self.parameters]
        return [self.read(row) for row in execute(self.sql, given).fetchall()]

    def _prepare(self) -> None:
        """Let Django compile the statement and the function that builds a model instance from a row."""
        stand_ins = [_NUMBER - place if kind is int else f"{_TEXT}{place}" for place, kind in enumerate(self.kinds)]
        queryset = self.make(*stand_ins)
        compiler: Any = queryset.query.get_compiler(connection.alias)
        self.sql, parameters = compiler.as_sql()
        self.parameters: list[tuple[int | None, Any]] = [
            (stand_ins.index(each), None) if each in stand_ins else (None, each) for each in parameters
        ]
        select, info, annotations = compiler.select, compiler.klass_info, compiler.annotation_col_map or {}
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
            for name, place in annotations.items():
                setattr(thing, name, values[place])
            return thing

        self.read = read
