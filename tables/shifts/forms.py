"""Forms of acts on shifts."""

from django import forms

from compliance.acts.registry import ActForm
from compliance.errors import RuleViolation
from compliance.models import Staff
from compliance.staff.roles import PIT
from tables.dealers.roster import people_at
from tables.models import Pit, ShiftTemplate

from .services import template_for


class TemplateForm(ActForm):
    name = forms.CharField(max_length=30)
    starts = forms.TimeField(widget=forms.TimeInput(attrs={"type": "time"}))
    ends = forms.TimeField(widget=forms.TimeInput(attrs={"type": "time"}))


class WithTemplateForm(ActForm):
    template = forms.ModelChoiceField(ShiftTemplate.objects.none())

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
    pit = forms.ModelChoiceField(Pit.objects.none(), to_field_name="code")
    pit_boss = forms.ModelChoiceField(Staff.objects.none(), to_field_name="badge")

    def prepare(self) -> None:
        self.choose_from("pit", Pit.objects.filter(facility=self.facility), first=True)
        self.choose_from("pit_boss", people_at(self.facility, PIT))
