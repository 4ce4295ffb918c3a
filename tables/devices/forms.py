"""Forms of acts on devices."""

from typing import Any

from django import forms

from compliance.acts.registry import ActForm
from compliance.web.form_fields import DayField
from tables.findings.gates import lawful_handling
from tables.form_fields import SERIAL, TextField, not_in_the_future
from tables.models import Device


class RegisterDeviceForm(ActForm):
    kind = forms.ChoiceField(choices=Device.Kind.choices)
    model = forms.CharField(max_length=60)
    serial = forms.CharField(max_length=40, validators=[SERIAL], label="Serial number")
    counts = forms.BooleanField(
        required=False, label="Counts the cards", help_text="After each shuffle, and shows if a card is missing."
    )
    reshuffles = forms.BooleanField(required=False, label="Reshuffles and counts automatically")


class ApproveDeviceForm(ActForm):
    reference = forms.CharField(max_length=60, help_text="From the regulator's letter.")
    approved_on = DayField()

    def clean_approved_on(self) -> Any:
        return not_in_the_future(self, "approved_on")


class FailDeviceForm(ActForm):
    fault = TextField(label="What is wrong")


class HandleDeviceForm(ActForm):
    """Offer what the edition allows; the service refuses anything else with its paragraph."""

    handling = forms.ChoiceField(
        choices=[choice for choice in Device.Handling.choices if choice[0]], label="Action", widget=forms.RadioSelect
    )

    def prepare(self) -> None:
        device: Device = self.subject
        offer = device.table.offer_at(self.at) if device.table else None
        lawful, cite = lawful_handling(device, offer.book if offer else None)
        field = self.fields["handling"]
        assert isinstance(field, forms.ChoiceField)
        field.widget.choices = [choice for choice in Device.Handling.choices if choice[0] in lawful]
        field.help_text = f"Allowed by {cite}."
        self.initial.setdefault("handling", next(choice for choice in Device.Handling.values if choice in lawful))


class RepairDeviceForm(ActForm):
    report = TextField(label="What was done")
