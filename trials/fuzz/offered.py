"""Return what an act's form offers at the moment, as JSON: the choices of its fields, and who may sign."""

from __future__ import annotations

import random
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, cast
from zoneinfo import ZoneInfo

from trials.chaos.floor import PIN

if TYPE_CHECKING:
    from compliance.acts.registry import Act, ActForm

# The value of a field that does not apply.
LEFT_OUT = object()
PNG = b"\x89PNG\r\n\x1a\n and what such a picture shows"


def values_of(act: Act, form: ActForm, hidden: frozenset[str], rng: random.Random) -> dict[str, Any]:
    """Return values that a form accepts, without naming a caller, for the fields that have choices."""
    from tests.floor import OFFERS

    values: dict[str, Any] = dict.fromkeys(form.base_fields, LEFT_OUT)
    for name, field in form.fields.items():
        value = _value(form, name, field, hidden, rng)
        values.pop(name, None)
        if value is not None:
            values[name] = value
    if {"inscribed", "by_sign"} <= values.keys():  # an inscription on the layout needs no sign
        values["by_sign"] = LEFT_OUT
    if "document" in form.fields and "edition" in values:
        values["document"] = OFFERS[values["edition"]]
    return values | (_signature(act, form, hidden, rng) if act.signing else {})


def _value(form: ActForm, name: str, field: Any, hidden: frozenset[str], rng: random.Random) -> Any:
    from django import forms

    match field:
        case forms.FileField():
            return PNG
        case forms.DateField():
            return form.at.astimezone(ZoneInfo(form.facility.time_zone)).date().isoformat()
        case forms.ModelChoiceField(queryset=objects):
            known = [getattr(each, field.to_field_name or "pk") for each in (objects or [])[:30]]
        case forms.ChoiceField():
            known = [choice[0] for choice in cast(Iterable[Any], field.choices) if choice[0] != ""]
        case _:
            return form.initial.get(name) if isinstance(form.initial.get(name), str) else None
    known = [each for each in known if each not in hidden]
    if not known:
        return None
    if isinstance(field, forms.MultipleChoiceField):
        return known if rng.random() < 0.7 else rng.sample(known, rng.randint(1, len(known)))
    if isinstance(field, forms.ModelMultipleChoiceField):
        return rng.sample(known, min(len(known), rng.randint(1, 4)))
    return rng.choice(known)


def _signature(act: Act, form: ActForm, hidden: frozenset[str], rng: random.Random) -> dict[str, Any]:
    """Return badge and PIN of someone who may sign an act."""
    from compliance.models import Posting

    assert act.signing is not None
    expected = form.fields["second_badge"].initial
    may = Posting.objects.filter(
        facility=form.facility, role__in=act.signing.roles, ended_at=None, staff__is_active=True
    )
    known = [badge for badge in may.values_list("staff__badge", flat=True) if badge not in hidden]
    badge = expected or (rng.choice(known) if known else None)
    return {"second_badge": badge, "second_pin": PIN} if badge else {}
