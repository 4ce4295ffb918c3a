"""Form fields and checks that several forms share."""

from typing import Any

from django import forms
from django.core.validators import RegexValidator

from compliance.acts.registry import ActForm
from compliance.errors import RuleViolation
from compliance.facilities.gaming_day import gaming_day
from compliance.models import Facility
from games.engine.loading import editions, rulebook

from .findings.layouts import allowed_positions, positions_text, wrong_positions
from .formatting import format_edition
from .models import Pit

SERIAL = RegexValidator(r"\A[A-Za-z0-9_./-]{1,40}\Z", "Use letters, digits, and the characters - _ . / only.")


class TextField(forms.CharField):
    """A sentence or two."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(max_length=200, widget=forms.Textarea(attrs={"rows": 2}), **kwargs)


class EditionField(forms.ChoiceField):
    """One of the editions that a facility may deal."""

    def offer_those_of(self, facility: Facility) -> None:
        self.choices = [(each, f"{format_edition(each)}: {rulebook(each).title}") for each in facility.editions()]


class JSONObjectField(forms.JSONField):
    """A JSON object: text on a page, an object in the API. `described` is its OpenAPI schema."""

    def __init__(self, *, described: dict[str, Any], **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.described = described

    def to_python(self, value: Any) -> Any:
        return value if isinstance(value, dict) else super().to_python(value)

    def has_changed(self, initial: Any, data: Any) -> bool:
        return bool(data)


def not_in_the_future(form: ActForm, name: str) -> Any:
    """Return a field's day; reject one in the facility's future."""
    day = form.cleaned_data[name]
    if day > gaming_day(form.facility, form.at):
        raise forms.ValidationError("This date is in the future. Enter the day it happened.")
    return day


class PositionsField(forms.IntegerField):
    """A number of betting positions, at most the largest that any rulebook allows."""

    def __init__(self) -> None:
        most = max(rulebook(edition).table.positions for edition in editions())
        super().__init__(min_value=1, max_value=most, label="Betting positions")


def allow_positions(form: ActForm) -> None:
    """Propose the largest number of positions that the facility's rulebooks allow, and say what they allow."""
    rules = allowed_positions(form.facility)
    field = form.fields["positions"]
    allowed = " or ".join(f"{positions_text(rule.value)} ({rule.cite})" for rule in rules)
    field.help_text = f"{allowed[:1].upper()}{allowed[1:]}."
    form.initial.setdefault("positions", max((rule.value[-1] for rule in rules), default=None))


def allowed_number(form: ActForm) -> int:
    """Return the number of positions; reject one that the rulebooks do not allow."""
    positions: int = form.cleaned_data["positions"]
    wrong = wrong_positions(form.facility, positions)
    if wrong:
        raise forms.ValidationError(f"{wrong.message} ({wrong.cite})")
    return positions


def reserve_is_empty(pit: Pit | None) -> RuleViolation:
    """Return the refusal for a pit with no decks in reserve."""
    return RuleViolation(
        "reserve_empty",
        f"The reserve of pit {pit.code if pit else '?'} is empty. Draw decks from the store first.",
        remedy="facility.draw-decks",
        remedy_on=pit.facility if pit else None,
    )


def humanize(name: str) -> str:
    return name.replace("_", " ").capitalize()
