"""Serializer fields with their description and an example, both shown in the API description."""

from datetime import UTC
from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers


class Described(serializers.Field):
    """A field that says what it is: `Text("The pit's code.", example="P1")`.

    The example may be left out where the type gives one: times, days, choices, other objects.
    """

    says = ""
    example: Any = None

    def __init__(self, says: str = "", *args: Any, example: Any = None, **kwargs: Any) -> None:
        super().__init__(*args, help_text=says or self.says, **kwargs)
        if example is not None:
            self.example = example


class Text(Described, serializers.CharField):
    pass


class Number(Described, serializers.IntegerField):
    pass


class Boolean(Described, serializers.BooleanField):
    pass


class Choice(Described, serializers.ChoiceField):
    pass


class Date(Described, serializers.DateField):
    pass


class ListOf(Described, serializers.ListField):
    pass


class DictOf(Described, serializers.DictField):
    pass


class Computed(Described, serializers.SerializerMethodField):
    """What `get_<name>` of the serializer returns. `shown_as` is the serializer that shows it, unless it is None."""

    def __init__(
        self, says: str = "", *args: Any, shown_as: serializers.BaseSerializer | None = None, **kwargs: Any
    ) -> None:
        super().__init__(says, *args, **kwargs)
        self.shown_as = shown_as
        if shown_as is not None:
            shown_as.bind("", self)  # type: ignore[arg-type]  # it shares the context, as the child of a list does
            extend_schema_field(shown_as)(self)  # type: ignore[type-var]  # a field is described as a class is

    def to_representation(self, thing: Any) -> Any:
        found = super().to_representation(thing)
        return found if found is None or self.shown_as is None else self.shown_as.to_representation(found)


class Moment(Described, serializers.DateTimeField):
    """A time in UTC, whatever the time zone of the page: 2026-03-02T17:00:00Z."""

    def __init__(self, says: str = "", **kwargs: Any) -> None:
        super().__init__(says, default_timezone=UTC, **kwargs)


# ── Fields that mean the same everywhere


class Id(Number):
    says = "The number of the object in this installation."
    example = 12


class FacilityCode(Text):
    says = "The facility's code."
    example = "CHP"


class Cite(Text):
    says = "The paragraph that requires it."
    example = "MD Ch. 3 §A"
