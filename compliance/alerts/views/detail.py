"""The page of one alert."""

from django.http import HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_safe

from compliance.acts.registry import SUBJECTS, Button
from compliance.formatting import format_second
from compliance.models import Alert
from compliance.staff.roles import Role
from compliance.staff.scope import Scope
from compliance.web.generic_views import Cell, CitedText, DetailPage, FactGroup, PageLink
from compliance.web.requests import FloorRequest

from .presenter import AlertPresenter, acts_on, present_alert, severity_status


@require_safe
def alert(request: FloorRequest, key: int) -> HttpResponse:
    """Show an alert: what happened, who has it, its history, and its acts."""
    scope, at = request.scope, timezone.now()
    found: Alert = SUBJECTS["alert"].find(scope, key)
    shown = present_alert(found, scope, at)
    detail = DetailPage(
        heading=shown.check,
        status=shown.word,
        intro=found.text,
        groups=[FactGroup("What", _what(shown)), FactGroup("Who", _who(shown)), FactGroup("When", _when(found))],
        back=PageLink("Alerts", reverse("alerts", args=[found.facility.code])),
        context={"acts": _acts(shown, scope)},
    )
    return detail.render(request, "alert", found)


def _acts(shown: AlertPresenter, scope: Scope) -> list[Button]:
    """Return the acts on an alert. The remedy comes first and is the primary button."""
    acts, end = acts_on(shown.alert, scope), shown.end
    if end is None or any(act.url == end.url for act in acts):
        return acts
    if not end.is_act:
        return acts
    return [Button(end.label, end.url, True, False), *(act._replace(primary=False) for act in acts)]


def _what(shown: AlertPresenter) -> list[tuple[str, Cell]]:
    alert = shown.alert
    facts: list[tuple[str, Cell]] = [
        ("Severity", severity_status(alert)),
        ("Paragraph", CitedText("", alert.cite) if alert.cite else "–"),
    ]
    if shown.place:
        facts.append(("Table", PageLink(shown.place, shown.place_url) if shown.place_url else shown.place))
    if shown.end and not shown.end.is_act:
        facts.append(("To end it", PageLink(shown.end.label, shown.end.url)))
    return facts


def _who(shown: AlertPresenter) -> list[tuple[str, Cell]]:
    alert = shown.alert
    facts: list[tuple[str, Cell]] = [("Now", shown.who)]
    if shown.next:
        facts.append(("Next", shown.next))
    facts.append(("Level", Role(alert.level).label))
    for label, person in (("Floorperson in charge", alert.floorperson), ("Pit boss in charge", alert.pit_boss)):
        if person is not None:
            facts.append((label, f"{person} · {person.badge}"))
    return facts


def _when(alert: Alert) -> list[tuple[str, Cell]]:
    times = (
        ("Since", alert.since),
        ("Due", alert.due_at),
        ("Opened", alert.opened_at),
        ("Last raised", alert.raised_at if alert.raised_at != alert.opened_at else None),
        ("First acknowledged", alert.first_acknowledged_at),
        ("Cause gone", alert.gone_at),
        ("Closed", alert.closed_at),
    )
    return [(label, format_second(at)) for label, at in times if at is not None]
