"""Forms of the acts on reports."""

from typing import Any

from django import forms

from compliance.acts.registry import ActForm, Step
from compliance.errors import RuleViolation
from compliance.web.form_fields import NoteField, in_api
from tables.models import Pit

from .services import items_of
from .shift.open_items import open_items, seen_as


class SignForm(ActForm):
    remark = in_api(
        NoteField(required=False, max_length=2000, help_text="A note for later readers, saved with the report."),
        example="The count of P2 was repeated",
    )


class SeenField(forms.CharField):
    """Identify the list on the page. After a refusal the field holds the list shown then, not the one submitted."""

    def bound_data(self, data: Any, initial: Any) -> Any:
        return initial


class HandOverForm(ActForm):
    pit = in_api(forms.ModelChoiceField(Pit.objects.none(), to_field_name="code"), "The pit's code.", example="P1")
    seen = in_api(
        SeenField(
            max_length=64,
            widget=forms.HiddenInput,
            help_text="Identifies the list of open items that was read, as the report gives it for the pit.",
        ),
        example="3f1b8d0e9a7c6b5d",
    )
    note = in_api(
        NoteField(required=False, max_length=2000, help_text="Anything that is not in the list of open items."),
        example="The shoe at CHP-04 sticks",
    )

    def prepare(self) -> None:
        left = Pit.objects.filter(facility=self.facility).exclude(pk__in=self.subject.handovers.values("pit"))
        none = RuleViolation("handed_over", "Every pit was already handed over.")
        self.choose_from("pit", left.order_by("code"), first=True, none=none)
        asked = str(self.data.get("pit") or self.initial.get("pit") or "")
        # The list is read one pit at a time, so the pit is fixed here.
        pit = next((pit for pit in left if pit.code == asked), left.order_by("code").first())
        if pit:
            self.fields["pit"].widget = forms.HiddenInput()
            self.initial["pit"] = pit.code
            self._show(pit)

    def _show(self, pit: Pit) -> None:
        items = items_of(open_items(self.facility, self.at), pit)
        self.reads = [
            Step(f"{item['table']} {item['item']} ({item['state']})".strip(), str(item["cite"]))
            for item in items.records()
        ]
        number = len(self.reads)
        said = f"{number} open item{'' if number == 1 else 's'}" if number else "nothing open"
        self.reads_title = f"{pit}: {said}"
        self.initial["seen"] = seen_as(items)
