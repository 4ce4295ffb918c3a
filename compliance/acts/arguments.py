"""The JSON arguments of an act: fill its form from a request body, and describe that body in the OpenAPI schema.

A form expects text from a page. So JSON types are checked here, strictly, before the form runs its own checks (choices,
what the subject allows).
"""

import re
from collections.abc import Iterable, Mapping
from typing import Any

from django import forms
from drf_spectacular.drainage import set_override
from rest_framework import serializers
from rest_framework.exceptions import ParseError

from compliance.api.errors import FieldError, Invalid
from compliance.api.parsing.body import read_json, refusing_malformed
from compliance.api.parsing.strict_json import check_text
from compliance.api.parsing.values import Wrong
from compliance.web.form_fields import api_doc, in_api

from .form_fields import FieldKind, Schema, field_kind
from .registry import Act, ActForm

# ── Reading


def fill(form: ActForm, body: Any, files: Any) -> None:
    """Fill a bound form from a body; refuse unknown fields and values of the wrong type."""
    known = {name: field for name, field in form.fields.items() if form.over_api is None or name in form.over_api}
    errors = [_unknown(form, name, known) for name in [*body, *files] if not _is_known(form, body, name, known)]
    data: dict[str, Any] = {}
    for name, field in known.items():
        value = _from_form(body, name, field) if hasattr(body, "getlist") else body.get(name)
        if value is None or name in files:
            continue
        try:
            data[name] = _read(field_kind(field), name, value)
        except Invalid as invalid:
            errors += invalid.errors
    if errors:
        raise Invalid(errors)
    form.data, form.files = data, files


def _is_known(form: ActForm, body: Any, name: str, known: Iterable[str]) -> bool:
    """Tell whether a field is allowed. One that does not apply now may be null, as if left out."""
    return name in known or (name in form.base_fields and name in body and body[name] is None)


def _unknown(form: ActForm, name: str, known: Iterable[str]) -> FieldError:
    if name in form.base_fields and (form.over_api is None or name in form.over_api):
        return FieldError(name, "not_applicable", "Omit it: it does not apply now.")
    fields = ", ".join(known)
    there = f"Known fields: {fields}." if fields else "This act takes no fields."
    return FieldError(name, "unknown_field", f"There is no such field. {there}")


def _read(kind: FieldKind, name: str, value: Any) -> Any:
    if kind.most is None:
        return _one(kind, name, value)
    if not isinstance(value, list):
        raise Invalid([FieldError(name, "malformed", "Give a list.")])
    if len(value) > kind.most:
        raise Invalid([FieldError(name, "max_length", f"Give at most {kind.most}.")])
    return [_one(kind, f"{name}[{place}]", each) for place, each in enumerate(value)]


def _one(kind: FieldKind, path: str, value: Any) -> Any:
    try:
        return kind.read(value)
    except Wrong as wrong:
        raise Invalid([FieldError(path, wrong.code, str(wrong))]) from None


def _from_form(body: Any, name: str, field: forms.Field) -> Any:
    """Return a multipart field as a JSON value: numbers and the like are written as in JSON."""
    texts = [text for text in body.getlist(name) if isinstance(text, str)]
    with refusing_malformed():
        for text in texts:
            check_text(text, name)
    kind = field_kind(field)
    values = texts if kind.as_text else [_literal(text) for text in texts]
    if kind.most is not None:
        return values or None
    if len(values) > 1:
        raise Invalid([FieldError(name, "malformed", "Give it only once.")])
    return values[0] if values else None


def _literal(text: str) -> Any:
    try:
        return read_json(text.encode())
    except ParseError:
        return text


def takes_files(act: Act) -> bool:
    return any(isinstance(field, forms.FileField) for field in act.form.base_fields.values())


# ── Describing


class Argument(serializers.Field):
    """A field of an act's arguments, described by the schema of its kind."""

    def __init__(self, described: Schema, *, example: Any = None, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.example = example
        set_override(self, "field", described)


def arguments_of(act: Act) -> Any:
    """Return the serializer of an act's arguments; by content type if it takes files, which JSON cannot hold."""
    if not takes_files(act):
        return form_serializer(act)
    return {"application/json": form_serializer(act, files=False), "multipart/form-data": form_serializer(act)}


def form_serializer(act: Act, *, files: bool = True) -> type[serializers.Serializer] | None:
    """Return the serializer of an act's arguments, or None if it takes none."""
    signing: dict[str, Argument] = {}
    if act.signing:
        required, who = act.signing.waived is None, act.signing.who()
        badge, pin = (forms.CharField(max_length=most, required=required) for most in (16, 12))
        signing["second_badge"] = _argument(in_api(badge, f"Badge of the {who} who signs.", example="CHP-2204"))
        signing["second_pin"] = _argument(in_api(pin, "Their PIN.", example="4711"))
    name = "".join(word.capitalize() for word in re.split(r"[.-]", act.name)) + "Arguments"
    says = f"Arguments of {act.name}."
    if not files:
        return body_serializer(f"{name}WithoutFiles", act.form, f"{says} Without files.", signing, files=False)
    return body_serializer(name, act.form, says, signing)


def body_serializer(
    name: str, form: type[forms.Form], says: str, more: Mapping[str, Argument] = {}, *, files: bool = True
) -> type[serializers.Serializer] | None:
    """Return the serializer of a form's API fields plus `more`; None if there are none."""
    over_api = getattr(form, "over_api", None)
    described = {
        each: _argument(field)
        for each, field in form.base_fields.items()
        if (over_api is None or each in over_api) and (files or not isinstance(field, forms.FileField))
    }
    if not described and not more:
        return None
    return type(name, (serializers.Serializer,), {"__doc__": says, **described, **more})


def _argument(field: forms.Field) -> Argument:
    schema, doc = field_kind(field).schema(required=field.required), api_doc(field)
    says = "\n\n".join(filter(None, (doc.says, schema.get("description"))))
    return Argument(schema | {"description": says}, required=field.required, example=doc.example)
