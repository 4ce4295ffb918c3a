"""What a list can be narrowed to by query parameters, by django-filter.

A value that means nothing is refused, never ignored; one that names something of another facility is refused exactly as
one that names nothing.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from datetime import date
from typing import Any, ClassVar

from django import forms
from django.core.exceptions import ValidationError
from django.db.models import Model, QuerySet
from django_filters import Filter, FilterSet
from drf_spectacular.utils import OpenApiParameter

from compliance.acts.registry import SUBJECTS
from compliance.api.errors import FieldError, Invalid, field_errors
from compliance.api.parsing.values import LARGEST_ID, Wrong, moment
from compliance.models import Facility
from compliance.staff.scope import Scope

Things = QuerySet[Any]


def invalid_parameter(name: str, message: str, code: str = "invalid") -> Invalid:
    return Invalid([FieldError(name, code, message)])


class _Value(forms.Field):
    """The value of a parameter, as its filter reads it."""

    def __init__(self, read: Callable[[str], Any]) -> None:
        super().__init__(required=False)
        self.read = read

    def clean(self, value: Any) -> Any:
        try:
            return self.read(value)
        except Wrong as wrong:
            raise ValidationError(str(wrong), code="invalid" if wrong.code == "malformed" else wrong.code) from None


class QueryFilter(Filter):
    """One parameter: how its value is read, what it narrows to and how it is described.

    `lookup` is what it asks of a thing; the parameter's name, if that is the same.
    """

    schema: ClassVar[dict[str, Any]] = {"type": "string", "minLength": 1}
    parent: "Filters"

    def __init__(self, says: str, lookup: str | None = None, *, example: Any = None) -> None:
        super().__init__(lookup)
        self.says, self.example = says, example

    @property
    def field(self) -> forms.Field:
        return _Value(self.read)

    def read(self, text: str) -> Any:
        """Return what a text means; Wrong says what to do about one that means nothing."""
        if not text:
            raise Wrong("Give some text, or leave the parameter out.")
        return text

    def filter(self, things: Things, value: Any) -> Things:
        return things.filter(**{self.field_name: value})

    def described(self, name: str) -> OpenApiParameter:
        schema = self.schema if self.example is None else {**self.schema, "examples": [self.example]}
        return OpenApiParameter(name, schema, description=self.says)


class Filters(FilterSet):
    """The parameters of one list. Only those that were given are read."""

    base_filters: Mapping[str, QueryFilter]

    def __init__(self, data: Mapping[str, Any], things: Things, scope: Scope) -> None:
        self.base_filters = {name: each for name, each in self.base_filters.items() if name in data}
        super().__init__(data, things)
        self.scope = scope


def apply_filters(things: Things, by: type[Filters], data: Mapping[str, Any], scope: Scope) -> Things:
    """Return what is asked for of some things; Invalid tells all parameters that are wrong."""
    if not any(name in by.base_filters for name in data):
        return things
    asked = by(data, things, scope)
    if not asked.is_valid():
        found = asked.form.errors.as_data().items()
        raise Invalid(error for name, errors in found for each in errors for error in field_errors(each, name))
    found_things: Things = asked.qs
    return found_things


def filter_parameters(filters: type[Filters]) -> list[OpenApiParameter]:
    return [each.described(name) for name, each in filters.base_filters.items()]


# ── Kinds of them


class TextFilter(QueryFilter):
    """Exactly this text."""


class ChoiceFilter(QueryFilter):
    """One of some words; those of which more may come to be known are given by a function."""

    def __init__(
        self,
        says: str,
        choices: Iterable[str] | Callable[[], Iterable[str]],
        lookup: str | None = None,
        *,
        example: Any = None,
    ) -> None:
        super().__init__(says, lookup, example=example)
        self.choices = choices

    @property
    def words(self) -> list[str]:
        return list(self.choices() if callable(self.choices) else self.choices)

    @property
    def schema(self) -> dict[str, Any]:  # type: ignore[override]
        return {"type": "string", "enum": self.words}

    def read(self, text: str) -> str:
        if text not in self.words:
            raise Wrong(f"Give one of: {', '.join(self.words)}.")
        return text


class FlagFilter(QueryFilter):
    """Whether something holds: true or false. `negated`: `true` asks for the lookup's being false."""

    schema: ClassVar[dict[str, Any]] = {"type": "boolean"}

    def __init__(self, says: str, lookup: str, *, negated: bool = False) -> None:
        super().__init__(says, lookup, example=True)
        self.negated = negated

    def read(self, text: str) -> bool:
        if text not in ("true", "false"):
            raise Wrong("Give true or false.")
        return (text == "true") != self.negated


class NumberFilter(QueryFilter):
    """Exactly this whole number."""

    schema: ClassVar[dict[str, Any]] = {"type": "integer", "minimum": 1, "maximum": LARGEST_ID}

    def read(self, text: str) -> int:
        if not is_number(text):
            raise Wrong("Give a whole number.")
        return int(text)


def is_number(text: str) -> bool:
    """Tell whether a text is a number as keys are, plainly written and no larger than there can be."""
    return text.isascii() and text.isdigit() and 1 <= int(text[:20]) <= LARGEST_ID


class DayFilter(QueryFilter):
    """A gaming day."""

    schema: ClassVar[dict[str, Any]] = {"type": "string", "format": "date"}

    def __init__(self, says: str, lookup: str) -> None:
        super().__init__(says, lookup, example="2026-03-02")

    def read(self, text: str) -> date:
        try:
            day = date.fromisoformat(text) if re.fullmatch(r"\d{4}-\d{2}-\d{2}", text, re.ASCII) else None
        except ValueError:
            day = None
        if day is None:
            raise Wrong("Give a date such as 2026-03-02.")
        if not 1970 < day.year < 2200:
            raise Wrong("Give a date of the years from 1971 to 2199.", "out_of_range")
        return day


class MomentFilter(QueryFilter):
    """A moment, with its offset from UTC."""

    schema: ClassVar[dict[str, Any]] = {"type": "string", "format": "date-time"}

    def __init__(self, says: str, lookup: str) -> None:
        super().__init__(says, lookup, example="2026-03-02T17:00:00Z")

    def read(self, text: str) -> Any:
        return moment(text)


class FacilityFilter(QueryFilter):
    """Of one of one's facilities, by code."""

    def __init__(self, lookup: str = "facility") -> None:
        super().__init__("The code of one of your facilities.", lookup, example="CHP")

    def read(self, text: str) -> Facility:
        for facility in self.parent.scope.facilities():
            if facility.code == text:
                return facility
        raise Wrong("None of your facilities has this code.")


class ReferenceFilter(QueryFilter):
    """Of another thing that the caller may see, by its number or code: a thing of a kind that has acts."""

    def __init__(self, kind: str, says: str, lookup: str | None = None, *, example: Any = None) -> None:
        super().__init__(says, lookup, example=example)
        self.kind = kind

    @property
    def _has_number(self) -> bool:
        return SUBJECTS[self.kind].lookup == "pk"

    @property
    def schema(self) -> dict[str, Any]:  # type: ignore[override]
        return NumberFilter.schema if self._has_number else TextFilter.schema

    def read(self, text: str) -> Model:
        subject = SUBJECTS[self.kind]
        known = not self._has_number or is_number(text)
        those = self.parent.scope.visible(subject.objects(), owner=subject.owner)
        found: Model | None = those.filter(**{subject.lookup: text}).first() if known else None
        if found is None:
            raise Wrong(f"There is no such {self.kind}.")
        return found
