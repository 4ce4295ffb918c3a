"""What every page shows around its content: navigation, facility, shift, alerts and scheduler."""

from datetime import datetime
from typing import Any

from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone

from casino.access import facility_of
from compliance.alerts.heartbeat import Outage, current_outage
from compliance.alerts.inbox import count_open
from compliance.alerts.views.bell import present_bell, warning
from compliance.facilities.gaming_day import gaming_day
from compliance.formatting import format_duration
from compliance.models import Facility
from compliance.staff.roles import EVERYONE, job_title
from compliance.staff.scope import Scope
from compliance.web.generic_views import PageLink, StatusWord, Tab
from tables.shifts.services import on_duty

NAVIGATION = (
    ("board", "Board"),
    ("alerts", "Alerts"),
    ("tables", "Tables"),
    ("rounds", "Rounds"),
    ("decks", "Decks"),
    ("devices", "Devices"),
    ("layouts", "Layouts"),
    ("offers", "Offers"),
    ("dealers", "Dealers"),
    ("shifts", "Shifts"),
    ("reports", "Reports"),
    ("violations", "Violations"),
    ("journal", "Journal"),
    ("rules", "Rules"),
    ("staff-list", "Staff"),
    ("keys", "API keys"),
    ("facility", "Facility"),
)


# Pages whose name is not that of their subject.
_OF = {
    "exposure": "deck",
    "round-entry": "table",
    "alert-history": "alert",
    "range": "report",
    "ranges": "report",
    "edition": "rule",
}


def page_context(request: HttpRequest) -> dict[str, Any]:
    """Return the context of every page of someone signed in."""
    scope: Scope | None = getattr(request, "scope", None)
    if scope is None or scope.staff.must_change_password:
        return {}
    facility = facility_of(request)
    if facility is None:
        return {}
    at = timezone.now()
    silent = current_outage(at)
    shift = on_duty(facility)
    here = request.resolver_match.url_name if request.resolver_match else ""
    return {
        "board_url": reverse("board", args=[facility.code]),
        "facilities": [
            Tab(each.name, reverse("board", args=[each.code]), each == facility) for each in scope.facilities(EVERYONE)
        ],
        "role_label": ", ".join(
            sorted(job_title(role, facility.jurisdiction) for role in scope.staff.roles_at(facility))
        ),
        "navigation": [
            Tab(label, _address(name, facility), _leads(here or "", name))
            for name, label in NAVIGATION
            if scope.may(name, facility)
        ],
        "strip": {
            "facility": facility.name,
            "gaming_day": gaming_day(facility, at),
            "shift": f"{shift.template.name} · {shift.manager}" if shift else "none on duty",
            "report_url": reverse("report", args=[shift.pk]) if shift and scope.may("report", facility) else "",
            "alerts": _alerts(scope, facility),
            "scheduler": scheduler(silent, at),
        },
        "bell": present_bell(scope, facility, at),
        "silence": warning(silent, at),
    }


def _address(name: str, facility: Facility) -> str:
    """Return the URL of a navigation item. The rules are the same everywhere; the page shows a facility's evidence."""
    return f"{reverse(name)}?facility={facility.code}" if name == "rules" else reverse(name, args=[facility.code])


def _leads(here: str, name: str) -> bool:
    """Tell whether a page belongs to a navigation item: a table to Tables, an act on a deck to Decks."""
    kind = _OF.get(here) or here.partition(".")[0]
    return name == here or name in (f"{kind}s", f"{kind}-list")


def _alerts(scope: Scope, facility: Facility) -> PageLink:
    """Return how many alerts are open here, for anyone, and the link to them."""
    number = count_open(facility)
    url = f"{reverse('alerts', args=[facility.code])}?show=everyone" if scope.may("alerts", facility) else ""
    return PageLink(f"{number} open" if number else "none open", url)


def scheduler(silent: Outage | None, at: datetime) -> StatusWord:
    """Return the status of the scheduler."""
    if silent is None:
        return StatusWord("fine", "running")
    if silent.since is None:
        return StatusWord("due", "no heartbeat yet")
    return StatusWord("due", f"down for {format_duration(at - silent.since)}")
