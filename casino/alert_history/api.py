"""The alert history as JSON: the figures of its page."""

from datetime import timedelta
from typing import Any

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from compliance.alerts.inbox import RELATED
from compliance.alerts.serializers import AlertSerializer
from compliance.api.endpoint import Endpoint
from compliance.api.errors import check_valid
from compliance.api.fields import Boolean, Described, FacilityCode, Moment, Number, Text
from compliance.api.openapi.schema import Description, path_key
from compliance.models import Alert

from .figures import figures, grouped, newest
from .filters import HistoryFilters
from .views import MOST, MOST_LISTED, by_check, by_hour, shift_of

KEY = path_key("The facility's code.", example="CHP")


@extend_schema_field(OpenApiTypes.INT)
class Seconds(Described):
    """A duration in whole seconds."""

    def to_representation(self, value: timedelta) -> int:
        return round(value.total_seconds())


class SpreadSerializer(serializers.Serializer):
    """How long something took."""

    median = Seconds("The median, in seconds.", example=95)
    most = Seconds("The 90th percentile, in seconds.", example=340)


class FiguresSerializer(serializers.Serializer):
    """Figures about a group of alerts."""

    label = Text("The name of the check or the shift.", example="Deck change")  # type: ignore[assignment]  # a field
    number = Number("How many alerts opened.", example=118)
    open = Number("How many of them are still open.", example=2)
    taken_on = Number("How many were acknowledged.", example=15)
    until_taken_on = SpreadSerializer(allow_null=True, help_text="Time to acknowledge; null if none was.")
    by_itself = Number("How many closed because their cause was gone.", example=11)
    by_person = Number("How many a person resolved.", example=4)
    until_closed = SpreadSerializer(allow_null=True, help_text="Time to close; null if none was closed.")
    passed_up = Number("How many were escalated.", example=1)


class HourSerializer(serializers.Serializer):
    """An hour of the day."""

    hour = Text("The local hour of the day, such as 06.", example="06")
    number = Number("How many alerts opened in this hour.", example=118)


class AlertHistorySerializer(serializers.Serializer):
    """Figures about the alerts of a time span."""

    facility = FacilityCode()
    first = Moment("Start of the time span. An alert counts if it opened in it.")
    after = Moment("End of the time span, exclusive.")
    number = Number("How many alerts are counted.", example=118)
    is_cut = Boolean(f"True if more than {MOST:,} opened; only the newest are counted.")
    together = FiguresSerializer(help_text="Figures about all of them.")
    by_check = FiguresSerializer(many=True, help_text="Figures by check, most frequent first.")
    by_shift = FiguresSerializer(many=True, help_text="Figures by the shift in which they opened.")
    by_hour = HourSerializer(many=True, help_text="Alerts by hour, from the start of the gaming day.")
    alerts = AlertSerializer(many=True, help_text=f"The newest {MOST_LISTED}; the list of alerts has them all.")


class ReadAlertHistory(Endpoint):
    """GET returns figures about the alerts of a time span."""

    def description(self) -> Description:
        says = "How many alerts opened, how long they waited and how they ended, by check, shift and hour."
        return Description(
            "alert_history",
            "alerts",
            "Alert history",
            says,
            AlertHistorySerializer,
            parameters=[KEY, *HistoryFilters.parameters()],
        )

    def get(self, request: Request, key: str) -> Response:
        facility = self.scope.facility(key)
        filters = HistoryFilters(request.GET, Alert.objects.filter(facility=facility), self.scope, facility)
        check_valid(filters.form)
        alerts, span = filters.qs, filters.time_span
        records = newest(alerts, MOST + 1)
        counted = records[:MOST]
        shown: dict[str, Any] = {
            "facility": facility.code,
            "first": span.first,
            "after": span.after,
            "number": len(counted),
            "is_cut": len(records) > MOST,
            "together": figures("All", counted),
            "by_check": by_check(counted),
            "by_shift": grouped(counted, shift_of(facility, span)),
            "by_hour": [{"hour": hour, "number": number} for hour, number in by_hour(facility, counted)],
            "alerts": alerts.select_related(*RELATED).order_by("-opened_at", "-pk")[:MOST_LISTED],
        }
        return Response(self.shown(AlertHistorySerializer, shown))
