"""Query parameters that a form reads, checked more strictly than on a page."""

import re
from collections.abc import Mapping
from typing import Any

from django import forms

from compliance.api.errors import Invalid, field_errors
from compliance.api.lists.filters import invalid_parameter

from .values import LARGEST_ID


def cleaned(form: forms.Form, given: Mapping[str, str]) -> dict[str, Any]:
    """Return the form's cleaned data, after strict checks of each parameter."""
    for name, field in form.fields.items():
        if name in given:
            _check(name, field, given[name])
    if not form.is_valid():
        found = form.errors.as_data().items()
        raise Invalid(error for name, errors in found for each in errors for error in field_errors(each, name))
    return form.cleaned_data


def _check(name: str, field: forms.Field, value: str) -> None:
    match field:
        case forms.DateField():
            if not re.fullmatch(r"\d{4}-\d{2}-\d{2}", value, re.ASCII):
                raise invalid_parameter(name, "Give a date such as 2026-03-02.")
        case forms.ModelChoiceField():
            if not re.fullmatch(r"\d{1,19}", value, re.ASCII) or int(value) > LARGEST_ID:
                raise invalid_parameter(name, f"There is no such {name}.")
        case _:
            if not value:
                raise invalid_parameter(name, "Give a value, or omit the parameter.")


def one_of(given: Mapping[str, str], name: str, known: tuple[str, ...], default: str) -> str:
    """Return the value of a parameter, which must be one of those known."""
    value = given.get(name, default)
    if value not in known:
        raise invalid_parameter(name, f"Give one of: {', '.join(known)}.")
    return value
