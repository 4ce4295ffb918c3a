"""Kinds of form fields: how each is read from JSON, and its JSON Schema.

Reading and schema are side by side so that they agree: the API refuses what the schema forbids, even where a form would
accept it from people who type.
"""

import re
from collections.abc import Callable, Iterable
from typing import Any, NamedTuple, cast

from django import forms
from django.core.validators import RegexValidator

from compliance.api.parsing import values
from compliance.api.parsing.values import LARGEST_ID, Wrong
from compliance.web.form_fields import LinesField

LONGEST_LIST = 500
# For lists of choices: several in one form must stay within DATA_UPLOAD_MAX_NUMBER_FIELDS.
LONGEST_CHOICE = 100

# Text that every database accepts, and non-blank text.
TEXT = r"^[^\u0000]*$"
SOME_TEXT = r"^[^\u0000]*[^\s\u0000][^\u0000]*$"
CODE = r"^[A-Z0-9][A-Z0-9-]{0,15}$"
TIME = r"^([01][0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9])?$"

_ID = {"type": "integer", "format": "int64", "minimum": 1, "maximum": LARGEST_ID}

Schema = dict[str, Any]
Read = Callable[[Any], Any]


class FieldKind(NamedTuple):
    """How one value of a field is read and described, and how many there may be (`most`) if it is a list.

    `as_text`: the JSON value is a string, so a multipart form holds it unchanged.
    """

    read: Read
    described: Schema
    most: int | None = None
    as_text: bool = False

    def schema(self, *, required: bool) -> Schema:
        """Return the schema of the whole field. An optional field may also be null."""
        if self.most is not None:
            found: Schema = {"type": "array", "items": self.described, "maxItems": self.most}
            found |= {"minItems": 1} if required else {}
        else:
            found = self.described
        if required:
            return found
        if "$ref" in found:
            return {"oneOf": [found, {"type": "null"}]}
        choices = {"enum": [*found["enum"], None]} if "enum" in found else {}
        return found | {"type": [found["type"], "null"]} | choices


def field_kind(field: forms.Field) -> FieldKind:  # noqa: C901 - one line a kind of field
    """Return the kind of a form field. Special cases come before the general ones."""
    match field:
        case forms.FileField():
            return FieldKind(values.file, {"type": "string", "format": "binary"})
        case forms.JSONField():
            return FieldKind(values.plain_object, getattr(field, "described", {"type": "object"}))
        case LinesField():
            return _text(field)._replace(most=field.most)
        case forms.ModelMultipleChoiceField(to_field_name=None):
            return FieldKind(values.whole_number, _ID, most=LONGEST_LIST)
        case forms.ModelChoiceField(to_field_name=None):
            return FieldKind(values.whole_number, _ID)
        case forms.ModelChoiceField():
            most = LONGEST_LIST if isinstance(field, forms.ModelMultipleChoiceField) else None
            return FieldKind(values.text, {"type": "string", "pattern": CODE}, most=most, as_text=True)
        case forms.MultipleChoiceField():
            return _choice(field)._replace(most=LONGEST_CHOICE)
        case forms.ChoiceField():
            return _choice(field)
        case forms.BooleanField():
            return FieldKind(values.boolean, {"type": "boolean"})
        case forms.IntegerField():
            return FieldKind(values.whole_number, _number(field))
        case forms.DateTimeField():
            return FieldKind(values.moment, {"type": "string", "format": "date-time"}, as_text=True)
        case forms.DateField():
            return FieldKind(values.day, {"type": "string", "format": "date"}, as_text=True)
        case forms.TimeField():
            return FieldKind(values.time_of_day, {"type": "string", "pattern": TIME}, as_text=True)
        case forms.CharField():
            return _text(field)
    raise TypeError(f"{field!r}: add its kind in compliance/acts/form_fields.py")


def _number(field: forms.IntegerField) -> Schema:
    least, most = field.min_value, field.max_value
    return {
        "type": "integer",
        "minimum": -LARGEST_ID if least is None else least,
        "maximum": LARGEST_ID if most is None else most,
    }


def _text(field: forms.CharField) -> FieldKind:
    """Text, unchanged. (A page's form strips it before it checks the length.)"""
    most = field.max_length
    shape = next((each for each in field.validators if isinstance(each, RegexValidator)), None)

    def read(value: Any) -> str:
        given = values.text(value)
        if most is not None and len(given) > most:
            raise Wrong(f"Give at most {most} characters.", "max_length")
        if given and shape and not re.search(_expression(shape), given):
            raise Wrong(str(shape.message), "invalid")
        return given

    described: Schema = {"type": "string", "pattern": _pattern(shape, required=field.required)}
    return FieldKind(read, described | ({"maxLength": most} if most is not None else {}), as_text=True)


def _expression(shape: RegexValidator) -> str:
    return re.compile(shape.regex).pattern


def _pattern(shape: RegexValidator | None, *, required: bool) -> str:
    if shape is None:
        return SOME_TEXT if required else TEXT
    pattern = _expression(shape).removeprefix(r"\A").removesuffix(r"\Z")
    return f"^{pattern}$" if required else f"^({pattern})?$"


def _choice(field: forms.ChoiceField) -> FieldKind:
    """One of the field's choices. Choices that depend on the subject are not in the schema."""
    choices = [choice for choice in cast(Iterable[Any], field.choices) if choice[0] != ""]

    def read(value: Any) -> str:
        given = values.text(value)
        if not given:
            raise Wrong(f"Give one of: {', '.join(str(choice[0]) for choice in choices)}.", "invalid_choice")
        return given

    if not choices:
        return FieldKind(read, {"type": "string", "pattern": SOME_TEXT}, as_text=True)
    labels = "\n".join(f"* `{value}` - {label}" for value, label in choices)
    return FieldKind(
        read, {"type": "string", "enum": [value for value, _ in choices], "description": labels}, as_text=True
    )
