"""Forms of acts on shifts."""

from django import forms

from compliance.acts.registry import ActForm
from compliance.errors import RuleViolation
from compliance.models import Staff
from compliance.staff.roles import PIT
from compliance.web.form_fields import in_api
from tables.dealers.roster import people_at
from tables.models import Pit, ShiftTemplate

from .services import template_for


class TemplateForm(ActForm):
    name = in_api(forms.CharField(max_length=30), "The shift's name.", example="Swing")
    starts = in_api(
        forms.TimeField(widget=forms.TimeInput(attrs={"type": "time"})), "Local start time.", example="14:00"
    )
    ends = in_api(
        forms.TimeField(widget=forms.TimeInput(attrs={"type": "time"})),
        "Local end time; if earlier than the start, the shift ends after midnight.",
        example="22:00",
    )


class WithTemplateForm(ActForm):
    template = in_api(
        forms.ModelChoiceField(ShiftTemplate.objects.none()), "Number of an active shift template.", example=2
    )

    def prepare(self) -> None:
        none = RuleViolation(
            "no_templates", "There are no shift templates yet. Add one.", remedy="facility.add-shift-template"
        )
        templates = ShiftTemplate.objects.filter(facility=self.facility, retired_at=None)
        self.choose_from("template", templates, none=none)


class BeginShiftForm(WithTemplateForm):
    """Propose the shift for the current hour."""

    def prepare(self) -> None:
        super().prepare()
        self.initial.setdefault("template", template_for(self.facility, self.at))


class GivePitForm(ActForm):
    pit = in_api(forms.ModelChoiceField(Pit.objects.none(), to_field_name="code"), "The pit's code.", example="P1")
    pit_boss = in_api(
        forms.ModelChoiceField(Staff.objects.none(), to_field_name="badge"),
        "Badge of the pit boss.",
        example="CHP-2201",
    )

    def prepare(self) -> None:
        self.choose_from("pit", Pit.objects.filter(facility=self.facility), first=True)
        self.choose_from("pit_boss", people_at(self.facility, PIT))
