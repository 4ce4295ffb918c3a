"""Rows of lists: selected fields of a serializer, read directly from columns where possible.

Loading model instances with their relations costs many times more than reading the values of a row. The serializer is
analyzed once to find the columns of its fields. If all requested fields come from columns, no instances are loaded.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from operator import attrgetter, itemgetter
from typing import Any, NamedTuple

from django.core.exceptions import FieldDoesNotExist
from django.db import models
from drf_spectacular.extensions import OpenApiSerializerExtension
from drf_spectacular.openapi import AutoSchema
from rest_framework import serializers

from compliance.acts.registry import SUBJECTS
from compliance.api.reverse import api_urls_of
from compliance.api.serializers import WithAddress

from .columns import Derived

Make = Callable[..., Any]
Row = dict[str, Any]

# These fields show such columns unchanged: the database returns Python types, and times in UTC.
_AS_THEY_ARE: dict[type[serializers.Field], tuple[type[models.Field], ...]] = {
    serializers.CharField: (models.CharField, models.TextField),
    serializers.ChoiceField: (models.CharField,),
    serializers.IntegerField: (models.IntegerField, models.ForeignKey),
    serializers.BooleanField: (models.BooleanField,),
    serializers.DateField: (models.DateField,),
    serializers.DateTimeField: (models.DateTimeField,),
}
# These read more than one value.
_COMPOSITE = (serializers.ListField, serializers.DictField, serializers.SerializerMethodField)


class RowPart(NamedTuple):
    """The columns of a field and the function that makes its value; None uses the column unchanged."""

    columns: tuple[str, ...]
    make: Make | None = None


class NotPlainError(Exception):
    """A field that cannot be read from columns."""


@cache
def parts_of(row: type[serializers.Serializer], model: type[models.Model]) -> Mapping[str, RowPart | None]:
    """Return the columns of each field; None where the model instance is needed."""
    return {name: _part_or_none(field, model) for name, field in row().fields.items()}


def _part_or_none(field: serializers.Field, model: type[models.Model]) -> RowPart | None:
    try:
        return _part(field, model)
    except NotPlainError:
        return None


def _part(field: Any, model: type[models.Model]) -> RowPart:
    if isinstance(field, Derived):
        return RowPart(field.columns, field.by)
    if _is_address(field):
        kind = field.parent.KIND
        return RowPart((SUBJECTS[kind].lookup,), api_urls_of(kind))
    if isinstance(field, serializers.Serializer):
        return _nested(field, model)
    if isinstance(field, (*_COMPOSITE, serializers.BaseSerializer)):
        raise NotPlainError
    column = _column(field.source_attrs, model)
    name = "__".join(field.source_attrs)
    shown = next(each for each in type(field).__mro__ if "to_representation" in vars(each))
    if isinstance(column, _AS_THEY_ARE.get(shown, ())):
        return RowPart((name,))
    may_be_null = column.null or len(field.source_attrs) > 1
    return RowPart((name,), _unless_null(field.to_representation) if may_be_null else field.to_representation)


def _is_address(field: Any) -> bool:
    own = type(field.parent).get_url if isinstance(field.parent, WithAddress) else None
    return field.field_name == "url" and own is WithAddress.get_url


def _column(way: Sequence[str], model: type[models.Model]) -> models.Field:
    """Return the column that a path of attributes leads to."""
    *through, last = way
    for name in through:
        model = _field(model, name).related_model
    column: models.Field = _field(model, last)
    if not column.concrete:
        raise NotPlainError
    return column


def _field(model: Any, name: str) -> Any:
    try:
        return model._meta.get_field(name)
    except (FieldDoesNotExist, AttributeError):  # a property, or reached through one
        raise NotPlainError from None


def _unless_null(make: Make) -> Make:
    return lambda value: None if value is None else make(value)


def _nested(field: Any, model: type[models.Model]) -> RowPart:
    """Return the columns of a related object; its value is None if the relation is null."""
    way = field.source_attrs
    if len(way) != 1 or not _field(model, way[0]).many_to_one:
        raise NotPlainError
    plan = Plan({name: _part(each, _field(model, way[0]).related_model) for name, each in field.fields.items()})
    columns = (f"{way[0]}_id", *(f"{way[0]}__{column}" for column in plan.columns))

    def make(key: Any, *values: Any) -> Row | None:
        return None if key is None else plan.row(values)

    return RowPart(columns, make)


class Plan:
    """Builds rows from the values of columns."""

    def __init__(self, parts: Mapping[str, RowPart]) -> None:
        self.columns = tuple(dict.fromkeys(column for part in parts.values() for column in part.columns))
        place = {column: number for number, column in enumerate(self.columns)}
        self._names = tuple(parts)
        self._first = _several([place[part.columns[0]] for part in parts.values()])
        # Fields made from one column, and from several.
        made = [(name, part.make, [place[each] for each in part.columns]) for name, part in parts.items() if part.make]
        self._of_one = [(name, make) for name, make, places in made if len(places) == 1]
        self._of_several = [(name, make, _several(places)) for name, make, places in made if len(places) > 1]

    def row(self, values: Sequence[Any]) -> Row:
        found = dict(zip(self._names, self._first(values), strict=True))
        for name, make in self._of_one:
            found[name] = make(found[name])
        for name, make, several in self._of_several:
            found[name] = make(*several(values))
        return found


def _several(places: list[int]) -> Callable[[Sequence[Any]], Sequence[Any]]:
    return itemgetter(*places) if len(places) > 1 else itemgetter(slice(places[0], places[0] + 1))


class Sparse(serializers.Serializer):
    """A row of a list. Only the key is always present."""

    KEY = ""


class SparseDescribed(OpenApiSerializerExtension):  # type: ignore[no-untyped-call]
    target_class = "compliance.api.lists.rows.Sparse"
    match_subclasses = True

    def map_serializer(self, auto_schema: AutoSchema, direction: Any) -> dict[str, Any]:
        found: dict[str, Any] = auto_schema._map_serializer(  # type: ignore[no-untyped-call]
            self.target, direction, bypass_extensions=True
        )
        return found | {"required": [self.target.KEY]}


# ── Lists of rows


class RowShape(NamedTuple):
    """The query for the rows of a list, the function that builds them, and the one that returns the key."""

    query: Callable[[models.QuerySet[Any]], models.QuerySet[Any]]
    rows: Callable[[Iterable[Any]], list[Row]]
    key: Callable[[Any], Any]


def shape_from_columns(parts: Mapping[str, RowPart | None], key: str) -> RowShape | None:
    """Return how to build rows from columns; None if a field needs the instance."""
    plain = {name: part for name, part in parts.items() if part is not None}
    if len(plain) < len(parts):
        return None
    plan = Plan(plain)
    columns = tuple(dict.fromkeys((*plan.columns, key)))
    return RowShape(
        lambda things: things.prefetch_related(None).values_list(*columns),
        lambda found: [plan.row(values) for values in found],
        itemgetter(columns.index(key)),
    )


def shape_from_objects(row: type[serializers.Serializer], names: Iterable[str], key: str, context: Any) -> RowShape:
    """Return how rows with some fields are made by the serializer, of things."""
    return RowShape(lambda things: things, lambda found: build_rows(row, names, found, context), attrgetter(key))


def build_rows(
    row: type[serializers.Serializer], names: Iterable[str], things: Iterable[Any], context: Any
) -> list[Row]:
    """Serialize selected fields of objects."""
    serializer, wanted = row(context=context), set(names)
    for name in set(serializer.fields) - wanted:
        serializer.fields.pop(name)
    return [serializer.to_representation(thing) for thing in things]
