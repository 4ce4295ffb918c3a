"""The arguments of an act as JSON: how each field of its form is read from a body, and how it is described.

A form reads what a page sends, which is all text. So the types of JSON are checked here, strictly, before the form sees
them: its own checks (lengths, choices, what the subject allows) come after.
"""

import re
from collections.abc import Callable, Iterable
from datetime import UTC, date, datetime, time
from typing import Any, NamedTuple, cast

from django import forms
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers
from rest_framework.exceptions import ParseError

from ..acts import Act, ActForm
from ..fields import LinesField
from .parsers import check_text, read_json
from .problems import FieldError, Invalid

LARGEST_ID = 2**63 - 1
LONGEST_LIST = 500


class Wrong(Exception):  # noqa: N818
    """A value that is not of its field's type."""


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise Wrong("Give a string.")
    return value


def _boolean(value: Any) -> bool:
    if not isinstance(value, bool):
        raise Wrong("Give true or false.")
    return value


def whole_number(value: Any) -> int:
    if not isinstance(value, int) or isinstance(value, bool):
        raise Wrong("Give a whole number.")
    if abs(value) > LARGEST_ID:
        raise Wrong("Give a smaller number.")
    return value


def _object(value: Any) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise Wrong("Give an object.")
    return value


def _date(value: Any) -> date:
    try:
        if isinstance(value, str) and re.fullmatch(r"\d{4}-\d{2}-\d{2}", value, re.ASCII):
            return date.fromisoformat(value)
    except ValueError:
        pass
    raise Wrong("Give a date such as 2026-03-02.")


def _time(value: Any) -> time:
    try:
        if isinstance(value, str) and re.fullmatch(r"\d{2}:\d{2}(:\d{2})?", value, re.ASCII):
            return time.fromisoformat(value)
    except ValueError:
        pass
    raise Wrong("Give a time of day such as 06:00.")


def moment(value: Any) -> datetime:
    try:
        moment = datetime.fromisoformat(value) if isinstance(value, str) else None
    except ValueError:
        moment = None
    if moment is None or moment.tzinfo is None or not 1970 < moment.year < 2200:
        raise Wrong("Give a time with its offset, such as 2026-03-02T17:00:00Z.")
    return moment.astimezone(UTC)


def _file(value: Any) -> Any:
    raise Wrong("Send files as multipart/form-data.")


@extend_schema_field(OpenApiTypes.BINARY)
class Upload(serializers.FileField):
    """A file, which only a multipart form brings."""


class Kind(NamedTuple):
    """How values of a kind of field are read, whether there are several, and how they are described."""

    read: Callable[[Any], Any]
    described: Callable[..., serializers.Field]
    several: bool = False


Described = Callable[..., serializers.Field]


def _listed(of: Described) -> Described:
    def described(field: forms.Field, **common: Any) -> serializers.Field:
        return serializers.ListField(child=of(field), allow_empty=not field.required, **common)

    return described


def _plain(cls: type[serializers.Field]) -> Described:
    return lambda field, **common: cls(**common)


def _described_text(field: forms.Field, **common: Any) -> serializers.Field:
    length = getattr(field, "max_length", None)
    return serializers.CharField(max_length=length, allow_blank=not field.required, **common)


def _described_number(field: forms.Field, **common: Any) -> serializers.Field:
    least, most = getattr(field, "min_value", None), getattr(field, "max_value", None)
    return serializers.IntegerField(min_value=least, max_value=most, **common)


def _described_choice(field: forms.Field, **common: Any) -> serializers.Field:
    """What is chosen from is known only beside a subject for some fields: those are described as text."""
    assert isinstance(field, forms.ChoiceField)
    choices = [choice for choice in cast(Iterable[Any], field.choices) if choice[0] != ""]
    return serializers.ChoiceField(choices, **common) if choices else serializers.CharField(**common)


