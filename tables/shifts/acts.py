"""Acts on the shift on duty."""

from compliance.acts.registry import Act, Subject
from tables.models import Shift

from . import forms
from . import services as shifts

SHIFT = Subject(
    "shift",
    lambda: Shift.objects.select_related("facility", "template", "manager"),
    (
        Act(
            "shift.give-pit",
            "Assign pit boss",
            shifts.give_pit,
            forms.GivePitForm,
            primary=True,
            when=lambda shift: shift.is_on_duty,
            overwrites=True,
        ),
        Act(
            "shift.end",
            "End the shift",
            shifts.end_shift,
            danger=True,
            when=lambda shift: shift.is_on_duty,
            success_message=lambda shift: f"{shift.template.name} has ended. Its report waits for your signature.",
        ),
    ),
)
