"""Form fields that Django does not have."""

import re
from datetime import UTC, date, datetime
from typing import Any, NamedTuple, TypeVar

from django import forms
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db.models import QuerySet
from django.forms.models import ModelChoiceIterator

FieldT = TypeVar("FieldT", bound=forms.Field)

# A date outside this range is a typing error.
_FIRST, _LAST = date(1990, 1, 1), date(2099, 12, 31)


class ApiDoc(NamedTuple):
    """The description and the example of a form field in the API."""

    says: str
    example: Any = None


def in_api(field: FieldT, says: str = "", *, example: Any = None) -> FieldT:
    """Describe a form field for the API. Without `says`, its label and help text describe it."""
    field.api_doc = ApiDoc(says, example)  # type: ignore[attr-defined]
    return field


def api_doc(field: forms.Field) -> ApiDoc:
    found: ApiDoc = getattr(field, "api_doc", ApiDoc(""))
    shown = " – ".join(str(text) for text in (field.label, field.help_text) if text)
    return found._replace(says=found.says or shown)


class DayField(forms.DateField):
    """A day within a plausible range."""

    def __init__(self, **kwargs: Any) -> None:
        bounds = [
            MinValueValidator(_FIRST, "Give a day after 1989."),
            MaxValueValidator(_LAST, "Give a day before 2100."),
        ]
        super().__init__(widget=forms.DateInput(attrs={"type": "date"}), validators=bounds, **kwargs)


class MomentField(forms.DateTimeField):
    """A date and time within a plausible range, in the facility's time zone."""

    def __init__(self, **kwargs: Any) -> None:
        kwargs.setdefault("widget", forms.DateTimeInput(attrs={"type": "datetime-local"}))
        super().__init__(**kwargs)

    def to_python(self, value: Any) -> datetime | None:
        too_far = forms.ValidationError("Give a date between 1990 and 2100.")
        try:
            moment: datetime | None = super().to_python(value)
        except OverflowError as error:
            raise too_far from error
        if moment is not None and not datetime(1990, 1, 1, tzinfo=UTC) <= moment < datetime(2100, 1, 1, tzinfo=UTC):
            raise too_far
        return moment


class NoteField(forms.CharField):
    """A text of a few lines."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(widget=forms.Textarea(attrs={"rows": 3}), **kwargs)


class AmountField(forms.CharField):
    """An amount of money as people type it: 5, $5, 100,000.00. Other text is left unchanged."""

    def to_python(self, value: Any) -> str:
        text = super().to_python(value) or ""
        plain = re.fullmatch(r"\$?\s*(\d{1,3}(?:,\d{3})+|\d+)(?:\.(\d{1,2}))?", text)
        if plain is None:
            return text
        whole, cents = plain.groups(default="")
        return f"{int(whole.replace(',', ''))}.{cents:0<2}"


class _Shown(ModelChoiceIterator):
    def __init__(self, field: "ObjectsField") -> None:
        super().__init__(field)
        if field.shown is not None:
            self.queryset = field.shown


class ObjectsField(forms.ModelMultipleChoiceField):
    """Choose several objects. A number too large for an id is refused like any unknown id.

    `show_some` limits what a page shows; the API may still choose the others.
    """

    iterator = _Shown
    shown: "QuerySet[Any] | None" = None

    def __init__(self, queryset: Any, **kwargs: Any) -> None:
        super().__init__(queryset, widget=forms.CheckboxSelectMultiple, **kwargs)

    def show_some(self, some: "QuerySet[Any]") -> None:
        self.shown = some
        self.widget.choices = self.choices

    def clean(self, value: Any) -> Any:
        try:
            return list(super().clean(value))
        except OverflowError as error:
            raise forms.ValidationError(self.error_messages["invalid_list"]) from error


class LinesField(forms.CharField):
    """Several words: one per line on a page, a list in the API."""

    def __init__(self, *, most: int, **kwargs: Any) -> None:
        self.most = most
        super().__init__(widget=forms.Textarea(attrs={"rows": 4}), **kwargs)

    def to_python(self, value: Any) -> Any:
        words = value if isinstance(value, list) else str(value or "").split()
        return [word for word in map(str.strip, words) if word]

    def run_validators(self, value: Any) -> None:
        if len(value) > self.most:
            raise forms.ValidationError(f"Give at most {self.most} at once.", code="max_length")
        for word in value:
            super().run_validators(word)
