"""Acts on an alert: who may resolve it, and which act ends it."""

from compliance.acts.registry import Act, Subject
from compliance.acts.remedies import Remedy, remedy_by_key
from compliance.findings import closing_roles
from compliance.formatting import format_time
from compliance.journal.write import locked_stream
from compliance.models import Alert, Severity
from compliance.staff.roles import Role
from compliance.staff.scope import Scope

from . import forms
from . import services as alerts
from .escalation import ABOVE
from .inbox import RELATED
from .lifecycle import AlertPlace

CLOSE = "alert.resolve"


def may_close(alert: Alert, scope: Scope) -> bool:
    """Tell whether this person may resolve an alert. Each check declares the roles that may."""
    mine = scope.staff.roles_at(alert.facility)
    return scope.may(CLOSE, alert.facility) and bool(mine & closing_roles(alert.check_name))


def alert_remedy(alert: Alert, scope: Scope) -> Remedy | None:
    """Return the remedy of an alert if this person may do it. Without an act of its own, it is resolving the alert."""
    if alert.act:
        return remedy_by_key(alert.act, alert.act_on, alert.facility, scope)
    return remedy_by_key(CLOSE, str(alert.pk), alert.facility, scope) if may_close(alert, scope) else None


def _is_open(alert: Alert) -> bool:
    return alert.is_open


def _may_be_put_off(alert: Alert) -> bool:
    return alert.is_open and alert.severity < Severity.CRITICAL and alert.snoozes < alerts.MOST_SNOOZES


ALERT = Subject(
    "alert",
    lambda: Alert.objects.select_related(*RELATED),
    (
        Act(
            "alert.acknowledge",
            "Acknowledge",
            alerts.acknowledge,
            primary=True,
            when=lambda alert: alert.is_open and alert.acknowledged_at is None and alert.rings,
            success_message=lambda alert: "You acknowledged this alert. It escalates if still open.",
        ),
        Act("alert.note", "Add a note", alerts.add_note, forms.NoteForm),
        Act("alert.assign", "Assign", alerts.assign, forms.AssignForm, when=_is_open, overwrites=True),
        Act(
            "alert.snooze",
            "Snooze",
            alerts.snooze,
            forms.SnoozeForm,
            when=_may_be_put_off,
            overwrites=True,
            success_message=lambda alert: f"Snoozed until {format_time(alert.snoozed_until)}.",
        ),
        Act(
            "alert.pass-on",
            "Escalate",
            alerts.escalate_now,
            forms.EscalateForm,
            when=lambda alert: alert.is_open and Role(alert.level) in ABOVE,
            explains="The alert goes one level up: floorperson, pit boss, shift manager.",
        ),
        Act(
            CLOSE,
            "Resolve with a note",
            alerts.resolve,
            forms.ResolveForm,
            when=_is_open,
            personal=True,
            explains="An alert closes automatically when its cause is gone. Resolve it to close it earlier. "
            "It reopens if it gets worse.",
        ),
    ),
    lock=lambda alert: locked_stream(AlertPlace.of(alert)),
)
