"""Forms of acts on violations."""

from typing import Any

from django import forms

from compliance.acts.registry import ActForm


class FindingForm(ActForm):
    finding = forms.CharField(
        max_length=2000,
        widget=forms.Textarea(attrs={"rows": 4}),
        label="Finding",
        help_text="What happened, who was informed, and what was done.",
    )

    def clean_finding(self) -> Any:
        finding = str(self.cleaned_data["finding"]).strip()
        if len(finding) < 10:
            raise forms.ValidationError("Write at least a sentence.")
        return finding
