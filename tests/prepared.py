"""Prepare floors: build what tests start with once through the services, then copy it.

Most tests start with the same calls: `Floor("md")`, then `floor.open_table()`, about 480 statements. The first test
that makes such a call records the rows it wrote. A later test that makes the same calls on an empty database gets
copies of those rows, including journal and hashes. Everything else a test does is real: its first own write ends the
copying.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from copy import deepcopy
from datetime import datetime, time
from functools import cache, wraps
from inspect import signature
from typing import Any, NamedTuple, TypeVar, cast

from django.apps import apps
from django.db import connection, transaction
from django.db.models import Model
from django.utils import timezone

from compliance.models import Facility, Staff

Method = TypeVar("Method", bound=Callable[..., Any])
Row = tuple[Any, ...]

# Prefixes of statements that change no row.
READS = ("SELECT", "BEGIN", "SAVEPOINT", "RELEASE", "ROLLBACK")


# ── Rows


class Table(NamedTuple):
    """Describe a database table, with the primary key as its first column."""

    name: str
    columns: tuple[str, ...]

    def rows(self) -> dict[Any, Row]:
        with connection.cursor() as cursor:
            cursor.execute(f"SELECT {', '.join(self.columns)} FROM {self.name}")
            return {row[0]: tuple(map(_bindable, row)) for row in cursor.fetchall()}

    def insert(self, rows: list[Row]) -> None:
        places = ", ".join(["%s"] * len(self.columns))
        with connection.cursor() as cursor:
            cursor.executemany(f"INSERT INTO {self.name} ({', '.join(self.columns)}) VALUES ({places})", rows)

    def update(self, rows: list[Row]) -> None:
        key, *others = self.columns
        values = ", ".join(f"{column} = %s" for column in others)
        statement = f"UPDATE {self.name} SET {values} WHERE {key} = %s"
        with connection.cursor() as cursor:
            cursor.executemany(statement, [(*row[1:], row[0]) for row in rows])


def _bindable(value: Any) -> Any:
    """Return a value that can be written again: SQLite returns times as objects, but accepts only text."""
    return str(value) if isinstance(value, time) else value


@cache
def tables() -> list[Table]:
    """Return every database table that holds rows of a model."""
    return [_table(model) for model in apps.get_models(include_auto_created=True) if not model._meta.proxy]


def _table(model: type[Model]) -> Table:
    quote = connection.ops.quote_name
    fields = sorted(model._meta.concrete_fields, key=lambda field: not field.primary_key)
    return Table(quote(model._meta.db_table), tuple(quote(field.column or "") for field in fields))


class Reference(NamedTuple):
    """Refer to a row by its key, in place of an instance."""

    model: type[Model]
    key: Any

    def fetch(self) -> Model:
        return self.model._default_manager.get(pk=self.key)


# ── Recordings


class Recording(NamedTuple):
    """Record one call: the rows it wrote, what the floor caches, and its result."""

    inserted: list[tuple[Table, list[Row]]]
    updated: list[tuple[Table, list[Row]]]
    number: int
    at: datetime
    made: dict[str, Reference]
    returned: Any

    def replay(self, floor: "Preparable") -> Any:
        with transaction.atomic():
            for table, rows in self.inserted:
                table.insert(rows)
            for table, rows in self.updated:
                table.update(rows)
        if connection.vendor == "postgresql":
            self._advance_sequences()
        floor.number, floor.at = self.number, self.at
        vars(floor).update({name: thing.fetch() for name, thing in self.made.items()})
        return self.returned.fetch() if isinstance(self.returned, Reference) else deepcopy(self.returned)

    def _advance_sequences(self) -> None:
        """Let the next row of each table get a key after those that were copied."""
        with connection.cursor() as cursor:
            for table, rows in self.inserted:
                keys = [row[0] for row in rows if isinstance(row[0], int)]
                if keys:
                    cursor.execute(
                        "SELECT setval(name, GREATEST(nextval(name), %s)) "
                        "FROM pg_get_serial_sequence(%s, 'id') AS name WHERE name IS NOT NULL",
                        [max(keys), table.name],
                    )


def _referred(value: Any) -> Any:
    """Return what a recording stores for a value."""
    if isinstance(value, Model):
        return Reference(type(value), value.pk)
    return value


class _Preparation:
    """Track the calls that built the current test's database, until something else is written."""

    def __init__(self) -> None:
        self.recordings: dict[tuple[Any, ...], Recording] = {}
        self.calls: tuple[Any, ...] | None = None
        self.may_record = False
        self.floors: list[Preparable] = []
        self.writes = 0
        self.writes_by_calls = 0

    def count(self, execute: Callable[..., Any], sql: Any, params: Any, many: bool, context: Any) -> Any:
        """Count the statements that write; Django passes every statement through here."""
        if not str(sql).startswith(READS):
            self.writes += 1
        return execute(sql, params, many, context)

    def key(self, floor: "Preparable", method: Callable[..., Any], arguments: dict[str, Any]) -> tuple[Any, ...] | None:
        """Return an identifier of the database after this call, or None if unknown."""
        if self.calls is None or not (self.writes == self.writes_by_calls if self.calls else _is_empty()):
            return None
        if floor not in self.floors:
            self.floors.append(floor)
        hour = timezone.now().replace(minute=0, second=0, microsecond=0)
        given = tuple((name, _referred(value)) for name, value in arguments.items())
        call = (self.floors.index(floor), method.__name__, given, floor.edition, floor.at, hour, *floor.things())
        try:
            hash(call)
        except TypeError:  # a mutable argument, such as a dictionary
            return None
        return (*self.calls, call)

    def record(self, floor: "Preparable", call: Callable[[], Any]) -> tuple[Any, Recording]:
        known, before = dict(floor.things()), {table: table.rows() for table in tables()}
        returned = call()
        inserted, updated = [], []
        for table in tables():
            old, now = before[table], table.rows()
            assert old.keys() <= now.keys(), f"{table.name}: a deleted row cannot be copied"
            inserted.append((table, [row for key, row in now.items() if key not in old]))
            updated.append((table, [row for key, row in now.items() if key in old and row != old[key]]))
        made = {name: reference for name, reference in floor.things() if name not in known}
        inserted, updated = ([(table, rows) for table, rows in each if rows] for each in (inserted, updated))
        kept = _referred(returned)
        return returned, Recording(inserted, updated, floor.number, floor.at, made, deepcopy(kept))


