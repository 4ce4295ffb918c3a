"""Forms of acts on dealers."""

from typing import Any

from django import forms

from compliance.acts.registry import ActForm
from compliance.web.form_fields import DayField
from games.engine.loading import rulebook
from tables.form_fields import SERIAL, not_in_the_future
from tables.models import Licence


class LicenceForm(ActForm):
    number = forms.CharField(max_length=40, validators=[SERIAL], label="License number")
    valid_from = DayField()
    expires_on = DayField(help_text="Last day of validity.")


class RevokeLicenceForm(ActForm):
    licence = forms.ModelChoiceField(Licence.objects.none(), label="License")
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
