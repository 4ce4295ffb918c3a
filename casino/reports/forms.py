"""The arguments of acts on reports."""

from typing import Any

from django import forms

from compliance.acts.registry import ActForm, Step
from compliance.errors import RuleViolation
from tables.models import Pit

from .services import items_of
from .shift.open_items import open_items, seen_as


class SignForm(ActForm):
    remark = forms.CharField(
        required=False,
        max_length=2000,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text="What whoever reads it later should know. It is kept with the report.",
    )


class SeenField(forms.CharField):
    """Names what a page shows: shown again after a refusal, it names what is shown then."""

    def bound_data(self, data: Any, initial: Any) -> Any:
        return initial


class HandOverForm(ActForm):
    pit = forms.ModelChoiceField(Pit.objects.none(), to_field_name="code")
    seen = SeenField(
        max_length=64,
        widget=forms.HiddenInput,
        help_text="Which list of open items was read: `seen` of the pit in the report.",
    )
    note = forms.CharField(
        required=False,
        max_length=2000,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text="What the list of open items does not say.",
    )

    def prepare(self) -> None:
        left = Pit.objects.filter(facility=self.facility).exclude(pk__in=self.subject.handovers.values("pit"))
        none = RuleViolation("handed_over", "Every pit was handed over already.")
        self.choose_from("pit", left.order_by("code"), first=True, none=none)
        asked = str(self.data.get("pit") or self.initial.get("pit") or "")
        # Of one pit at a time the list is read, and it is no longer chosen then.
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
