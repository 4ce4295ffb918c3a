"""A deck's exposure as JSON: the same figures as its page."""

from typing import Any

from django.http import HttpResponse
from drf_spectacular.utils import OpenApiParameter
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from compliance.api.endpoint import Endpoint
from compliance.api.errors import FieldError, Invalid
from compliance.api.files import CSV, FileEndpoint, described_file
from compliance.api.openapi.schema import Description
from compliance.api.serializers import Moment as MomentField
from compliance.api.serializers import PersonSerializer
from compliance.staff.scope import Scope
from games.serializer_fields import Dollars
from tables.models import Deck

from .csv_file import csv_headers, csv_lines
from .services import Exposure, dealt, exposure_of, sums

KEY = OpenApiParameter("key", int, OpenApiParameter.PATH, description="The deck's number.")
SINCE = OpenApiParameter(
    "since", str, description="The key of one of `moments`. Default: the last before the deck failed the count."
)


class WholeSerializer(serializers.Serializer):
    """A moment when a deck was known complete."""

    key = serializers.CharField(help_text="Value for the `since` parameter.")
    at = MomentField(allow_null=True, help_text="When the deck was known complete; null if it never was.")
    round_number = serializers.IntegerField(allow_null=True, help_text="The round with the correct count.")
    words = serializers.CharField()


class ExposedWagerSerializer(serializers.Serializer):
    """A wager of a round dealt from the deck."""

    name = serializers.CharField()
    stake = Dollars()
    outcome = serializers.CharField()
    odds = serializers.CharField(source="odds_or_blank", allow_blank=True)
    pays = Dollars()
    returned = Dollars()
    net = Dollars()
    cite = serializers.CharField()


class ExposedSeatSerializer(serializers.Serializer):
    """A seat of a round dealt from the deck."""

    seat = serializers.IntegerField()
    wagers = ExposedWagerSerializer(many=True)
    staked = Dollars()
    pays = Dollars()
    limit_cut = Dollars()
    returned = Dollars()
    net = Dollars()


class ExposedRoundSerializer(serializers.Serializer):
    """A round dealt from the deck."""

    id = serializers.IntegerField(source="round.pk")
    number = serializers.IntegerField(source="round.number")
    table = serializers.CharField(source="round.table.code")
    played_at = MomentField(source="round.played_at")
    gaming_day = serializers.DateField(source="round.gaming_day")
    dealer = PersonSerializer(source="round.dealer")
    status = serializers.CharField(source="round.status")
    voided = serializers.BooleanField(source="round.is_voided", help_text="Voided rounds are not in the totals.")
    seats = ExposedSeatSerializer(many=True)


class SumsSerializer(serializers.Serializer):
    """Totals of several rounds."""

    rounds = serializers.IntegerField()
    seats = serializers.IntegerField()
    wagers = serializers.IntegerField()
    staked = Dollars(source="staked_cents")
    pays = Dollars(source="pays_cents")
    returned = Dollars(source="returned_cents")
    house_net = Dollars(source="house_net_cents")


class ExposureSerializer(serializers.Serializer):
    """Everything dealt from a deck since it was last known complete."""

    deck = serializers.IntegerField(source="deck.pk")
    since = WholeSerializer(help_text="Rounds are listed from this moment on.")
    moments = WholeSerializer(many=True, help_text="Moments when the deck was known complete, newest first.")
    found_in = serializers.IntegerField(
        source="found_in.pk", default=None, allow_null=True, help_text="The round in which it failed the count."
    )
    totals = SumsSerializer(help_text="Totals of the rounds that were not voided.")
    rounds = ExposedRoundSerializer(many=True, help_text="Rounds in order of play.")


class ReadExposure(Endpoint):
    """GET returns everything dealt from a deck since it was last known complete."""

    def description(self) -> Description:
        says = (
            "Every round, seat and wager dealt from the deck since it was last known complete: since its last correct "
            "count, or since it came into play."
        )
        return Description(
            "deck_exposure", "decks", "Exposure of a deck", says, ExposureSerializer, parameters=[KEY, SINCE]
        )

    def get(self, request: Request, key: int) -> Response:
        found = _asked_for(self.scope, request, key)
        several = list(dealt(found.rounds))
        shown: dict[str, Any] = found._asdict() | {"totals": sums(several), "rounds": several}
        return Response(self.shown(ExposureSerializer, shown))


class ReadExposureFile(FileEndpoint):
    """GET returns the same as CSV."""

    def description(self) -> Description:
        says = "The same as a CSV file: one row per wager, with column names in the first line."
        return Description(
            "deck_exposure_csv",
            "decks",
            "Exposure of a deck as CSV",
            says,
            described_file(CSV),
            parameters=[KEY, SINCE],
        )

    def get(self, request: Request, key: int) -> HttpResponse:
        found = _asked_for(self.scope, request, key)
        return HttpResponse("".join(csv_lines(found)), headers=csv_headers(found.deck))


def _asked_for(scope: Scope, request: Request, key: int) -> Exposure:
    deck = scope.get(Deck.objects.select_related("facility"), pk=key)
    since = request.GET.get("since", "")
    found = exposure_of(deck, since)
    if since and found.since.key != since:
        raise Invalid([FieldError("since", "unknown_moment", "Give the key of one of `moments`.")])
    return found
