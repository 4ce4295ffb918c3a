"""Forms of acts on devices."""

from typing import Any

from django import forms

from compliance.acts.registry import ActForm
from compliance.web.form_fields import DayField, in_api
from tables.findings.equipment import required_at
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
    approved_location = in_api(
        TextField(required=False, label="Approved location at the table"),
        "The approved location at the table; for a shoe, where the rules require it.",
        example="At the dealer's left, in front of the inventory container",
    )
    approved_procedures = in_api(
        TextField(required=False, label="Approved procedures for its use", help_text="For example, ICS 4.12."),
        "The approved procedures for its use; for an automated shoe, where the rules require it.",
        example="ICS 4.12",
    )
    stacks = in_api(
        forms.ChoiceField(
            choices=[choice for choice in Device.Stacks.choices if choice[0]],
            required=False,
            label="Dispenses",
            widget=forms.RadioSelect,
        ),
        "How an automated shoe dispenses the cards, where the rules say so.",
        example="two",
    )

    def prepare(self) -> None:
        """Ask for what the facility's rulebooks require with the approval of this kind of device."""
        device: Device = self.subject
        required = required_at(self.facility, device.kind)
        for name in ("approved_location", "approved_procedures", "stacks"):
            if name not in required:
                del self.fields[name]
                continue
            field = self.fields[name]
            field.required = True
            field.help_text = " ".join(filter(None, (str(field.help_text), f"Required by {required[name].cite}.")))
            self.initial.setdefault(name, getattr(device, name))
        if "approval_reference" in required:
            self.fields["reference"].help_text = f"Must be {required['approval_reference'].expected}."
        self.initial.setdefault("reference", device.approval_reference)
        self.initial.setdefault("approved_on", device.approved_on)

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
