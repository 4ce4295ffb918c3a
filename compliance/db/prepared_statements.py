"""Prepared statements: SQL that is compiled once and used for every round.

Django compiles a query each time it runs. For the queries of every round that costs more than the database itself. Here
Django compiles each query once, and its field converters build the rows. Writing is in write_batch.py.
"""

import re
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime
from functools import lru_cache
from itertools import count
from typing import Any, Generic, TypeVar, cast

import psycopg
from django.db import DEFAULT_DB_ALIAS, connection, connections
from django.db.backends.utils import CursorWrapper
from django.db.models import Model, QuerySet
from django.db.models.query import get_related_populators

M = TypeVar("M", bound=Model)

# Batches use one statement for every number of rows.
MOST_CURSORS = 64

# Placeholders for parameters while a query is compiled: values that never occur.
_NUMBER, _TEXT = -(2**62) - 7, "\ue000 value to come "


def this_connection() -> Any:
    """Return this thread's connection; Django's `connection` proxy looks it up on every access."""
    return connections[DEFAULT_DB_ALIAS]


def execute(text: str, values: Sequence[Any], here: Any = None) -> CursorWrapper:
    """Run a statement from `driver_sql`. Read the result before you run the same statement again.

    Django interpolates parameters into the SQL, so PostgreSQL parses and plans it every time. This sends them
    separately, so the statement is prepared once, and reuses the driver's cursor.
    """
    here = here or this_connection()
    here.close_if_health_check_failed()
    here.ensure_connection()
    raw = _cursor(here, text) if here.vendor == "postgresql" else sqlite3.Cursor(here.connection)
    cursor = cast(CursorWrapper, here._prepare_cursor(raw))
    cursor.execute(text, values)
    return cursor


def _cursor(here: Any, text: str) -> "psycopg.RawCursor[Any]":
    """Return the cached cursor of a connection for a statement."""
    owner, cursors = here.__dict__.get("_cursors", (None, {}))
    if owner is not here.connection or len(cursors) > MOST_CURSORS:
        cursors = {}
        here._cursors = here.connection, cursors
    found: psycopg.RawCursor[Any] | None = cursors.get(text)
    if found is None:
        found = cursors[text] = psycopg.RawCursor(here.connection)
        found.adapters.register_loader("timestamptz", _Moment)
    return found


class _Moment(psycopg.adapt.Loader):
    """Parse a PostgreSQL time, always in UTC, ten times faster than the default."""

    def load(self, data: Any) -> datetime:
        return datetime.fromisoformat(bytes(data).decode())


def driver_sql(text: str) -> str:
    """Convert Django's SQL for `execute`: with the driver's own parameter placeholders."""
    numbers, postgresql = count(1), connection.vendor == "postgresql"

    def place(found: "re.Match[str]") -> str:
        if found[0] == "%%":
            return "%"
        return f"${next(numbers)}" if postgresql else "?"

    return re.sub("%[s%]", place, text)


@contextmanager
def pipeline() -> Iterator[None]:
    """Send the statements in here without waiting for each result: one round trip."""
    here = this_connection()
    if here.vendor != "postgresql":
        yield
        return
    here.ensure_connection()
    with here.wrap_database_errors, here.connection.pipeline():
        yield


class PreparedQuery(Generic[M]):
    """A query that is compiled once from `make`, which is called with a placeholder for each parameter.

    `kinds` are the types of the parameters, `int` or `str`. `remembers` is the size of a cache of rows: cached objects
    are shared, so change only a copy (`copy_row`).
    """

    def __init__(self, make: Callable[..., QuerySet[M]], *kinds: type, remembers: int = 0) -> None:
        self.make, self.kinds, self.remembers = make, kinds, remembers
        self.read: Callable[[Any], M] | None = None

    def first(self, *values: Any) -> M | None:
        """Return the first row for these parameters."""
        return next(iter(self.all(*values)), None)

    def all(self, *values: Any) -> list[M]:
        """Return the rows for these parameters."""
        return self.found(self.ask(*values))

    def ask(self, *values: Any) -> CursorWrapper:
        """Run the query with these parameters; `found` returns its rows."""
        if self.read is None:
            self._prepare()
        return execute(self.text, [fixed if which is None else values[which] for which, fixed in self.parameters])

    def found(self, cursor: CursorWrapper) -> list[M]:
        assert self.read is not None
        return [self.read(row) for row in cursor.fetchall()]

    def _prepare(self) -> None:
        """Let Django compile the statement and the function that builds a model instance from a row."""
        stand_ins = [_NUMBER - place if kind is int else f"{_TEXT}{place}" for place, kind in enumerate(self.kinds)]
        queryset = self.make(*stand_ins)
        compiler: Any = queryset.query.get_compiler(connection.alias)
        text, parameters = compiler.as_sql()
        self.text = driver_sql(text)
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

        self.read = lru_cache(maxsize=self.remembers)(read) if self.remembers else read


def copy_row(row: M) -> M:
    """Return a shallow copy of a row."""
    copy = type(row).__new__(type(row))
    copy.__dict__.update(row.__dict__)
    return copy
