"""The alerts resource of the API, and the bell: the alerts that need the caller's attention now."""

from datetime import timedelta
from typing import Any

from django.db.models import Q, QuerySet
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from compliance.api.endpoint import Endpoint
from compliance.api.fields import Choice, FacilityCode, Moment, Number
from compliance.api.lists.updated_since import Since, by_own_entries
from compliance.api.openapi.schema import Description, path_key
from compliance.api.resources import Resource
from compliance.findings import CHECKS
from compliance.models import Alert, Facility, Severity

from . import inbox
from .filters import AlertFilters
from .serializers import AlertDetailSerializer, AlertSerializer

# An inspection may take this long before its results are visible.
_UNDER_WAY = timedelta(hours=1)


def _changed_without_entry(since: Since) -> QuerySet[Any]:
    """Return alerts that an inspection can change without a journal entry: notices, and open alerts with a new text."""
    lasting = [name for name, check in CHECKS.items() if check.lasts]
    lately = since.moment - _UNDER_WAY
    changed = Q(check_name__in=lasting, gone_at=None) | Q(gone_at__gte=lately) | Q(opened_at__gte=lately)
    return since.scope.visible(Alert.objects.filter(changed)).values_list("pk")


ALERTS = Resource(
    "alert",
    AlertSerializer,
    AlertDetailSerializer,
    says="Open and closed compliance alerts, newest first.",
    key="The alert's number.",
    changed=(by_own_entries("alert"), _changed_without_entry),
    order="-id",
    fetch=lambda alerts, at: alerts.select_related(*inbox.RELATED),
    filters=AlertFilters,
)

# ── The bell

KEY = path_key("The facility's code.", example="CHP")

# Most urgent first, as in the inbox.
MOST = 200


class BellSerializer(serializers.Serializer):
    """The alerts that need your attention now."""

    facility = FacilityCode()
    mine = Number("How many alerts are for you.", example=3)
    unacknowledged = Number("How many of them nobody has acknowledged.", example=1)
    worst = Choice("The worst unacknowledged severity.", [each.name.lower() for each in Severity], allow_null=True)
    rang_at = Moment("When the latest unacknowledged alert was raised.", allow_null=True)
    alerts = AlertSerializer(many=True, help_text=f"Your alerts, most urgent first; at most {MOST}.")


class ReadBell(Endpoint):
    """GET returns the alerts that need the caller's attention now."""

    def description(self) -> Description:
        says = (
            "Alerts that are assigned to you or are at the level of your role, without notices and snoozed alerts. "
            "API keys, and roles without an inbox, get no alerts."
        )
        return Description("bell_read", "alerts", "Alerts for you", says, BellSerializer, parameters=[KEY])

    def get(self, request: Request, key: str) -> Response:
        facility = self.scope.facility(key)
        return Response(self.shown(BellSerializer, {"facility": facility.code, **self._bell(facility)}))

    def _bell(self, facility: Facility) -> dict[str, object]:
        if not self.scope.may("alerts", facility):
            return {"mine": 0, "unacknowledged": 0, "worst": None, "rang_at": None, "alerts": []}
        bell = inbox.bell_state(self.scope.staff, facility, self.at)
        ringing = inbox.ringing(self.scope.staff, facility, self.at)
        last = ringing.filter(acknowledged_at=None).order_by("-raised_at").first()
        return {
            "mine": bell.mine,
            "unacknowledged": bell.unacknowledged,
            "worst": bell.worst and bell.worst.name.lower(),
            "rang_at": last and last.raised_at,
            "alerts": ringing[:MOST],
        }
