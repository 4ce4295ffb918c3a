"""Filters of lists by query parameters, with django-filter.

An invalid value is refused, never ignored. A value that names an object of another facility is refused exactly like one
that names nothing.
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
    """A form field that reads a parameter with its filter."""

    def __init__(self, read: Callable[[str], Any]) -> None:
        super().__init__(required=False)
        self.read = read

    def clean(self, value: Any) -> Any:
        try:
            return self.read(value)
        except Wrong as wrong:
            raise ValidationError(str(wrong), code="invalid" if wrong.code == "malformed" else wrong.code) from None


class QueryFilter(Filter):
    """One query parameter: how to read, apply and describe it.

    `lookup` is the ORM lookup; by default the parameter's name.
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
        """Return the value of a text, or raise Wrong with what to do."""
        if not text:
            raise Wrong("Give a text, or omit the parameter.")
        return text

    def filter(self, things: Things, value: Any) -> Things:
        return things.filter(**{self.field_name: value})

    def described(self, name: str) -> OpenApiParameter:
        schema = self.schema if self.example is None else {**self.schema, "examples": [self.example]}
        return OpenApiParameter(name, schema, description=self.says)


class Filters(FilterSet):
    """The filters of one list. Only those in the request are read."""

    base_filters: Mapping[str, QueryFilter]

    def __init__(self, data: Mapping[str, Any], things: Things, scope: Scope) -> None:
        self.base_filters = {name: each for name, each in self.base_filters.items() if name in data}
        super().__init__(data, things)
        self.scope = scope


def apply_filters(things: Things, by: type[Filters], data: Mapping[str, Any], scope: Scope) -> Things:
    """Apply the filters in the request; raise Invalid with all wrong parameters."""
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


# ── Kinds of filters


class TextFilter(QueryFilter):
    """Matches a text exactly."""


class ChoiceFilter(QueryFilter):
    """Matches one of several values; pass a function if the values are registered later."""

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
    """True or false. With `negated`, `true` matches where the lookup is false."""

    schema: ClassVar[dict[str, Any]] = {"type": "boolean"}

    def __init__(self, says: str, lookup: str, *, negated: bool = False) -> None:
        super().__init__(says, lookup, example=True)
        self.negated = negated

    def read(self, text: str) -> bool:
        if text not in ("true", "false"):
            raise Wrong("Give true or false.")
        return (text == "true") != self.negated


class NumberFilter(QueryFilter):
    """Matches a whole number."""

    schema: ClassVar[dict[str, Any]] = {"type": "integer", "minimum": 1, "maximum": LARGEST_ID}

    def read(self, text: str) -> int:
        if not is_number(text):
            raise Wrong("Give a whole number.")
        return int(text)


def is_number(text: str) -> bool:
    """Tell whether a text is a number that can be a primary key."""
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
            raise Wrong("Give a date between 1971 and 2199.", "out_of_range")
        return day


class MomentFilter(QueryFilter):
    """A time with its UTC offset."""

    schema: ClassVar[dict[str, Any]] = {"type": "string", "format": "date-time"}

    def __init__(self, says: str, lookup: str) -> None:
        super().__init__(says, lookup, example="2026-03-02T17:00:00Z")

    def read(self, text: str) -> Any:
        return moment(text)


class FacilityFilter(QueryFilter):
    """One of the caller's facilities, by code."""

    def __init__(self, lookup: str = "facility") -> None:
        super().__init__("The code of one of your facilities.", lookup, example="CHP")

    def read(self, text: str) -> Facility:
        for facility in self.parent.scope.facilities():
            if facility.code == text:
                return facility
        raise Wrong("None of your facilities has this code.")


class ReferenceFilter(QueryFilter):
    """Another object that the caller may see, by its number or code."""

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
