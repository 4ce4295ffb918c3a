"""An alert as pages show it: how urgent, since when, who has it, and what ends it."""

from datetime import datetime
from typing import NamedTuple

from django.urls import reverse
from django.utils.timezone import localtime

from compliance.acts.registry import SUBJECTS, Button, buttons
from compliance.alerts.escalation import ABOVE
from compliance.alerts.inbox import STATUSES
from compliance.alerts.remedies import CLOSE, Remedy, may_close, remedy_of
from compliance.findings import label_of_check
from compliance.models import Alert, Severity, Staff
from compliance.staff.roles import Role
from compliance.staff.scope import Scope
from compliance.web.citations import citation_texts
from compliance.web.generic_views import StatusWord

_WORDS = {Severity.NOTICE: "notice", Severity.WARNING: "warning", Severity.DUE: "due", Severity.CRITICAL: "critical"}

# What an alert's own row does by itself.
_TAKE_ON = "alert.acknowledge"


class AlertPresenter(NamedTuple):
    alert: Alert
    url: str
    word: StatusWord
    check: str
    words: tuple[tuple[str, str], ...]
    # Where it is shown: the code of a table, or nothing for what is the facility's.
    place: str
    place_url: str
    who: str
    next: str
    end: Remedy | None
    take_on_url: str
    more: list[Button]

    @property
    def key(self) -> str:
        """What makes ids unique on a page, and the same from one refresh to the next."""
        return f"alert-{self.alert.pk}"


def present_alert(alert: Alert, scope: Scope, at: datetime) -> AlertPresenter:
    """Return an alert as a page shows it to someone."""
    may_open = bool(alert.place) and scope.may("table", alert.facility)
    return AlertPresenter(
        alert=alert,
        url=reverse("alert", args=[alert.pk]),
        word=alert_status(alert),
        check=label_of_check(alert.check_name),
        words=citation_texts(alert.cite) if alert.cite else (),
        place=alert.place,
        place_url=reverse("table", args=[alert.place]) if may_open else "",
        who=format_owner(alert, scope.staff, at),
        next=format_escalation(alert, at),
        end=remedy_of(alert, scope) if alert.is_open else None,
        take_on_url=_take_on_url(alert, scope),
        more=more_acts(alert, scope),
    )


def alert_status(alert: Alert) -> StatusWord:
    """Return how much an alert asks for; what is closed asks for nothing any more."""
    if not alert.is_open:
        return StatusWord("rest", "closed")
    severity = Severity(alert.severity)
    warned_of = severity == Severity.WARNING and alert.due_at is not None
    return StatusWord(STATUSES[severity], "due soon" if warned_of else _WORDS[severity])


def severity_status(alert: Alert) -> StatusWord:
    """Return how bad it was, open or closed."""
    return StatusWord(STATUSES[Severity(alert.severity)], _WORDS[Severity(alert.severity)])


def format_moment(at: datetime, now: datetime) -> str:
    """Return a time of day; of another day with that day."""
    local = localtime(at)
    return f"{local:%H:%M}" if local.date() == localtime(now).date() else f"{local:%a %d %b %H:%M}"


def format_owner(alert: Alert, asking: Staff, at: datetime) -> str:
    """Return who has an alert, or had it last, as told to someone."""
    if alert.closed_at is not None:
        how = f"by {alert.closed_by}: {alert.reason}" if alert.closed_by else "by itself: its cause is gone"
        return f"Closed {format_moment(alert.closed_at, at)} {how}"
    if alert.is_snoozed(at):
        assert alert.snoozed_until is not None
        return f"Put off until {format_moment(alert.snoozed_until, at)}"
    if alert.acknowledged_at is not None:
        return f"Taken on by {_named(alert.acknowledged_by, asking)} at {format_moment(alert.acknowledged_at, at)}"
    if alert.assigned_to is not None:
        return f"Handed to {_named(alert.assigned_to, asking)}"
    return f"For {_named(alert.in_charge, asking) or _the(Role(alert.level))}"


def _named(person: Staff | None, asking: Staff) -> str:
    return "you" if person == asking else str(person or "")


def format_escalation(alert: Alert, at: datetime) -> str:
    """Return to whom an alert goes next and when, if nothing is done."""
    if not alert.is_open or alert.escalate_at is None or Role(alert.level) not in ABOVE:
        return ""
    unless = "it still stands" if alert.acknowledged_at else "nobody takes it on"
    return f"To {_the(ABOVE[Role(alert.level)])} at {format_moment(alert.escalate_at, at)} if {unless}"


def _the(role: Role) -> str:
    return f"the {role.label.lower()}"


def _take_on_url(alert: Alert, scope: Scope) -> str:
    act = next(act for act in SUBJECTS["alert"].acts if act.name == _TAKE_ON)
    return reverse(_TAKE_ON, args=[alert.pk]) if act.when(alert) and scope.may(_TAKE_ON, alert.facility) else ""


def acts_on(alert: Alert, scope: Scope) -> list[Button]:
    """Return what this person may do about an alert."""
    closing = reverse(CLOSE, args=[alert.pk])
    return [each for each in buttons("alert", alert, scope) if each.url != closing or may_close(alert, scope)]


def more_acts(alert: Alert, scope: Scope) -> list[Button]:
    """Return what may be done beside what the alert's row shows as buttons of their own."""
    shown = {reverse(_TAKE_ON, args=[alert.pk])}
    if not alert.act:
        shown.add(reverse(CLOSE, args=[alert.pk]))
    return [each for each in acts_on(alert, scope) if each.url not in shown]
