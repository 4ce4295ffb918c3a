"""A round laid out as its page shows it: street by street, paid pass by pass, and settled again."""

from typing import Any

from drf_spectacular.utils import OpenApiParameter, extend_schema_field
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from compliance.api.endpoint import Endpoint
from compliance.api.openapi.schema import Description
from games.models import Round
from games.serializer_fields import Dollars

from .payouts import Pass, passes
from .resettle import resettle_one
from .streets import CardPresenter, Cell, Replay, Street

KEY = OpenApiParameter("key", int, OpenApiParameter.PATH, description="The round's `id`.")


def _names(cards: Any) -> list[str]:
    return [_name(card) for card in cards]


def _name(card: CardPresenter) -> str:
    """Return a card as the round format has it."""
    return f"{'T' if card.rank == '10' else card.rank}{card.suit}"


class StreetSeatSerializer(serializers.Serializer):
    """What a seat did in a street."""

    seat = serializers.IntegerField(help_text="The seat's number.")
    did = serializers.ListField(child=serializers.CharField(), help_text="What it staked, decided or held, in words.")
    cards = serializers.ListField(child=serializers.CharField(), help_text='What it was dealt: ["As", "Td"].')
    is_end = serializers.BooleanField(help_text="Whether the seat was out then.")


class PlaceSerializer(serializers.Serializer):
    """A place of the cross."""

    name = serializers.CharField(help_text="left, middle, right, top or bottom.")
    card = serializers.CharField(allow_null=True, help_text="Null while it lies closed, or was not entered.")
    is_new = serializers.BooleanField(help_text="Whether it was turned up in this street.")


class BesideSerializer(serializers.Serializer):
    """Cards beside the cross."""

    label = serializers.CharField(help_text="Whose cards they are.")  # type: ignore[assignment]  # a field, by its name
    cards = serializers.ListField(child=serializers.CharField(), help_text="The cards beside the cross.")
    hand = serializers.CharField(allow_blank=True, help_text="What they came to.")


class StreetSerializer(serializers.Serializer):
    """A part of a round."""

    title = serializers.CharField(help_text="Such as The deal.")
    says = serializers.CharField(allow_blank=True, help_text="What happened.")
    cite = serializers.CharField(allow_blank=True, help_text="The paragraph behind it.")
    seats = serializers.SerializerMethodField(help_text="What each seat did, in the order in which they act.")
    cross = serializers.SerializerMethodField(help_text="The community cards as they lay; empty after the last.")
    beside = serializers.SerializerMethodField(help_text="The dealer's cards, or those of a bonus.")

    @extend_schema_field(StreetSeatSerializer(many=True))
    def get_seats(self, street: Street) -> Any:
        return [_did(number, cell) for number, cell in street.by_seat]

    @extend_schema_field(PlaceSerializer(many=True))
    def get_cross(self, street: Street) -> Any:
        return [each._asdict() | {"card": each.card and _name(each.card)} for each in street.cross]

    @extend_schema_field(BesideSerializer(many=True))
    def get_beside(self, street: Street) -> Any:
        return [each._asdict() | {"cards": _names(each.cards)} for each in street.beside]


def _did(number: int, cell: Cell) -> dict[str, Any]:
    return {"seat": number, "did": list(cell.lines), "cards": _names(cell.cards), "is_end": cell.is_end}


class PaySerializer(serializers.Serializer):
    """What a wager is paid."""

    seat = serializers.IntegerField(help_text="The seat's number.")
    wager = serializers.CharField(help_text="The wager in words.")
    hand = serializers.CharField(allow_blank=True, help_text="The hand that decided it.")
    outcome = serializers.CharField(help_text="win, push, lose, fold, forfeit or void.")
    odds = serializers.CharField(allow_blank=True, help_text="At which it was paid, such as 3 to 1.")
    pays = Dollars(source="pays_cents", help_text="What the dealer pays.")
    returned = Dollars(source="returned_cents", help_text="What is given back of the stake.")
    cite = serializers.CharField(help_text="The paragraph that decided it.")


class PassSerializer(serializers.Serializer):
    """A pass of the dealer around the table."""

    title = serializers.CharField(help_text="A seat, or a wager around the table.")
    pays = PaySerializer(many=True, help_text="Each wager, in the order in which the dealer settles it.")
    total = serializers.SerializerMethodField(help_text="What the dealer pays in this pass.")

    @extend_schema_field(Dollars())
    def get_total(self, each: Pass) -> Any:
        return Dollars().to_representation(sum(pay.pays_cents for pay in each.pays))


class DifferenceSerializer(serializers.Serializer):
    """A field that is not what it was."""

    path = serializers.CharField(help_text="The field, such as seats[1].wagers.across.pays.")
    stored = serializers.CharField(help_text="What is stored.")
    today = serializers.CharField(help_text="What it comes to now.")


class CheckSerializer(serializers.Serializer):
    """A round, settled again."""

    matches = serializers.BooleanField(help_text="Whether the round comes to what was stored, and is as journaled.")
    is_as_journaled = serializers.BooleanField(help_text="Whether it is what the journal has the hash of.")
    differences = DifferenceSerializer(many=True, help_text="Every field that is not what it was.")
    refused = serializers.ListField(
        child=serializers.CharField(), help_text="Why it can no longer be settled, if it cannot."
    )


class ReplaySerializer(serializers.Serializer):
    """A round, street by street."""

    round = serializers.IntegerField(help_text="The round's `id`.")
    streets = StreetSerializer(many=True, help_text="The round from the antes to the hands.")
    passes = PassSerializer(many=True, help_text="What the dealer pays and takes, in the order of the rules.")
    check = CheckSerializer(help_text="The same round, settled again just now.")


class ReadReplay(Endpoint):
    """GET lays a round out."""

    def description(self) -> Description:
        says = "Street by street as it was played, what the dealer paid and took, and whether it still comes to that."
        return Description("round_replay", "rounds", "Replay of a round", says, ReplaySerializer, parameters=[KEY])

    def get(self, request: Request, key: int) -> Response:
        found = self.scope.get(Round.objects.select_related("facility", "table", "offer__facility"), pk=key)
        settled = found.settled()
        shown = {
            "round": found.pk,
            "streets": Replay(found.offer.terms, found.entered(), settled).streets,
            "passes": passes(settled, found.offer.book),
            "check": resettle_one(found),
        }
        return Response(self.shown(ReplaySerializer, shown))
