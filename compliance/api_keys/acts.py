"""Acts on an API key, and their forms. tables/floor/facility_acts.py registers the acts of a facility on its keys."""

from typing import Any

from django import forms

from compliance.acts.registry import Act, ActForm, Subject
from compliance.models import Key
from compliance.staff.forms import StaffReasonForm
from compliance.staff.roles import ADMINISTRATORS
from compliance.web.form_fields import in_api

from . import services as keys
from .scopes import SCOPES, scope_label, writes


class CreateKeyForm(ActForm):
    name = in_api(
        forms.CharField(max_length=80, help_text="The program that uses the key, such as Slot accounting."),
        example="Slot accounting",
    )
    facilities = in_api(
        forms.MultipleChoiceField(widget=forms.CheckboxSelectMultiple, label="Facilities"),
        "The codes of the facilities that the key gives access to. You must administer them.",
        example=["CHP"],
    )
    scopes = in_api(
        forms.MultipleChoiceField(
            choices=[(scope, f"{scope_label(scope)[:1].upper()}{scope_label(scope)[1:]}") for scope in SCOPES],
            widget=forms.CheckboxSelectMultiple,
            label="Permissions",
        ),
        "What the key may read and write.",
        example=["rounds:read", "journal:read"],
    )
    valid_days = in_api(
        forms.IntegerField(
            min_value=1,
            max_value=keys.LONGEST_DAYS,
            initial=90,
            label="Valid for (days)",
            help_text=f"At most {keys.LONGEST_DAYS}.",
        ),
        "For how many days the key is valid.",
        example=90,
    )
    rate = in_api(
        forms.IntegerField(
            min_value=1,
            max_value=keys.LARGEST_RATE,
            initial=keys.RATE,
            label="Requests per minute",
            required=False,
            help_text=f"Blank = {keys.RATE}.",
        ),
        "How many requests the key may make per minute. The default is 600.",
        example=600,
    )

    def prepare(self) -> None:
        field = self.fields["facilities"]
        assert isinstance(field, forms.MultipleChoiceField)
        field.choices = [(each.code, each.name) for each in self.scope.facilities(ADMINISTRATORS)]
        self.initial.setdefault("facilities", [self.facility.code])

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if any(map(writes, cleaned.get("scopes", ()))) and not cleaned.get("second_badge"):
            self.add_error("second_badge", "A compliance officer must sign for a key that writes.")
        return cleaned

    def arguments(self) -> dict[str, Any]:
        mine = self.scope.facilities(ADMINISTRATORS)
        chosen = [each for each in mine if each.code in self.cleaned_data["facilities"]]
        rate = self.cleaned_data["rate"] or keys.RATE
        return super().arguments() | {"facilities": chosen, "rate": rate}


class BlockKeyForm(ActForm):
    key = in_api(
        forms.ModelChoiceField(Key.objects.none(), to_field_name="prefix"), "The prefix of the key.", example="7KQ2M9XA"
    )

    def prepare(self) -> None:
        self.choose_from("key", Key.objects.filter(keys.opening(self.facility)), first=True)


KEY = Subject(
    "key",
    lambda: Key.objects.select_related("facility", "account", "created_by", "revoked_by"),
    (
        Act(
            "key.revoke",
            "Revoke key",
            keys.revoke_key,
            StaffReasonForm,
            danger=True,
            when=lambda key: key.revoked_at is None,
            explains="All further requests with this key are refused. This cannot be undone.",
        ),
    ),
    lookup="prefix",
)
