"""A round's replay as JSON: street by street, paid pass by pass, and settled again."""

from typing import Any

from drf_spectacular.utils import OpenApiParameter, extend_schema_field
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from compliance.api.endpoint import Endpoint
from compliance.api.openapi.schema import Description
from games.models import Round
from games.rounds.stored_settlement import read_settlement
from games.serializer_fields import Dollars

from .payouts import passes
from .resettle import resettle_one
from .streets import CardPresenter, Cell, Replay, Street

KEY = OpenApiParameter("key", int, OpenApiParameter.PATH, description="The round's `id`.")


def _names(cards: Any) -> list[str]:
    return [_name(card) for card in cards]


def _name(card: CardPresenter) -> str:
    """Return a card in the round format."""
    return f"{'T' if card.rank == '10' else card.rank}{card.suit}"


class StreetSeatSerializer(serializers.Serializer):
    """What a seat did in a street."""

    seat = serializers.IntegerField(help_text="The seat's number.")
    did = serializers.ListField(child=serializers.CharField(), help_text="What it wagered, decided or held, in words.")
    cards = serializers.ListField(child=serializers.CharField(), help_text='The cards it was dealt: ["As", "Td"].')
    is_end = serializers.BooleanField(help_text="Whether the seat was out after this.")


class PlaceSerializer(serializers.Serializer):
    """A position of the community cards."""

    name = serializers.CharField(help_text="left, middle, right, top or bottom.")
    card = serializers.CharField(allow_null=True, help_text="Null while it is face down, or if it was not entered.")
    is_new = serializers.BooleanField(help_text="Whether it was turned face up in this street.")


class BesideSerializer(serializers.Serializer):
    """Cards beside the community cards."""

    label = serializers.CharField(help_text="Whose cards they are.")  # type: ignore[assignment]  # a field, by its name
    cards = serializers.ListField(child=serializers.CharField(), help_text="The cards.")
    hand = serializers.CharField(allow_blank=True, help_text="The hand they make.")


class StreetSerializer(serializers.Serializer):
    """One street of a round."""

    title = serializers.CharField(help_text="The street's title, such as The deal.")
    says = serializers.CharField(allow_blank=True, help_text="What happened.")
    cite = serializers.CharField(allow_blank=True, help_text="The paragraph it follows.")
    seats = serializers.SerializerMethodField(help_text="What each seat did, in acting order.")
    cross = serializers.SerializerMethodField(help_text="The community cards at this point; empty at the end.")
    beside = serializers.SerializerMethodField(help_text="The dealer's cards, or the bonus cards.")

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
    wager = serializers.CharField(help_text="The wager's name, for display.")
    hand = serializers.CharField(allow_blank=True, help_text="The hand that decided it.")
    outcome = serializers.CharField(help_text="win, push, lose, fold, forfeit or void.")
    odds = serializers.CharField(allow_blank=True, help_text="The odds it was paid at, such as 3 to 1.")
    pays = Dollars(help_text="What the dealer pays.")
    returned = Dollars(help_text="The part of the stake given back.")
    cite = serializers.CharField(help_text="The paragraph that decided it.")


class PassSerializer(serializers.Serializer):
    """A pass of the dealer around the table."""

    title = serializers.CharField(help_text="A seat, or a wager around the table.")
    pays = PaySerializer(many=True, help_text="The wagers, in settlement order.")
    total = Dollars(source="total_cents", help_text="What the dealer pays in this pass.")


class DifferenceSerializer(serializers.Serializer):
    """A field that differs from the stored result."""

    path = serializers.CharField(help_text="The field, such as seats[1].wagers.across.pays.")
    stored = serializers.CharField(help_text="The stored value.")
    today = serializers.CharField(help_text="The value recalculated now.")


class CheckSerializer(serializers.Serializer):
    """A round, recalculated."""

    matches = serializers.BooleanField(help_text="Whether the recalculated round matches the stored and journaled one.")
    is_as_journaled = serializers.BooleanField(help_text="Whether it matches its hash in the journal.")
    differences = DifferenceSerializer(many=True, help_text="Every field that differs.")
    refused = serializers.ListField(child=serializers.CharField(), help_text="Why it can no longer be settled, if so.")


class ReplaySerializer(serializers.Serializer):
    """A round, street by street."""

    round = serializers.IntegerField(help_text="The round's `id`.")
    streets = StreetSerializer(many=True, help_text="The streets, from the antes to the hands.")
    passes = PassSerializer(many=True, help_text="What the dealer pays and takes, in settlement order.")
    check = CheckSerializer(help_text="The result of settling the round again now.")


class ReadReplay(Endpoint):
    """GET returns a round's replay."""

    def description(self) -> Description:
        says = "The round street by street, what the dealer paid and took, and whether it still recalculates to that."
        return Description("round_replay", "rounds", "Replay of a round", says, ReplaySerializer, parameters=[KEY])

    def get(self, request: Request, key: int) -> Response:
        found = self.scope.get(Round.objects.select_related("facility", "table", "offer__facility"), pk=key)
        settled = read_settlement(found.settlement)
        shown = {
            "round": found.pk,
            "streets": Replay(found.offer.terms, found.entered(), settled).streets,
            "passes": passes(settled, found.offer.book),
            "check": resettle_one(found),
        }
        return Response(self.shown(ReplaySerializer, shown))
