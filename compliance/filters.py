"""Filters of lists, with django-filter: declared once per list, in the filters.py of its feature, for page and API.

django-filter makes the form and the query. This module adds what it lacks: strict values, references limited to the
reader's facilities, errors by parameter, and descriptions for OpenAPI. The API refuses a request with a wrong value; a
page shows the error beside the field. An object of another facility is refused exactly like one that does not exist.
"""

from collections.abc import Callable, Iterable, Mapping
from copy import copy
from datetime import date, datetime
from typing import Any, Self

from django import forms
from django.core.exceptions import ValidationError
from django.db.models import Q, QuerySet
from django.forms.boundfield import BoundField
from django_filters import Filter, FilterSet
from drf_spectacular.utils import OpenApiParameter

from compliance.acts.registry import SUBJECTS
from compliance.api.errors import check_valid
from compliance.api.parsing.values import LARGEST_ID, Wrong, day, moment
from compliance.formatting import format_moment
from compliance.models import Facility
from compliance.staff.scope import Scope
from compliance.web.requests import FloorRequest

Things = QuerySet[Any]
Choices = Iterable[tuple[str, str]] | dict[str, str]


def filled_in(request: FloorRequest) -> dict[str, str]:
    """Return the parameters of a page. A form also sends the fields that are left empty."""
    return {name: str(value) for name, value in request.GET.items() if value}


class _ParsedField(forms.Field):
    """A form field that reads its text with a filter."""

    def __init__(self, parse: Callable[[str], Any], **kwargs: Any) -> None:
        super().__init__(required=False, **kwargs)
        self.parse = parse

    def clean(self, value: Any) -> Any:
        try:
            return None if value is None else self.parse(value)
        except Wrong as wrong:
            raise ValidationError(str(wrong), code="invalid" if wrong.code == "malformed" else wrong.code) from None


class QueryFilter(Filter):
    """One query parameter: how to read, apply, show and describe it.

    `says` and `example` describe it in OpenAPI. Its label on a page follows from its name unless given. The form of a
    page does not show filters that are `hidden`, but links may set them.
    """

    schema: Mapping[str, Any] = {"type": "string", "minLength": 1}
    example: Any = None
    help_text = ""
    hidden = False
    label: str | None = None  # replaces a property that asks the model
    parent: "Filters"

    def __init__(self, says: str, *args: Any, **kwargs: Any) -> None:
        self.says, self.example = says, kwargs.pop("example", self.example)
        self.hidden = kwargs.pop("hidden", self.hidden)
        super().__init__(*args, **kwargs)

    @property
    def field(self) -> forms.Field:
        return _ParsedField(self.parse, label=self.label, widget=self.widget(), help_text=self.help_text)

    def widget(self) -> forms.Widget:
        return forms.TextInput()

    def parse(self, text: str) -> Any:
        """Return the value of a text, or raise Wrong with what to do."""
        raise NotImplementedError

    def format(self, value: Any) -> str:
        """Return a value as a page shows it."""
        return str(value)

    def parameter(self, name: str) -> OpenApiParameter:
        examples = {} if self.example is None else {"examples": [self.example]}
        return OpenApiParameter(name, {**self.schema, **examples}, description=self.says)


class TextFilter(QueryFilter):
    """Matches a text exactly."""

    @property
    def help_text(self) -> str:  # type: ignore[override]
        return f"Such as {self.example}."

    def parse(self, text: str) -> str:
        if not text.strip() or "\0" in text:
            raise Wrong("Give a text, or omit the parameter.")
        return text.strip()


class ChoiceFilter(QueryFilter):
    """Matches one of several values; pass a function if they are registered later. `every` labels the empty choice."""

    def __init__(self, says: str, choices: Choices | Callable[[], Choices], *args: Any, **kwargs: Any) -> None:
        self.choices, self.every = choices, kwargs.pop("every", "Any")
        super().__init__(says, *args, **kwargs)

    @property
    def labels(self) -> dict[str, str]:
        return dict(self.choices() if callable(self.choices) else self.choices)

    @property
    def schema(self) -> Mapping[str, Any]:  # type: ignore[override]
        return {"type": "string", "enum": list(self.labels)}

    def widget(self) -> forms.Widget:
        return forms.Select(choices=[("", self.every), *self.labels.items()])

    def parse(self, text: str) -> Any:
        if text not in self.labels:
            raise Wrong(f"Give one of: {', '.join(self.labels)}.")
        return text

    def format(self, value: Any) -> str:
        return self.labels[value]


class FlagFilter(ChoiceFilter):
    """True or false."""

    schema: Mapping[str, Any] = {"type": "boolean"}
    example = True

    def __init__(self, says: str, *args: Any, **kwargs: Any) -> None:
        super().__init__(says, (("true", "Yes"), ("false", "No")), *args, **kwargs)

    def parse(self, text: str) -> bool:
        return bool(super().parse(text) == "true")

    def format(self, value: Any) -> str:
        return "yes" if value else "no"


def matches(condition: Q) -> Callable[[Things, str, bool], Things]:
    """Return the method of a FlagFilter: whether a named condition of the model is met."""
    return lambda things, _, value: things.filter(condition) if value else things.exclude(condition)


class NumberFilter(QueryFilter):
    """Matches a whole number."""

    schema: Mapping[str, Any] = {"type": "integer", "minimum": 1, "maximum": LARGEST_ID}

    def parse(self, text: str) -> int:
        if not is_number(text):
            raise Wrong("Give a whole number.")
        return int(text)


