"""Serializer fields that declare their columns, so that a list needs no model instances."""

from collections.abc import Callable
from typing import Any

import msgspec
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers


class Derived(serializers.Field):
    """A field computed from columns, such as "deck__back_colour", by a function of their values.

    `shown_as` describes it in OpenAPI: a serializer, a field or a type.
    """

    def __init__(
        self, *columns: str, by: Callable[..., Any], shown_as: Any, example: Any = None, **kwargs: Any
    ) -> None:
        super().__init__(source="*", read_only=True, **kwargs)
        self.columns, self.by, self.example = columns, by, example
        extend_schema_field(shown_as)(self)  # type: ignore[type-var]  # a field is described as a class is

    def to_representation(self, thing: Any) -> Any:
        return self.by(*(_value(thing, column) for column in self.columns))


def _value(thing: Any, column: str) -> Any:
    """Return the value of a column, or None if a relation on the way is null."""
    for name in column.split("__"):
        thing = getattr(thing, name, None)
    return thing


class JsonText(serializers.Field):
    """A text that is already JSON and is sent unchanged. `shown_as` describes it in OpenAPI."""

    def __init__(self, *, shown_as: Any = OpenApiTypes.OBJECT, **kwargs: Any) -> None:
        super().__init__(read_only=True, **kwargs)
        extend_schema_field(shown_as)(self)  # type: ignore[type-var]  # a field is described as a class is

    def to_representation(self, value: str) -> msgspec.Raw:
        return msgspec.Raw(value)
