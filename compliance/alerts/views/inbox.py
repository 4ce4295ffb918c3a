"""The inbox: a person's alerts, everyone's, snoozed and closed ones."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, NamedTuple

from django.db.models import Count, Q, QuerySet
from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_safe

from compliance.alerts.filters import AlertFilters
from compliance.alerts.inbox import RELATED, TO_DO, for_person, is_snoozed, open_alerts
from compliance.models import Alert, Facility
from compliance.staff.scope import Scope
from compliance.web.generic_views import Tab, newest_before
from compliance.web.requests import FloorRequest

from .presenter import AlertPresenter, present_alert

# Most urgent first.
MOST = 200

VIEWS = {"mine": "For me", "everyone": "Everyone's", "snoozed": "Snoozed", "closed": "Closed"}
GROUPS = {"table": "By table", "urgency": "By urgency"}


class AlertGroup(NamedTuple):
    """The alerts of one table, most urgent first; or all alerts without a heading."""

    place: str
    url: str
    status: str
    alerts: list[AlertPresenter]


@dataclass(frozen=True)
class InboxState:
    """What an inbox shows: which tab, in which order."""

    scope: Scope
    facility: Facility
    at: datetime
    view: str
    group: str

    @property
    def where(self) -> Q:
        """The condition of the current tab."""
        match self.view:
            case "mine":
                return for_person(self.scope.staff, self.facility) & ~is_snoozed(self.at)
            case "snoozed":
                return is_snoozed(self.at)
            case _:
                return Q()


@require_safe
def inbox(request: FloorRequest, code: str) -> HttpResponse:
    """Show the inbox, or only its live part when the page refreshes itself."""
    facility, at = request.scope.facility(code), timezone.now()
    view, group = request.GET.get("show", "mine"), request.GET.get("group", "table")
    box = InboxState(
        request.scope, facility, at, view if view in VIEWS else "mine", group if group in GROUPS else "table"
    )
    closed = Alert.objects.filter(facility=facility, closed_at__isnull=False).select_related(*RELATED)
    filters = AlertFilters.for_page(
        request, facility, closed if box.view == "closed" else open_alerts(facility).filter(box.where)
    )
    context = {
        "facility": facility,
        "view": box.view,
        "tabs": _tabs(request, box),
        "groupings": [_tab(request, "group", name, label, box.group) for name, label in GROUPS.items()],
        "filters": filters,
        "history_url": reverse("alert-history", args=[code]),
        "at": at,
        **(_closed(request, box, filters) if box.view == "closed" else _open(box, filters)),
    }
    template = "inbox_live.html" if request.htmx else "inbox.html"
    response = render(request, f"compliance/alerts/{template}", context)
    response["X-Server-Time"] = at.isoformat()
    return response


def _tab(request: FloorRequest, parameter: str, name: str, label: str, chosen: str, number: int | None = None) -> Tab:
    """Return a link to the same list with one parameter changed, back on its first page."""
    query = request.GET.copy()
    query.pop("before", None)
    query[parameter] = name
    return Tab(label, f"{request.path}?{query.urlencode()}", name == chosen, number)


def _tabs(request: FloorRequest, box: InboxState) -> list[Tab]:
    found = Alert.objects.filter(TO_DO, facility=box.facility, closed_at=None).aggregate(
        **{name: Count("pk", filter=replace(box, view=name).where or None) for name in ("mine", "everyone", "snoozed")}
    )
    return [_tab(request, "show", name, label, box.view, found.get(name)) for name, label in VIEWS.items()]


def _open(box: InboxState, filters: AlertFilters) -> dict[str, Any]:
    """Return the open alerts of the current tab and filters. Without filters, notices for information are apart."""
    alerts: QuerySet[Alert] = filters.qs
    listed, notices = alerts, alerts.none()
    if not filters.in_use:
        listed, notices = alerts.filter(TO_DO), alerts.exclude(TO_DO)
    found = list(listed[: MOST + 1])
    shown = [present_alert(alert, box.scope, box.at) for alert in found[:MOST]]
    return {
        "groups": _grouped(shown) if box.group == "table" else [AlertGroup("", "", "", shown)] if shown else [],
        "number": len(shown),
        "is_cut": len(found) > MOST,
        "by_table": box.group == "table",
        "notices": [present_alert(alert, box.scope, box.at) for alert in notices[:MOST]],
    }


def _grouped(alerts: Iterable[AlertPresenter]) -> list[AlertGroup]:
    """Group alerts by table, the table with the most urgent alert first."""
    groups: dict[str, AlertGroup] = {}
    for each in alerts:
        group = groups.setdefault(each.place, AlertGroup(each.place, each.place_url, each.word.status, []))
        group.alerts.append(each)
    return list(groups.values())


def _closed(request: FloorRequest, box: InboxState, filters: AlertFilters) -> dict[str, Any]:
    found, older = newest_before(request, filters.qs)
    shown = [present_alert(alert, box.scope, box.at) for alert in found]
    return {
        "groups": [AlertGroup("", "", "", shown)] if shown else [],
        "number": len(shown),
        "older": older,
        "by_table": False,
    }
