"""A deck's exposure as JSON: the same figures as its page."""

from typing import Any

from django.http import HttpResponse
from drf_spectacular.utils import OpenApiParameter
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from compliance.api.endpoint import Endpoint
from compliance.api.errors import FieldError, Invalid
from compliance.api.fields import Boolean, Cite, Date, Id, Moment, Number, Text
from compliance.api.files import CSV, FileEndpoint, described_file
from compliance.api.openapi.schema import Description, path_key
from compliance.api.serializers import PersonSerializer
from compliance.staff.scope import Scope
from games.serializer_fields import Dollars
from tables.models import Deck

from .csv_file import csv_headers, csv_lines
from .services import Exposure, dealt, exposure_of, sums

KEY = path_key("The deck's number.", example=12)
SINCE = OpenApiParameter(
    "since",
    {"type": "string", "examples": ["r1187"]},
    description="The key of one of `moments`. Default: the last before the deck failed the count.",
)


class WholeSerializer(serializers.Serializer):
    """A moment when a deck was known complete."""

    key = Text("Value for the `since` parameter.", example="r1187")
    at = Moment("When the deck was known complete; null if it never was.", allow_null=True)
    round_number = Number("The round with the correct count.", allow_null=True, example=112)
    words = Text("That moment, for display.", example="Correct count in round 112")


class ExposedWagerSerializer(serializers.Serializer):
    """A wager of a round dealt from the deck."""

    name = Text("The wager's name.", example="ante_across")
    stake = Dollars("The amount wagered, in dollars.", example="5.00")
    outcome = Text("How the wager ended.", example="fold")
    odds = Text("The odds of a win; empty otherwise.", source="odds_or_blank", allow_blank=True, example="3:2")
    pays = Dollars("The amount won, without the stakes, in dollars.", example="0.00")
    returned = Dollars("Stakes given back, in dollars.", example="0.00")
    net = Dollars("The gain on the wager, in dollars; negative for a loss.", example="-5.00")
    cite = Cite()


class ExposedSeatSerializer(serializers.Serializer):
    """A seat of a round dealt from the deck."""

    seat = Number("The seat number: 1 is farthest to the dealer's left.", example=3)
    wagers = ExposedWagerSerializer(many=True, help_text="The seat's wagers.")
    staked = Dollars("The total wagered, in dollars.", example="25.00")
    pays = Dollars("The amount won, without the stakes, in dollars.", example="0.00")
    limit_cut = Dollars("The amount that the limit cut from the winnings, in dollars.", example="0.00")
    returned = Dollars("Stakes given back, in dollars.", example="0.00")
    net = Dollars("The seat's gain, in dollars; negative for a loss.", example="-25.00")


class ExposedRoundSerializer(serializers.Serializer):
    """A round dealt from the deck."""

    id = Id(source="round.pk")
    number = Number("The round's number at its table.", source="round.number", example=118)
    table = Text("The table's code; null if not at a table.", source="round.table.code", example="CHP-04")
    played_at = Moment("When it was played.", source="round.played_at")
    gaming_day = Date("The gaming day that it belongs to.", source="round.gaming_day")
    dealer = PersonSerializer(source="round.dealer", help_text="Who dealt.")
    status = Text("Settled, or void by the rules.", source="round.status", example="settled")
    voided = Boolean("Voided rounds are not in the totals.", source="round.is_voided", example=False)
    seats = ExposedSeatSerializer(many=True, help_text="The seats dealt in.")


class SumsSerializer(serializers.Serializer):
    """Totals of several rounds."""

    rounds = Number("How many rounds.", example=17)
    seats = Number("How many seats.", example=58)
    wagers = Number("How many wagers.", example=204)
    staked = Dollars("The total wagered, in dollars.", source="staked_cents", example="25.00")
    pays = Dollars("The amount won, without the stakes, in dollars.", source="pays_cents", example="0.00")
    returned = Dollars("Stakes given back, in dollars.", source="returned_cents", example="0.00")
    house_net = Dollars(
        "The house's gain, in dollars; negative for a loss.", source="house_net_cents", example="1204.50"
    )


class ExposureSerializer(serializers.Serializer):
    """Everything dealt from a deck since it was last known complete."""

    deck = Number("The deck's number.", source="deck.pk", example=12)
    since = WholeSerializer(help_text="Rounds are listed from this moment on.")
    moments = WholeSerializer(many=True, help_text="Moments when the deck was known complete, newest first.")
    found_in = Number(
        "The round in which it failed the count.", source="found_in.pk", default=None, allow_null=True, example=1204
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
