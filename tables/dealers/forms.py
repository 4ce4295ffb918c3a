"""Forms of acts on dealers."""

from typing import Any

from django import forms

from compliance.acts.registry import ActForm
from compliance.web.form_fields import DayField, in_api
from games.engine.loading import rulebook
from tables.form_fields import SERIAL, not_in_the_future
from tables.models import Licence


class LicenceForm(ActForm):
    number = in_api(
        forms.CharField(max_length=40, validators=[SERIAL], label="License number"),
        "License number.",
        example="CHP-D2301",
    )
    valid_from = in_api(DayField(), "First day of validity.")
    expires_on = DayField(help_text="Last day of validity.")


class RevokeLicenceForm(ActForm):
    licence = in_api(forms.ModelChoiceField(Licence.objects.none(), label="License"), example=8)
    reason = in_api(forms.CharField(max_length=200), "Reason for the revocation.", example="Lost")

    def prepare(self) -> None:
        held = self.subject.staff.licences.filter(facility=self.facility, revoked_on=None)
        self.choose_from("licence", held, first=True)


class TableTestForm(ActForm):
    game = in_api(forms.ChoiceField(choices=[]), "Name of a game that the facility deals.", example="Criss Cross Poker")
    passed_on = in_api(DayField(), "Day the test was passed.")

    def prepare(self) -> None:
        games = dict.fromkeys(rulebook(edition).title for edition in self.facility.editions())
        field = self.fields["game"]
        assert isinstance(field, forms.ChoiceField)
        field.choices = [(game, game) for game in games]

    def clean_passed_on(self) -> Any:
        return not_in_the_future(self, "passed_on")
