"""Row locks. A service that changes the floor locks the table first, then its decks or people.

The lock is PostgreSQL's FOR NO KEY UPDATE, so rows that refer to the locked one can still be written. FOR UPDATE of a
facility would block every entry of its journal, and deadlock with a transaction that holds the stream.

On SQLite the transaction holds the only write lock (BEGIN IMMEDIATE), and `select_for_update` is just a read.
"""

from collections.abc import Iterable
from typing import TypeVar

from django.db.models import Model, QuerySet

M = TypeVar("M", bound=Model)


def locking(rows: QuerySet[M]) -> QuerySet[M]:
    """Make a query lock its rows until the transaction ends."""
    return rows.select_for_update(of=("self",), no_key=True)


def get_locked(rows: QuerySet[M], **lookup: object) -> M:
    """Return the current row, locked until the transaction ends."""
    return locking(rows).get(**lookup)


def locked(thing: M) -> M:
    return get_locked(type(thing)._default_manager.all(), pk=thing.pk)


def all_locked(things: Iterable[M]) -> list[M]:
    """Lock several rows of one model in primary key order, to avoid deadlocks."""
    return [locked(thing) for thing in sorted(things, key=lambda thing: thing.pk)]


def lock_all(rows: QuerySet[M]) -> list[M]:
    """Lock the rows of a query in primary key order, and return those that still match."""
    return list(locking(rows).order_by("pk"))