def _is_empty() -> bool:
    return not Facility.objects.exists() and not Staff.objects.exists()


_here = _Preparation()


@contextmanager
def preparing(*, may_record: bool) -> Iterator[None]:
    """Copy prepared floors during one test. A test that changes the product must not record."""
    _here.calls, _here.may_record, _here.floors = (), may_record, []
    with connection.execute_wrapper(_here.count):
        yield
    _here.calls = None


# ── What a floor is made of


class Preparable:
    """Base class for what can be prepared: it has a clock, and numbers what it creates."""

    def __init__(self, edition: str, at: datetime) -> None:
        self.edition, self.at = edition, at
        self.number = 0

    def things(self) -> list[tuple[str, Reference]]:
        """Return the cached properties created so far."""
        return sorted((name, _referred(value)) for name, value in vars(self).items() if isinstance(value, Model))

    def next_number(self) -> int:
        self.number += 1
        return self.number


def prepared(method: Method) -> Method:
    """Record what a floor method, or a function with a floor, writes on its first call; copy it later.

    It may return a row or plain values.
    """
    parameters = signature(method)

    @wraps(method)
    def call(floor: Preparable, *args: Any, **kwargs: Any) -> Any:
        bound = parameters.bind(floor, *args, **kwargs)
        bound.apply_defaults()
        _, *given = bound.arguments.items()
        key = _here.key(floor, method, dict(given))
        _here.calls = None  # nested calls are part of this one
        if key in _here.recordings:
            returned = _here.recordings[key].replay(floor)
        elif key is None or not _here.may_record:
            returned = method(floor, *args, **kwargs)
            key = None
        else:
            returned, _here.recordings[key] = _here.record(floor, lambda: method(floor, *args, **kwargs))
        _here.calls, _here.writes_by_calls = key, _here.writes
        return returned

    return cast(Method, call)
