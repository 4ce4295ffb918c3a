"""Forms of acts on signs."""

from django import forms

from compliance.acts.registry import ActForm
from compliance.web.form_fields import ObjectsField, in_api
from tables.findings.layouts import signs_up
from tables.form_fields import humanize
from tables.models import Sign, Table

from .services import elements_for_signs, needed_signs, offer_to_show


class PostSignForm(ActForm):
    """List what signs may show, with everything preselected that the layout leaves to them."""

    signs = in_api(
        forms.MultipleChoiceField(widget=forms.CheckboxSelectMultiple, required=False, label="Signs posted"),
        "What the posted signs show; by default, everything that the layout leaves to signs.",
        example=["odds"],
    )

    def prepare(self) -> None:
        table: Table = self.subject
        offer = offer_to_show(table, self.at)
        field = self.fields["signs"]
        assert isinstance(field, forms.MultipleChoiceField)
        up = {sign.element for sign in signs_up(table) if offer and sign.offer_id == offer.pk}
        elements = [each.value for each in elements_for_signs(offer) if each.value.id not in up] if offer else []
        field.choices = [(each.id, f"{humanize(each.id)}: {each.shows}") for each in elements]
        field.help_text = f"They show {offer}." if offer else ""
        self.initial.setdefault("signs", [each.value.id for each in needed_signs(table, offer, self.at)])


class TakeDownSignForm(ActForm):
    signs = in_api(
        ObjectsField(Sign.objects.none(), label="Signs taken down"), "Numbers of the signs taken down.", example=[3]
    )

    def prepare(self) -> None:
        self.choose_from("signs", self.subject.signs.filter(taken_down_at=None).select_related("offer"))
