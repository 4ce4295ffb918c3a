"""The arguments of acts on rounds and violations."""

from typing import Any

from django import forms

from compliance.acts.registry import ActForm

from .models import Round
from .services.voids import is_of_this_shift


class VoidForm(ActForm):
    reason = forms.CharField(max_length=200, label="What was wrong")

    def prepare(self) -> None:
        round_: Round = self.subject
        if not is_of_this_shift(round_):
            self.fields["reason"].help_text = "Its shift is over: you or who signs must be a shift manager."


class FindingForm(ActForm):
    finding = forms.CharField(
        max_length=2000, widget=forms.Textarea(attrs={"rows": 4}), label="Finding",
        help_text="What happened, who was told, and what was done.",
    )  # fmt: skip

    def clean_finding(self) -> Any:
        finding = str(self.cleaned_data["finding"]).strip()
        if len(finding) < 10:
            raise forms.ValidationError("Say it in a sentence at least.")
        return finding
