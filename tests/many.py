"""Create many tables directly, as copies of one that the services opened; the services would take minutes."""

from collections.abc import Sequence
from typing import Any, TypeVar

from django.db.models import Model

from compliance.models import Posting, Staff, Stream
from tables.models import (
    Deck,
    DeckStep,
    Device,
    LayoutInForce,
    Licence,
    OfferInForce,
    Opening,
    Stint,
    Supervision,
    Table,
    TableTest,
)

M = TypeVar("M", bound=Model)


def copies_of(table: Table, how_many: int) -> list[Table]:
    """Return this many copies of an open table, each with its stream, cards, devices, dealer and floorperson."""
    numbers = range(table.number + 1_000, table.number + 1_000 + how_many)
    copies = _written(Table, [_copy(table, number=n, code=f"{table.facility.code}-{n}") for n in numbers])
    stream = Stream.objects.get(key=table.stream_key)
    streams = [_copy(stream, key=each.stream_key, head="", length=0, checked_length=0) for each in copies]
    _written(Stream, streams)
    for model in (OfferInForce, LayoutInForce, Device, Opening):
        _copy_each(model, {"table": table}, [{"table": each} for each in copies])
    decks = _copy_each(Deck, {"table": table}, [{"table": each} for each in copies])
    for original in Deck.objects.filter(table=table):
        mine = [{"deck": each, "opening": None} for each in decks if each.position == original.position]
        _copy_each(DeckStep, {"deck": original}, mine)
    _man(table, copies)
    return copies


def _man(table: Table, copies: Sequence[Table]) -> None:
    """Give each table its own dealer and floorperson."""
    for model in (Stint, Supervision):
        original = model._default_manager.get(table=table, ended_at=None)
        staff = original.staff
        people = _written(Staff, [_copy(staff, badge=f"{staff.badge}-{each.number}") for each in copies])
        _written(model, [_copy(original, table=each, staff=who) for each, who in zip(copies, people, strict=True)])
        for of in (Posting, Licence, TableTest):
            _copy_each(of, {"staff": staff}, [{"staff": who} for who in people])


def _copy_each(model: type[M], of: dict[str, Any], others: Sequence[dict[str, Any]]) -> list[M]:
    """Copy every row of one model for each copy of the table."""
    rows = list(model._default_manager.filter(**of))
    return _written(model, [_copy(row, **other) for row in rows for other in others])


def _copy(row: M, **others: Any) -> M:
    values = {
        field.attname: getattr(row, field.attname) for field in row._meta.concrete_fields if not field.primary_key
    }
    copy = type(row)(**values)
    for name, value in others.items():
        setattr(copy, name, value)
    if hasattr(copy, "serial"):  # unique
        copy.serial = f"{copy.serial}-{getattr(copy, 'table_id', '')}"
    return copy


def _written(model: type[M], rows: Sequence[M]) -> list[M]:
    return model._default_manager.bulk_create(rows, batch_size=1_000)
