"""Acts on an alert."""

from django.utils import timezone

from compliance.acts.registry import Act, Subject, register
from compliance.journal.write import locked_stream
from compliance.models import Alert, Severity
from compliance.staff.roles import Role

from . import forms
from . import services as alerts
from .escalation import ABOVE
from .inbox import RELATED
from .lifecycle import AlertPlace


def _is_open(alert: Alert) -> bool:
    return alert.is_open


def _may_be_put_off(alert: Alert) -> bool:
    return alert.is_open and alert.severity < Severity.CRITICAL and alert.snoozes < alerts.MOST_SNOOZES


register(
    Subject(
        "alert",
        lambda: Alert.objects.select_related(*RELATED),
        (
            Act(
                "alert.acknowledge",
                "Take it on",
                alerts.acknowledge,
                primary=True,
                when=lambda alert: alert.is_open and alert.acknowledged_at is None and alert.rings,
                success_message=lambda alert: "Acknowledged by you. It escalates if it is still open later.",
            ),
            Act("alert.note", "Add a note", alerts.add_note, forms.NoteForm),
            Act("alert.assign", "Hand it to someone", alerts.assign, forms.AssignForm, when=_is_open, overwrites=True),
            Act(
                "alert.snooze",
                "Put it off",
                alerts.snooze,
                forms.SnoozeForm,
                when=_may_be_put_off,
                overwrites=True,
                success_message=lambda alert: f"Put off until {timezone.localtime(alert.snoozed_until):%H:%M}.",
            ),
            Act(
                "alert.pass-on",
                "Pass it up",
                alerts.escalate_now,
                forms.PassOnForm,
                when=lambda alert: alert.is_open and Role(alert.level) in ABOVE,
                explains="To the next above: floorperson, pit boss, shift manager.",
            ),
            Act(
                "alert.resolve",
                "Close it with a reason",
                alerts.resolve,
                forms.ResolveForm,
                when=_is_open,
                personal=True,
                explains="An alert closes by itself when its cause is gone. With a reason it is closed though that may "
                "stand; it is opened again if it grows worse.",
            ),
        ),
        lock=lambda alert: locked_stream(AlertPlace.of(alert)),
    )
)
