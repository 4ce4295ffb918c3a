"""Forms of acts on violations."""

from typing import Any

from django import forms

from compliance.acts.registry import ActForm
from compliance.web.form_fields import in_api


class FindingForm(ActForm):
    finding = in_api(
        forms.CharField(
            max_length=2000,
            widget=forms.Textarea(attrs={"rows": 4}),
            label="Finding",
            help_text="What happened, who was informed, and what was done.",
        ),
        "What happened, who was informed, and what was done: at least a sentence.",
        example="The dealer was reminded, and the stub was counted in the next round.",
    )

    def clean_finding(self) -> Any:
        finding = str(self.cleaned_data["finding"]).strip()
        if len(finding) < 10:
            raise forms.ValidationError("Write at least a sentence.")
        return finding
