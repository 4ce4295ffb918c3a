"""The history of alerts as JSON: the figures of its page."""

from collections.abc import Collection
from datetime import timedelta
from typing import Any

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema_field
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from compliance.alerts.inbox import RELATED
from compliance.alerts.serializers import AlertSerializer
from compliance.api.endpoint import Endpoint
from compliance.api.openapi.schema import Description
from compliance.api.parsing.query_params import cleaned, one_of
from compliance.api.serializers import Moment
from compliance.findings import CHECKS

from .figures import figures, newest
from .views import MOST, MOST_LISTED, SPAN_LABELS, HistoryFilters, by_check, by_hour, by_shift, history_span, opened_in

KEY = OpenApiParameter("key", str, OpenApiParameter.PATH, description="The facility's code.")
PARAMETERS = (
    OpenApiParameter(
        "span",
        {"type": "string", "enum": list(SPAN_LABELS), "default": "7d"},
        description="So long until now; or `day`, the gaming day that it is.",
    ),
    OpenApiParameter("day", {"type": "string", "format": "date"}, description="Instead: a gaming day."),
    OpenApiParameter("shift", int, description="Instead: a shift, by its number."),
    OpenApiParameter("check", str, description="What was looked for, such as deck_change: of this alone."),
    OpenApiParameter(
        "notices",
        {"type": "boolean", "default": False},
        description="Whether notices count too, which ring for nobody.",
    ),
)


def _with_checks(parameter: OpenApiParameter) -> OpenApiParameter:
    """Return a parameter with the checks that there are, which are all known when the API is described."""
    if parameter.name != "check":
        return parameter
    return OpenApiParameter("check", {"type": "string", "enum": sorted(CHECKS)}, description=parameter.description)


@extend_schema_field(OpenApiTypes.INT)
class Seconds(serializers.Field):
    """A span of time in whole seconds."""

    def to_representation(self, value: timedelta) -> int:
        return round(value.total_seconds())


class SpreadSerializer(serializers.Serializer):
    """How long something took."""

    median = Seconds(help_text="Half of them take no longer, in seconds.")
    most = Seconds(help_text="Nine of ten take no longer, in seconds.")


class FiguresSerializer(serializers.Serializer):
    """Figures of some alerts."""

    label = serializers.CharField(help_text="The check or the shift in words.")  # type: ignore[assignment]  # a field
    number = serializers.IntegerField(help_text="How many were opened.")
    open = serializers.IntegerField(help_text="How many of them are still open.")
    taken_on = serializers.IntegerField(help_text="How many someone has taken on.")
    until_taken_on = SpreadSerializer(allow_null=True, help_text="How long that took; null where nobody did.")
    by_itself = serializers.IntegerField(help_text="How many were closed because their cause was gone.")
    by_person = serializers.IntegerField(help_text="How many someone closed.")
    until_closed = SpreadSerializer(allow_null=True, help_text="How long that took; null where none was closed.")
    passed_up = serializers.IntegerField(help_text="How many went to someone above.")


class HourSerializer(serializers.Serializer):
    """An hour of the day."""

    hour = serializers.CharField(help_text="The local hour of the day, such as 06.")
    number = serializers.IntegerField(help_text="How many were opened in it.")


class AlertHistorySerializer(serializers.Serializer):
    """What alerts there were."""

    facility = serializers.CharField(help_text="The facility's code.")
    first = Moment(help_text="From when on alerts are counted by their opening.")
    after = Moment(help_text="Until before when.")
    number = serializers.IntegerField(help_text="How many were opened.")
    is_cut = serializers.BooleanField(help_text=f"Whether there were more than {MOST:,}: the newest are counted.")
    together = FiguresSerializer(help_text="The figures of all of them.")
    by_check = FiguresSerializer(many=True, help_text="The same by check, the most frequent first.")
    by_shift = FiguresSerializer(many=True, help_text="The same by the shift in which they were opened.")
    by_hour = HourSerializer(many=True, help_text="By hour, from the one at which the gaming day turns.")
    alerts = AlertSerializer(many=True, help_text=f"The newest {MOST_LISTED}; the list of alerts has them all.")


class ReadAlertHistory(Endpoint):
    """GET tells what became of the alerts of a span of time."""

    def description(self) -> Description:
        says = "How many of which there were, how long they waited and how they ended, by check, shift and hour."
        return Description(
            "alert_history",
            "alerts",
            "History of alerts",
            says,
            AlertHistorySerializer,
            parameters=[KEY, *map(_with_checks, PARAMETERS)],
        )

    def parameters(self) -> Collection[str]:
        return [each.name for each in PARAMETERS]

    def get(self, request: Request, key: str) -> Response:
        facility, given = self.scope.facility(key), request.GET
        filters = HistoryFilters(facility, given)
        check = cleaned(filters, given)["check"]
        span = history_span(facility, one_of(given, "span", tuple(SPAN_LABELS), "7d"), filters, self.at)
        notices = one_of(given, "notices", ("false", "true"), "false") == "true"
        alerts = opened_in(facility, span, check, notices=notices)
        told = newest(alerts, MOST + 1)
        counted = told[:MOST]
        shown: dict[str, Any] = {
            "facility": facility.code,
            "first": span.first,
            "after": span.after,
            "number": len(counted),
            "is_cut": len(told) > MOST,
            "together": figures("All together", counted),
            "by_check": by_check(counted),
            "by_shift": by_shift(facility, span, counted),
            "by_hour": [{"hour": hour, "number": number} for hour, number in by_hour(facility, counted)],
            "alerts": alerts.select_related(*RELATED).order_by("-opened_at", "-pk")[:MOST_LISTED],
        }
        return Response(self.shown(AlertHistorySerializer, shown))
