"""Acts on the shift on duty."""

from compliance.acts.registry import Act, Subject
from tables.models import Shift

from . import forms
from . import services as shifts


def _on_duty(shift: Shift) -> bool:
    return shift.ended_at is None


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
            when=_on_duty,
            overwrites=True,
        ),
        Act(
            "shift.end",
            "End the shift",
            shifts.end_shift,
            danger=True,
            when=_on_duty,
            success_message=lambda shift: f"{shift.template.name} has ended. Its report waits for your signature.",
        ),
    ),
)
