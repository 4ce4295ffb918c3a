"""What several forms of the floor share."""

from typing import Any

from django import forms
from django.core.validators import RegexValidator

from compliance.acts.registry import ActForm
from compliance.errors import RuleViolation
from compliance.facilities.gaming_day import gaming_day
from compliance.models import Facility
from games.engine.loading import rulebook

from .models import Pit

SERIAL = RegexValidator(r"\A[A-Za-z0-9_./-]{1,40}\Z", "Letters, digits, hyphens, dots and slashes.")


class TextField(forms.CharField):
    """A sentence or two."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(max_length=200, widget=forms.Textarea(attrs={"rows": 2}), **kwargs)


class EditionField(forms.ChoiceField):
    """One of the editions that may be dealt at a facility."""

    def offer_those_of(self, facility: Facility) -> None:
        self.choices = [(edition, f"{rulebook(edition).title} ({edition})") for edition in facility.editions()]


class JSONObjectField(forms.JSONField):
    """A JSON object, as text from a page or as it is from the API; `described` is how the API describes it."""

    def __init__(self, *, described: dict[str, Any], **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.described = described

    def to_python(self, value: Any) -> Any:
        return value if isinstance(value, dict) else super().to_python(value)

    def has_changed(self, initial: Any, data: Any) -> bool:
        return bool(data)


def not_in_the_future(form: ActForm, name: str) -> Any:
    """Return the day that a field holds; refuse one that has not come yet at the facility."""
    day = form.cleaned_data[name]
    if day > gaming_day(form.facility, form.at):
        raise forms.ValidationError("This day has not come yet. Give the day on which it happened.")
    return day


def reserve_is_empty(pit: Pit | None) -> RuleViolation:
    """Say that a pit has no deck left to bring."""
    return RuleViolation(
        "reserve_empty",
        f"The reserve of pit {pit.code if pit else '?'} is empty. Draw decks from the store first.",
        remedy="facility.draw-decks",
        remedy_on=pit.facility if pit else None,
    )


def humanize(name: str) -> str:
    return name.replace("_", " ").capitalize()
