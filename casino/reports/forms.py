"""The arguments of acts on reports."""

from django import forms

from compliance.acts import ActForm, Step
from compliance.violations import RuleViolation
from tables.models import Pit

from .services import items_of
from .shift.open_items import open_items


class SignForm(ActForm):
    remark = forms.CharField(
        required=False, max_length=2000, widget=forms.Textarea(attrs={"rows": 3}),
        help_text="What whoever reads it later should know. It is kept with the report.",
    )  # fmt: skip


class HandOverForm(ActForm):
    pit = forms.ModelChoiceField(Pit.objects.none(), to_field_name="code")
    note = forms.CharField(
        required=False, max_length=2000, widget=forms.Textarea(attrs={"rows": 3}),
        help_text="What the list of open items does not say.",
    )  # fmt: skip

    def prepare(self) -> None:
        left = Pit.objects.filter(facility=self.facility).exclude(pk__in=self.subject.handovers.values("pit"))
        none = RuleViolation("handed_over", "Every pit was handed over already.")
        self.choose_from("pit", left.order_by("code"), first=True, none=none)
        asked = self.data.get("pit") or self.initial.get("pit")
        if isinstance(asked, str) and (pit := left.filter(code=asked).first()):
            self._read_what_is_open(pit)

    def _read_what_is_open(self, pit: Pit) -> None:
        """Show what is open in the pit that was asked for, which is then no longer chosen here."""
        self.fields["pit"].widget = forms.HiddenInput()
        items = list(items_of(open_items(self.facility, self.at), pit).records())
        self.reads = [
            Step(f"{item['table']} {item['item']} ({item['state']})".strip(), str(item["cite"])) for item in items
        ]
        number = f"{len(items)} open item{'' if len(items) == 1 else 's'}" if items else "nothing open"
        self.reads_title = f"{pit}: {number}"
