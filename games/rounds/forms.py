"""Forms of acts on rounds."""

from django import forms

from compliance.acts.registry import ActForm
from compliance.web.form_fields import in_api
from games.models import Round

from .void import is_of_this_shift


class VoidForm(ActForm):
    reason = in_api(
        forms.CharField(max_length=200, label="What was wrong"), "What was wrong.", example="Entered at the wrong table"
    )

    def prepare(self) -> None:
        round_: Round = self.subject
        if not is_of_this_shift(round_):
            self.fields["reason"].help_text = "Its shift is over: you or the second signer must be a shift manager."
