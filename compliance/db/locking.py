"""Locks: a service that changes something on the floor first locks the table, then its decks or people.

The lock is PostgreSQL's FOR NO KEY UPDATE: rows that refer to the locked one may still be written. A plain FOR UPDATE
of a facility would hold up every entry of its journal, and meet one that holds the stream already in a deadlock.

On SQLite the whole transaction holds the database's one write lock (BEGIN IMMEDIATE), and `select_for_update` is no
more than a fresh read.
"""

from collections.abc import Iterable
from typing import TypeVar

from django.db.models import Model, QuerySet

M = TypeVar("M", bound=Model)


def locking(rows: QuerySet[M]) -> QuerySet[M]:
    """Make a query lock what it finds until the transaction ends."""
    return rows.select_for_update(of=("self",), no_key=True)


def get_locked(rows: QuerySet[M], **lookup: object) -> M:
    """Return one row as it stands now, locked until the transaction ends."""
    return locking(rows).get(**lookup)


def locked(thing: M) -> M:
    return get_locked(type(thing)._default_manager.all(), pk=thing.pk)


def all_locked(things: Iterable[M]) -> list[M]:
    """Lock several rows of one kind, in the order of their keys, so that two transactions never wait for each other."""
    return [locked(thing) for thing in sorted(things, key=lambda thing: thing.pk)]


def lock_all(rows: QuerySet[M]) -> list[M]:
    """Lock all rows of a query that are still in it once they are locked, in the order of their keys."""
    return list(locking(rows).order_by("pk"))