def kind_of(field: forms.Field) -> Kind:  # noqa: C901 - one line a kind of field
    """Return how a form's field is read and described. The kinds that are special cases of others come first."""
    match field:
        case forms.FileField():
            return Kind(_file, _plain(Upload))
        case forms.JSONField():
            return Kind(_object, _plain(serializers.DictField))
        case LinesField():
            return Kind(_text, _listed(_plain(serializers.CharField)), several=True)
        case forms.ModelMultipleChoiceField(to_field_name=None):
            return Kind(whole_number, _listed(_plain(serializers.IntegerField)), several=True)
        case forms.ModelChoiceField(to_field_name=None):
            return Kind(whole_number, _plain(serializers.IntegerField))
        case forms.ModelMultipleChoiceField():
            return Kind(_text, _listed(_plain(serializers.CharField)), several=True)
        case forms.ModelChoiceField():
            return Kind(_text, _plain(serializers.CharField))
        case forms.MultipleChoiceField():
            return Kind(_text, _listed(_described_choice), several=True)
        case forms.ChoiceField():
            return Kind(_text, _described_choice)
        case forms.BooleanField():
            return Kind(_boolean, _plain(serializers.BooleanField))
        case forms.IntegerField():
            return Kind(whole_number, _described_number)
        case forms.DateTimeField():
            return Kind(moment, _plain(serializers.DateTimeField))
        case forms.DateField():
            return Kind(_date, _plain(serializers.DateField))
        case forms.TimeField():
            return Kind(_time, _plain(serializers.TimeField))
        case forms.CharField():
            return Kind(_text, _described_text)
    raise TypeError(f"{field!r}: say in compliance/api/arguments.py how it is read")


# ── Reading ──


def fill(form: ActForm, body: Any, files: Any) -> None:
    """Give a bound form the values of a body; refuse what is not of its fields' types, and fields unknown to it."""
    known = {name: field for name, field in form.fields.items() if form.over_api is None or name in form.over_api}
    errors = [_unknown(name, known) for name in [*body, *files] if name not in known]
    data: dict[str, Any] = {}
    for name, field in known.items():
        value = _from_form(body, name, field) if hasattr(body, "getlist") else body.get(name)
        if value is None or name in files:
            continue
        try:
            data[name] = _read(kind_of(field), name, value)
        except Invalid as invalid:
            errors += invalid.errors
    if errors:
        raise Invalid(errors)
    form.data, form.files = data, files


def _unknown(name: str, known: Iterable[str]) -> FieldError:
    fields = ", ".join(known)
    there = f"Known here: {fields}." if fields else "This act takes none."
    return FieldError(name, "unknown_field", f"There is no such field. {there}")


def _read(kind: Kind, name: str, value: Any) -> Any:
    if not kind.several:
        return _one(kind, name, value)
    if not isinstance(value, list):
        raise Invalid([FieldError(name, "malformed", "Give a list.")])
    if len(value) > LONGEST_LIST:
        raise Invalid([FieldError(name, "max_length", f"Give at most {LONGEST_LIST}.")])
    return [_one(kind, f"{name}[{place}]", each) for place, each in enumerate(value)]


def _one(kind: Kind, path: str, value: Any) -> Any:
    try:
        return kind.read(value)
    except Wrong as wrong:
        raise Invalid([FieldError(path, "malformed", str(wrong))]) from None


def _from_form(body: Any, name: str, field: forms.Field) -> Any:
    """Return what a multipart form says of a field, as JSON would: numbers and the like are written as there."""
    texts = [text for text in body.getlist(name) if isinstance(text, str)]
    for text in texts:
        check_text(text, name)
    kind = kind_of(field)
    values = texts if kind.read in (_text, _date, _time, moment) else [_literal(text) for text in texts]
    if kind.several:
        return values or None
    if len(values) > 1:
        raise Invalid([FieldError(name, "malformed", "Give it once.")])
    return values[0] if values else None


def _literal(text: str) -> Any:
    try:
        return read_json(text.encode())
    except ParseError:
        return text


# ── Describing ──


def takes_files(act: Act) -> bool:
    return any(isinstance(field, forms.FileField) for field in act.form.base_fields.values())


def form_serializer(act: Act) -> type[serializers.Serializer] | None:
    """Return a description of an act's arguments, or None where it takes none."""
    form = act.form
    described: dict[str, serializers.Field] = {
        name: _describe(field)
        for name, field in form.base_fields.items()
        if form.over_api is None or name in form.over_api
    }
    if act.signing:
        required = act.signing.waived is None
        described["second_badge"] = serializers.CharField(
            max_length=16, required=required, help_text=f"Badge of the {act.signing.who()} who signs."
        )
        described["second_pin"] = serializers.CharField(max_length=12, required=required, help_text="Their PIN.")
    name = "".join(word.capitalize() for word in re.split(r"[.-]", act.name)) + "Arguments"
    return type(name, (serializers.Serializer,), described) if described else None


def _describe(field: forms.Field) -> serializers.Field:
    help_text = " – ".join(str(text) for text in (field.label, field.help_text) if text)
    return kind_of(field).described(field, required=field.required, help_text=help_text or None)
