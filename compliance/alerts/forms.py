"""Forms of the acts on alerts."""

from django import forms

from compliance.acts.registry import ActForm
from compliance.models import Staff
from compliance.staff.roles import READERS
from compliance.web.form_fields import NoteField, in_api

from .services import snooze_policy


class NoteForm(ActForm):
    note = in_api(NoteField(max_length=300), "The note.", example="Notified surveillance")


class AssignForm(ActForm):
    to = in_api(
        forms.ModelChoiceField(Staff.objects.none(), label="Assign to", to_field_name="badge"),
        "The badge of the person to assign it to.",
        example="CHP-2301",
    )

    def prepare(self) -> None:
        posted = Staff.objects.filter(
            postings__facility=self.facility, postings__role__in=READERS, postings__ended_at=None, is_active=True
        )
        self.choose_from("to", posted.distinct().order_by("name", "badge"))


class SnoozeForm(ActForm):
    minutes = in_api(
        forms.IntegerField(min_value=1, max_value=30),
        "For how many minutes to snooze it. The maximum depends on the severity.",
        example=10,
    )

    def prepare(self) -> None:
        most = snooze_policy(self.subject).value
        self.fields["minutes"].help_text = f"At most {most}."
        self.initial.setdefault("minutes", most)


class EscalateForm(ActForm):
    reason = in_api(forms.CharField(max_length=200), "Why you escalate it.", example="I am alone on the floor")


class ResolveForm(ActForm):
    reason = in_api(
        NoteField(label="Note", max_length=300),
        "Why you resolve it although the cause may remain.",
        example="The table closed an hour ago",
    )
