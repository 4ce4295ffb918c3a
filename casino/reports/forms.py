"""The arguments of acts on reports."""

from django import forms

from compliance.acts import ActForm
from compliance.violations import RuleViolation
from tables.models import Pit


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
        left = Pit.objects.filter(facility=self.facility).exclude(
            pk__in=self.subject.handovers.values("pit")
        )  # fmt: skip
        none = RuleViolation("handed_over", "Every pit was handed over already.")
        self.choose_from("pit", left.order_by("code"), first=True, none=none)
