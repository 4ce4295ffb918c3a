"""Acts on an API key, and their forms. tables/floor/facility_acts.py registers the acts of a facility on its keys."""

from typing import Any

from django import forms

from compliance.acts.registry import Act, ActForm, Subject, register
from compliance.models import Facility, Key
from compliance.staff.forms import StaffReasonForm
from compliance.staff.roles import ADMINISTRATORS

from . import services as keys
from .scopes import SCOPES, scope_label


class CreateKeyForm(ActForm):
    name = forms.CharField(max_length=80, help_text="The program that uses the key, such as Slot accounting.")
    facilities = forms.MultipleChoiceField(widget=forms.CheckboxSelectMultiple, label="Facilities")
    scopes = forms.MultipleChoiceField(
        choices=[(scope, f"{scope_label(scope)[:1].upper()}{scope_label(scope)[1:]}") for scope in SCOPES],
        widget=forms.CheckboxSelectMultiple,
        label="Permissions",
    )
    valid_days = forms.IntegerField(
        min_value=1,
        max_value=keys.LONGEST_DAYS,
        initial=90,
        label="Valid for (days)",
        help_text=f"At most {keys.LONGEST_DAYS}.",
    )
    rate = forms.IntegerField(
        min_value=1,
        max_value=keys.LARGEST_RATE,
        initial=keys.RATE,
        label="Requests per minute",
        required=False,
        help_text=f"Blank = {keys.RATE}.",
    )

    def prepare(self) -> None:
        field = self.fields["facilities"]
        assert isinstance(field, forms.MultipleChoiceField)
        field.choices = [(each.code, each.name) for each in self._facilities()]
        self.initial.setdefault("facilities", [self.facility.code])

    def _facilities(self) -> list[Facility]:
        return self.scope.facilities(ADMINISTRATORS)

    def arguments(self) -> dict[str, Any]:
        chosen = [each for each in self._facilities() if each.code in self.cleaned_data["facilities"]]
        rate = self.cleaned_data["rate"] or keys.RATE
        return super().arguments() | {"facilities": chosen, "rate": rate}


class ShutOutKeyForm(ActForm):
    key = forms.ModelChoiceField(Key.objects.none(), to_field_name="prefix")

    def prepare(self) -> None:
        self.choose_from("key", Key.objects.filter(keys.opening(self.facility)), first=True)


register(
    Subject(
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
)
