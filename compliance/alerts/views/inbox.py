"""The inbox: a person's alerts, everyone's, snoozed and closed ones."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, NamedTuple

from django import forms
from django.db.models import Count, Q, QuerySet
from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_safe

from compliance.alerts.inbox import RELATED, not_snoozed, open_alerts, rings_for
from compliance.findings import choices, label_of_check
from compliance.models import Alert, Facility, Severity
from compliance.staff.scope import Scope
from compliance.web.generic_views import newest_before
from compliance.web.requests import FloorRequest

from .presenter import AlertPresenter, present_alert

# Most urgent first.
MOST = 200

VIEWS = {"mine": "For me", "everyone": "Everyone's", "put-off": "Snoozed", "closed": "Closed"}
GROUPS = {"table": "By table", "urgency": "By urgency"}
SEVERITIES: list[tuple[int | str, str]] = [
    ("", "All but notices"),
    (Severity.CRITICAL, "Critical"),
    (Severity.DUE, "Due"),
    (Severity.WARNING, "Due soon and warnings"),
    (Severity.NOTICE, "Notices"),
]


class InboxFilters(forms.Form):
    severity = forms.TypedChoiceField(choices=SEVERITIES, required=False, coerce=int, empty_value=None)
    check = forms.ChoiceField(required=False)
    table = forms.ChoiceField(required=False)

    def __init__(self, *args: Any, tables: Iterable[str], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["check"].choices = [("", "All checks"), *choices()]  # type: ignore[attr-defined]
        places = [(code, code) for code in tables]
        self.fields["table"].choices = [("", "All tables"), *places]  # type: ignore[attr-defined]

    def narrow(self, alerts: QuerySet[Alert]) -> QuerySet[Alert]:
        """Apply the filters; ignore invalid values."""
        chosen = self.cleaned_data if self.is_valid() else {}
        names = {"severity": "severity", "check": "check_name", "table": "place"}
        wanted = {names[name]: value for name, value in chosen.items() if value}
        wanted.setdefault("severity__gte", Severity.NOTICE if "severity" in wanted else Severity.WARNING)
        return alerts.filter(**wanted)

    @property
    def is_used(self) -> bool:
        return self.is_valid() and any(self.cleaned_data.values())

    @property
    def chosen(self) -> str:
        """Describe the filters in use."""
        asked = self.cleaned_data
        labels = [dict(SEVERITIES)[asked["severity"]]] if asked["severity"] else []
        labels += [label_of_check(asked["check"])] if asked["check"] else []
        return " · ".join([*labels, *filter(None, [asked["table"]])])


class Tab(NamedTuple):
    label: str
    url: str
    current: bool
    number: int | None


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
        mine = rings_for(self.scope.staff, self.facility)
        conditions = {"mine": mine & not_snoozed(self.at), "put-off": Q(snoozed_until__gt=self.at)}
        return conditions.get(self.view, Q())


@require_safe
def inbox(request: FloorRequest, code: str) -> HttpResponse:
    """Show the inbox, or only its live part when the page refreshes itself."""
    facility, at = request.scope.facility(code), timezone.now()
    view, group = request.GET.get("show", "mine"), request.GET.get("group", "table")
    box = InboxState(
        request.scope, facility, at, view if view in VIEWS else "mine", group if group in GROUPS else "table"
    )
    filters = InboxFilters(request.GET, tables=_places(facility))
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


def _places(facility: Facility) -> list[str]:
    """Return the codes of tables with open alerts."""
    found = Alert.objects.filter(facility=facility, closed_at=None).exclude(place="")
    return sorted(set(found.order_by().values_list("place", flat=True)))


def _tab(request: FloorRequest, parameter: str, name: str, label: str, chosen: str, number: int | None = None) -> Tab:
    """Return a link to the same list with one parameter changed, back on its first page."""
    query = request.GET.copy()
    query.pop("before", None)
    query[parameter] = name
    return Tab(label, f"{request.path}?{query.urlencode()}", name == chosen, number)


def _tabs(request: FloorRequest, box: InboxState) -> list[Tab]:
    found = Alert.objects.filter(facility=box.facility, closed_at=None, severity__gte=Severity.WARNING).aggregate(
        **{
            name.replace("-", "_"): Count("pk", filter=replace(box, view=name).where or None)
            for name in ("mine", "everyone", "put-off")
        }
    )
    return [
        _tab(request, "show", name, label, box.view, found.get(name.replace("-", "_"))) for name, label in VIEWS.items()
    ]


def _open(box: InboxState, filters: InboxFilters) -> dict[str, Any]:
    """Return the open alerts of the current tab and filters, with notices apart."""
    wanted = open_alerts(box.facility).filter(box.where)
    found = list(filters.narrow(wanted)[: MOST + 1])
    notices = wanted.filter(severity=Severity.NOTICE) if not filters.is_used else wanted.none()
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


def _closed(request: FloorRequest, box: InboxState, filters: InboxFilters) -> dict[str, Any]:
    closed = Alert.objects.filter(facility=box.facility, closed_at__isnull=False).select_related(*RELATED)
    found, older = newest_before(request, filters.narrow(closed))
    shown = [present_alert(alert, box.scope, box.at) for alert in found]
    return {
        "groups": [AlertGroup("", "", "", shown)] if shown else [],
        "number": len(shown),
        "older": older,
        "by_table": False,
    }
