"""The arguments of acts on reports."""

from typing import Any

from django import forms

from compliance.acts import ActForm, Step
from compliance.violations import RuleViolation
from tables.models import Pit

from .document import Sheet
from .services import LIST_CHANGED, items_of
from .shift.open_items import open_items, seen_as


class SignForm(ActForm):
    remark = forms.CharField(
        required=False, max_length=2000, widget=forms.Textarea(attrs={"rows": 3}),
        help_text="What whoever reads it later should know. It is kept with the report.",
    )  # fmt: skip


class HandOverForm(ActForm):
    pit = forms.ModelChoiceField(Pit.objects.none(), to_field_name="code")
    seen = forms.CharField(
        max_length=64, widget=forms.HiddenInput,
        help_text="Which list of open items was read: `seen` of the pit in the report.",
    )  # fmt: skip
    note = forms.CharField(
        required=False, max_length=2000, widget=forms.Textarea(attrs={"rows": 3}),
        help_text="What the list of open items does not say.",
    )  # fmt: skip

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

    def _show(self, pit: Pit) -> Sheet:
        items = items_of(open_items(self.facility, self.at), pit)
        self.reads = [
            Step(f"{item['table']} {item['item']} ({item['state']})".strip(), str(item["cite"]))
            for item in items.records()
        ]
        number = len(self.reads)
        said = f"{number} open item{'' if number == 1 else 's'}" if number else "nothing open"
        self.reads_title = f"{pit}: {said}"
        self.initial["seen"] = seen_as(items)
        return items

    def clean(self) -> dict[str, Any]:
        """Refuse to sign for another list than the one that was read, and show the one that is to be."""
        found = self.cleaned_data
        if "pit" in found and "seen" in found:
            now = seen_as(self._show(found["pit"]))
            if found["seen"] != now:
                self.data = {name: self.data.get(name) for name in self.data} | {"seen": now}
                raise forms.ValidationError(LIST_CHANGED, code="list_changed")
        return found
