"""The bell in the API: what rings for who asks."""

from drf_spectacular.utils import OpenApiParameter
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from compliance.api.endpoint import Endpoint
from compliance.api.openapi.schema import Description
from compliance.api.serializers import Moment
from compliance.models import Facility, Severity

from . import inbox
from .serializers import AlertSerializer

KEY = OpenApiParameter("key", str, OpenApiParameter.PATH, description="The facility's code.")

# More than anyone can work; the most urgent come first, as in the inbox.
MOST = 200


class BellSerializer(serializers.Serializer):
    """What rings for you."""

    facility = serializers.CharField(help_text="The facility's code.")
    mine = serializers.IntegerField(help_text="How many alerts are for you.")
    unacknowledged = serializers.IntegerField(help_text="How many of them nobody has taken on.")
    worst = serializers.ChoiceField(
        [each.name.lower() for each in Severity], allow_null=True, help_text="How bad the worst of these is."
    )
    rang_at = Moment(allow_null=True, help_text="When the last of these rang.")
    alerts = AlertSerializer(many=True, help_text=f"Those that are for you, the most urgent first; at most {MOST}.")


class ReadBell(Endpoint):
    """GET tells what asks for one's attention now."""

    def description(self) -> Description:
        says = (
            "Alerts that are handed to you or have come up to your role, are not put off and are more than notices. "
            "Nothing rings for a key, nor for a role without an inbox."
        )
        return Description("bell_read", "alerts", "What rings for you", says, BellSerializer, parameters=[KEY])

    def get(self, request: Request, key: str) -> Response:
        facility = self.scope.facility(key)
        return Response(self.shown(BellSerializer, {"facility": facility.code, **self._rung(facility)}))

    def _rung(self, facility: Facility) -> dict[str, object]:
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
