"""Forms of the acts on alerts."""

from django import forms

from compliance.acts.registry import ActForm
from compliance.facilities.policies import policy
from compliance.models import Severity, Staff
from compliance.staff.roles import READERS


class NoteForm(ActForm):
    note = forms.CharField(max_length=300, widget=forms.Textarea(attrs={"rows": 3}))


class AssignForm(ActForm):
    to = forms.ModelChoiceField(Staff.objects.none(), label="Assign to", to_field_name="badge")

    def prepare(self) -> None:
        posted = Staff.objects.filter(
            postings__facility=self.facility, postings__role__in=READERS, postings__ended_at=None, is_active=True
        )
        self.choose_from("to", posted.distinct().order_by("name", "badge"))


class SnoozeForm(ActForm):
    minutes = forms.IntegerField(min_value=1, max_value=30)

    def prepare(self) -> None:
        name = "alert_snoozed" if self.subject.severity <= Severity.WARNING else "alert_due_snoozed"
        most = policy(name, self.facility.jurisdiction).value
        self.fields["minutes"].help_text = f"At most {most}."
        self.initial.setdefault("minutes", most)


class PassOnForm(ActForm):
    reason = forms.CharField(max_length=200)


class ResolveForm(ActForm):
    reason = forms.CharField(label="Note", max_length=300, widget=forms.Textarea(attrs={"rows": 3}))
