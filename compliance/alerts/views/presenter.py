"""Present alerts for pages: severity, owner, next escalation and remedy."""

from datetime import datetime
from typing import NamedTuple

from django.urls import reverse

from compliance.acts.registry import REGISTERED, Button, buttons
from compliance.acts.remedies import Remedy
from compliance.alerts.acts import CLOSE, alert_remedy, may_close
from compliance.alerts.escalation import next_level
from compliance.alerts.inbox import as_finding
from compliance.findings import label_of_check
from compliance.formatting import format_recent
from compliance.models import Alert, Staff
from compliance.staff.roles import job_title
from compliance.staff.scope import Scope
from compliance.web.generic_views import StatusWord

_TAKE_ON = "alert.acknowledge"


class AlertPresenter(NamedTuple):
    alert: Alert
    url: str
    word: StatusWord
    check: str
    # The code of its table; empty for an alert of the facility.
    place: str
    place_url: str
    who: str
    next: str
    end: Remedy | None
    take_on_url: str
    more: list[Button]

    @property
    def key(self) -> str:
        """The prefix of element ids, stable across refreshes."""
        return f"alert-{self.alert.pk}"


def present_alert(alert: Alert, scope: Scope, at: datetime) -> AlertPresenter:
    """Return an alert as a page shows it to this person."""
    may_open = bool(alert.place) and scope.may("table", alert.facility)
    return AlertPresenter(
        alert=alert,
        url=reverse("alert", args=[alert.pk]),
        word=alert_status(alert),
        check=label_of_check(alert.check_name),
        place=alert.place,
        place_url=reverse("table", args=[alert.place]) if may_open else "",
        who=format_owner(alert, scope.staff, at),
        next=format_escalation(alert, at),
        end=alert_remedy(alert, scope) if alert.is_open else None,
        take_on_url=_take_on_url(alert, scope),
        more=more_acts(alert, scope),
    )


def alert_status(alert: Alert) -> StatusWord:
    """Return the status of an alert: its severity while open, else closed."""
    return severity_status(alert) if alert.is_open else StatusWord("rest", "closed")


def severity_status(alert: Alert) -> StatusWord:
    """Return the severity of an alert, open or closed."""
    finding = as_finding(alert)
    return StatusWord(finding.status, finding.status_word)


def format_owner(alert: Alert, asking: Staff, at: datetime) -> str:
    """Return who has an alert, or who closed it, addressed to the person asking."""
    if alert.closed_at is not None:
        return f"Closed {format_recent(alert.closed_at, at)} {alert.how_closed}"
    if alert.is_snoozed(at):
        assert alert.snoozed_until is not None
        return f"Snoozed until {format_recent(alert.snoozed_until, at)}"
    if alert.acknowledged_at is not None:
        return f"Acknowledged by {_named(alert.acknowledged_by, asking)} at {format_recent(alert.acknowledged_at, at)}"
    if alert.assigned_to is not None:
        return f"Assigned to {_named(alert.assigned_to, asking)}"
    return f"For {_named(alert.in_charge, asking) or _the(alert.level, alert)}"


def _named(person: Staff | None, asking: Staff) -> str:
    return "you" if person == asking else str(person or "")


def format_escalation(alert: Alert, at: datetime) -> str:
    """Return to whom and when an alert escalates if nothing is done."""
    to = next_level(alert)
    if to is None or alert.escalate_at is None:
        return ""
    unless = "still open" if alert.acknowledged_at else "not acknowledged"
    return f"Escalates to {_the(to, alert)} at {format_recent(alert.escalate_at, at)} if {unless}"


def _the(role: str, alert: Alert) -> str:
    return f"the {job_title(role, alert.facility.jurisdiction).lower()}"


def _take_on_url(alert: Alert, scope: Scope) -> str:
    may = REGISTERED[_TAKE_ON].when(alert) and scope.may(_TAKE_ON, alert.facility)
    return reverse(_TAKE_ON, args=[alert.pk]) if may else ""


def acts_on(alert: Alert, scope: Scope) -> list[Button]:
    """Return the acts that this person may do on an alert."""
    closing = reverse(CLOSE, args=[alert.pk])
    return [each for each in buttons("alert", alert, scope) if each.url != closing or may_close(alert, scope)]


def more_acts(alert: Alert, scope: Scope) -> list[Button]:
    """Return the acts for the More menu: those without a button of their own in the row."""
    shown = {reverse(_TAKE_ON, args=[alert.pk])}
    if not alert.act:
        shown.add(reverse(CLOSE, args=[alert.pk]))
    return [each for each in acts_on(alert, scope) if each.url not in shown]