def is_number(text: str) -> bool:
    """Tell whether a text is a number that can be a primary key."""
    return text.isascii() and text.isdigit() and 1 <= int(text[:20]) <= LARGEST_ID


class DayFilter(QueryFilter):
    """A gaming day."""

    schema: Mapping[str, Any] = {"type": "string", "format": "date"}
    example = "2026-03-02"

    def widget(self) -> forms.Widget:
        return forms.DateInput(attrs={"type": "date"})

    def parse(self, text: str) -> date:
        found = day(text)
        if not 1970 < found.year < 2200:
            raise Wrong("Give a date between 1971 and 2199.", "out_of_range")
        return found


class MomentFilter(QueryFilter):
    """A time with its UTC offset."""

    schema: Mapping[str, Any] = {"type": "string", "format": "date-time"}
    example = "2026-03-02T17:00:00Z"
    hidden = True

    def parse(self, text: str) -> datetime:
        return moment(text)

    def format(self, value: datetime) -> str:
        return format_moment(value)


class FacilityFilter(QueryFilter):
    """One of the reader's facilities, by code. A page is of one facility and does not have this filter."""

    example = "CHP"

    def __init__(self) -> None:
        super().__init__("The code of one of your facilities.")

    def parse(self, text: str) -> Facility:
        for facility in self.parent.facilities:
            if facility.code == text:
                return facility
        raise Wrong("None of your facilities has this code.")


class ReferenceFilter(QueryFilter):
    """Another object at the reader's facilities, by its number or code."""

    def __init__(self, kind: str, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.kind = kind

    @property
    def lookup(self) -> str:
        return SUBJECTS[self.kind].lookup

    @property
    def schema(self) -> Mapping[str, Any]:  # type: ignore[override]
        return NumberFilter.schema if self.lookup == "pk" else QueryFilter.schema

    def widget(self) -> forms.Widget:
        return forms.TextInput() if self.lookup == "pk" else forms.Select(choices=self._choices)  # type: ignore[arg-type]

    def _choices(self) -> list[tuple[str, str]]:
        """Return the choices; called only if a page shows them."""
        return [("", "Any"), *((getattr(each, self.lookup), self.format(each)) for each in self.objects())]

    def objects(self) -> Things:
        """Return the objects that the reader may name."""
        subject = SUBJECTS[self.kind]
        return subject.objects().filter(**{f"{subject.owner}__in": self.parent.facilities})

    def parse(self, text: str) -> Any:
        known = is_number(text) if self.lookup == "pk" else "\0" not in text
        found = self.objects().filter(**{self.lookup: text}).first() if known else None
        if found is None:
            raise Wrong(f"There is no such {self.kind}.")
        return found


class Filters(FilterSet):
    """The filters of one list, at all of the reader's facilities or at one of them."""

    base_filters: Mapping[str, QueryFilter]
    facility: FacilityFilter | None = FacilityFilter()

    def __init__(self, data: Mapping[str, Any], things: Things, scope: Scope, facility: Facility | None = None) -> None:
        asked = data if facility is None else self.base_filters.keys() - {"facility"}
        self.base_filters = {name: each for name, each in self.base_filters.items() if name in asked}
        super().__init__(data, things)
        self.scope, self.facilities = scope, scope.facilities() if facility is None else [facility]

    @classmethod
    def only(cls, *names: str, prefix: str = "") -> type["Filters"]:
        """Return some of the filters, for a model that has their fields under a prefix."""
        found = {name: copy(cls.base_filters[name]) for name in names}
        for each in found.values():
            each.field_name = prefix + each.field_name
        return type(f"{cls.__name__}Only", (Filters,), found)

    @classmethod
    def narrow(cls, things: Things, data: Mapping[str, str], scope: Scope) -> Things:
        """Apply the filters in a request to the API; raise Invalid with all wrong parameters."""
        if not any(name in cls.base_filters for name in data):
            return things
        filters = cls(data, things, scope)
        check_valid(filters.form)
        found: Things = filters.qs
        return found

    @classmethod
    def parameters(cls) -> list[OpenApiParameter]:
        return [each.parameter(name) for name, each in cls.base_filters.items()]

    def filter_queryset(self, queryset: Things) -> Things:
        self.facilities = [self.asked("facility")] if self.asked("facility") else self.facilities
        found: Things = super().filter_queryset(queryset)
        return found

    def asked(self, name: str) -> Any:
        """Return the value of a filter; None if it is not given or wrong."""
        self.form.is_valid()
        return self.form.cleaned_data.get(name)

    # ── Page

    @classmethod
    def for_page(cls, request: FloorRequest, facility: Facility, things: Things) -> Self:
        """Return the filters of a list of one facility. Wrong values are ignored, and shown in the form."""
        return cls(filled_in(request), things, request.scope, facility)

    @property
    def fields(self) -> list[BoundField]:
        """The fields of the form. Hidden ones keep what a link has set; they are shown if the value is wrong."""
        shown = [field for field in self.form if not self.filters[field.name].hidden or field.name in self.data]
        for field in shown:
            if self.filters[field.name].hidden and not field.errors:
                field.field.widget = forms.HiddenInput()
        return shown

    @property
    def in_use(self) -> str:
        """Describe the filters in use."""
        values = [(name, value) for name in self.filters if (value := self.asked(name)) is not None]
        return " · ".join(f"{self.form[name].label}: {self.filters[name].format(value)}" for name, value in values)
