"""Forms of acts on devices."""

from typing import Any

from django import forms

from compliance.acts.registry import ActForm
from compliance.web.form_fields import DayField, in_api
from tables.findings.gates import lawful_handling
from tables.form_fields import SERIAL, TextField, not_in_the_future
from tables.models import Device


class RegisterDeviceForm(ActForm):
    kind = in_api(forms.ChoiceField(choices=Device.Kind.choices), "Kind of device.", example="shuffler")
    model = in_api(forms.CharField(max_length=60), "Manufacturer's model name.", example="Ace")
    serial = in_api(forms.CharField(max_length=40, validators=[SERIAL], label="Serial number"), example="CHP-R-017")
    counts = in_api(
        forms.BooleanField(
            required=False, label="Counts the cards", help_text="After each shuffle, and shows if a card is missing."
        ),
        "Whether it counts the cards after each shuffle and shows if one is missing.",
    )
    reshuffles = in_api(
        forms.BooleanField(required=False, label="Reshuffles and counts automatically"),
        "Whether it reshuffles and counts the cards automatically.",
        example=False,
    )


class ApproveDeviceForm(ActForm):
    reference = in_api(
        forms.CharField(max_length=60, help_text="From the regulator's letter."), example="MLGCC-2026-114"
    )
    approved_on = in_api(DayField(), "Date of the regulator's approval letter.")

    def clean_approved_on(self) -> Any:
        return not_in_the_future(self, "approved_on")


class FailDeviceForm(ActForm):
    fault = in_api(TextField(label="What is wrong"), "Description of the fault.", example="Jams on the second card")


class HandleDeviceForm(ActForm):
    """Offer what the edition allows; the service refuses anything else with its paragraph."""

    handling = in_api(
        forms.ChoiceField(
            choices=[choice for choice in Device.Handling.choices if choice[0]],
            label="Action",
            widget=forms.RadioSelect,
        ),
        "What was done with the device.",
        example="covered",
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
    report = in_api(TextField(label="What was done"), "Description of the repair.", example="Belt replaced")
