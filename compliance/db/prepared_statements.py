"""Statements that are made once and used for every round.

Django makes the text of a statement anew each time it is used; for what is read and written with every round that costs
more than the database itself. Here Django makes each text the first time, and rows come as they do with it: through the
converters of the models' own fields. How rows are written stands in writing.py.
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

# Batches make a statement for every number of lines.
MOST_CURSORS = 64

# Stand in a query for values to come: nothing that is ever asked for.
_NUMBER, _TEXT = -(2**62) - 7, "\ue000 value to come "


def this_connection() -> Any:
    """Return this thread's connection itself; Django's `connection` looks it up anew for everything that is asked."""
    return connections[DEFAULT_DB_ALIAS]


def execute(text: str, values: Sequence[Any], here: Any = None) -> CursorWrapper:
    """Ask a statement of `kept`, and return what it answers: to be read before the same is asked again.

    Django writes values into the text of a statement itself, so that to PostgreSQL each is a new one, to be read and
    planned again. This sends them apart, and keeps what the driver has learnt about the answer as well.
    """
    here = here or this_connection()
    here.close_if_health_check_failed()
    here.ensure_connection()
    raw = _cursor(here, text) if here.vendor == "postgresql" else sqlite3.Cursor(here.connection)
    cursor = cast(CursorWrapper, here._prepare_cursor(raw))
    cursor.execute(text, values)
    return cursor


def _cursor(here: Any, text: str) -> "psycopg.RawCursor[Any]":
    """Return the cursor by which a connection asks a statement, always the same."""
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
    """Reads a moment as PostgreSQL writes it, always in UTC: to what Django makes of it, in a tenth of the time."""

    def load(self, data: Any) -> datetime:
        return datetime.fromisoformat(bytes(data).decode())


def driver_sql(text: str) -> str:
    """Return a statement, as Django writes it, for `ask`: with the driver's own places for values, once for all."""
    numbers, postgresql = count(1), connection.vendor == "postgresql"

    def place(found: "re.Match[str]") -> str:
        if found[0] == "%%":
            return "%"
        return f"${next(numbers)}" if postgresql else "?"

    return re.sub("%[s%]", place, text)


@contextmanager
def pipeline() -> Iterator[None]:
    """Send what is asked in here without waiting for each one's answer: one way there and back."""
    here = this_connection()
    if here.vendor != "postgresql":
        yield
        return
    here.ensure_connection()
    with here.wrap_database_errors, here.connection.pipeline():
        yield


class PreparedQuery(Generic[M]):
    """A query, made once from `make`, which is called with a stand-in for each value.

    `kinds` says of each value whether it is an `int` or a `str`; a value may stand at several places. With `remembers`
    the same row is the same object again, for everyone: nobody may change it, but only `copied` ones.
    """

    def __init__(self, make: Callable[..., QuerySet[M]], *kinds: type, remembers: int = 0) -> None:
        self.make, self.kinds, self.remembers = make, kinds, remembers
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
        return execute(self.text, [fixed if which is None else values[which] for which, fixed in self.parameters])

    def found(self, cursor: CursorWrapper) -> list[M]:
        assert self.read is not None
        return [self.read(row) for row in cursor.fetchall()]

    def _prepare(self) -> None:
        """Let Django make the statement, and what makes a model of its row."""
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
    """Return a copy of a row as it was read, without what Django would do for one that may be saved elsewhere."""
    copy = type(row).__new__(type(row))
    copy.__dict__.update(row.__dict__)
    return copy
