"""Check in every test that the table cache matches the database. A change without a journal entry in the table's stream
fails the test that makes it."""

from datetime import datetime
from functools import cache
from typing import Any

from django.db import connection
from django.db.models import Model

from compliance.models import Facility, Posting, Staff, Stream
from tables.floor.queries import with_relations
from tables.floor.table_cache import COUNTERS, CachedTable, Version, _is_current
from tables.models import (
    Deck,
    Device,
    Layout,
    LayoutInForce,
    Licence,
    Offer,
    OfferInForce,
    Stint,
    Supervision,
    Table,
    TableTest,
)

_still_holds = _is_current

# For each table, what was verified last: the facts, and the database rows behind them.
_proven: dict[int, tuple[Any, Any]] = {}


def checked(kept: CachedTable, version: Version) -> bool:
    """Return whether the cache is current; fail if it claims so and is not."""
    holds = _still_holds(kept, version)
    if holds:
        at = datetime.max.replace(tzinfo=kept.table.state_since.tzinfo)
        found = _facts(kept.table, at), _rows_behind(kept.table)
        if _proven.get(kept.table.pk) != found:  # the same facts were verified with the same rows
            fresh = with_relations(Table.objects.filter(pk=kept.table.pk), at).get()
            same = found[0] == _facts(fresh, at)
            # Without a lock it may have changed just now; then the streams show it.
            assert same or not _still_holds(kept, _version(kept.table))
            if same:
                _proven[kept.table.pk] = found
    return holds


def _rows_behind(table: Table) -> list[Any]:
    """Return every row that a fact about a table may come from, as the database has it."""
    found = []
    with connection.cursor() as cursor:
        for statement in _statements():
            cursor.execute(statement, [table.pk] if "%s" in statement else [])
            found.append(cursor.fetchall())
    return found


@cache
def _statements() -> list[str]:
    anywhere = (Facility, Posting, Licence, TableTest, Offer, Layout)
    at_the_table = (OfferInForce, LayoutInForce, Device, Deck, Stint, Supervision)
    return [
        f"SELECT id, is_active FROM {Staff._meta.db_table} ORDER BY id",
        f"SELECT {_columns(Table)} FROM {Table._meta.db_table} WHERE id = %s",
        *(f"SELECT {_columns(model)} FROM {model._meta.db_table} ORDER BY id" for model in anywhere),
        *(
            f"SELECT {_columns(model)} FROM {model._meta.db_table} WHERE table_id = %s ORDER BY id"
            for model in at_the_table
        ),
    ]


def _columns(model: type[Model]) -> str:
    return ", ".join(str(field.column) for field in model._meta.concrete_fields if field.name not in COUNTERS)


def _version(table: Table) -> Version:
    changed = dict(Stream.objects.values_list("key", "changed"))
    return Version(changed[table.stream_key], changed.get(table.facility.stream_key, ""), None)


def _facts(table: Table, at: datetime) -> Any:
    """Return everything that gates look at, except the round counters, which are read with each round."""
    people = [*(stint.staff for stint in table.stints.all()), *(each.staff for each in table.supervisions.all())]
    dealers = [stint.staff for stint in table.stints.all()]
    return [
        {name: value for name, value in _row(table).items() if name not in COUNTERS},
        _row(table.facility),
        _row(table.offer_at(at)),
        _row(table.layout_at(at)),
        _rows(table.devices.all()),
        _rows(table.decks.all()),
        _rows(table.stints.all()),
        _rows(table.supervisions.all()),
        sorted((person.pk, person.is_active) for person in people),
        [_rows(person.postings.all()) for person in people],
        [(_rows(dealer.licences.all()), _rows(dealer.table_tests.all())) for dealer in dealers],
    ]


def _rows(things: Any) -> list[Any]:
    return sorted((_row(thing) for thing in things), key=lambda row: row["id"])


def _row(thing: Model | None) -> Any:
    return thing and {field.attname: getattr(thing, field.attname) for field in thing._meta.concrete_fields}
