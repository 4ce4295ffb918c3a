"""The arguments of acts on dealers and shifts."""

from typing import Any

from django import forms

from compliance.acts.registry import ActForm
from compliance.errors import RuleViolation
from compliance.models import Staff
from compliance.staff.roles import PIT
from compliance.web.form_fields import DayField
from games.engine.loading import rulebook

from ..models import Licence, Pit, ShiftTemplate
from ..people import people_at
from ..services.shifts import template_for
from .common import SERIAL, not_in_the_future


class LicenceForm(ActForm):
    number = forms.CharField(max_length=40, validators=[SERIAL], label="Licence number")
    valid_from = DayField()
    expires_on = DayField(help_text="The last day on which it holds.")


class RevokeLicenceForm(ActForm):
    licence = forms.ModelChoiceField(Licence.objects.none())
    reason = forms.CharField(max_length=200)

    def prepare(self) -> None:
        held = self.subject.staff.licences.filter(facility=self.facility, revoked_on=None)
        self.choose_from("licence", held, first=True)


class TableTestForm(ActForm):
    game = forms.ChoiceField(choices=[])
    passed_on = DayField()

    def prepare(self) -> None:
        games = dict.fromkeys(rulebook(edition).title for edition in self.facility.editions())
        field = self.fields["game"]
        assert isinstance(field, forms.ChoiceField)
        field.choices = [(game, game) for game in games]

    def clean_passed_on(self) -> Any:
        return not_in_the_future(self, "passed_on")


class TemplateForm(ActForm):
    name = forms.CharField(max_length=30)
    starts = forms.TimeField(widget=forms.TimeInput(attrs={"type": "time"}))
    ends = forms.TimeField(widget=forms.TimeInput(attrs={"type": "time"}))


class WithTemplateForm(ActForm):
    template = forms.ModelChoiceField(ShiftTemplate.objects.none())

    def prepare(self) -> None:
        none = RuleViolation(
            "no_templates", "There is no shift template yet. Add one.", remedy="facility.add-shift-template"
        )
        templates = ShiftTemplate.objects.filter(facility=self.facility, retired_at=None)
        self.choose_from("template", templates, none=none)


class BeginShiftForm(WithTemplateForm):
    """The shift of this hour is proposed."""

    def prepare(self) -> None:
        super().prepare()
        self.initial.setdefault("template", template_for(self.facility, self.at))


class GivePitForm(ActForm):
    pit = forms.ModelChoiceField(Pit.objects.none(), to_field_name="code")
    pit_boss = forms.ModelChoiceField(Staff.objects.none(), to_field_name="badge")

    def prepare(self) -> None:
        self.choose_from("pit", Pit.objects.filter(facility=self.facility), first=True)
        self.choose_from("pit_boss", people_at(self.facility, PIT))
