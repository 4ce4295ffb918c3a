"""A round's replay as JSON: street by street, paid pass by pass, and settled again."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from compliance.api.endpoint import Endpoint
from compliance.api.fields import Boolean, Cite, Computed, ListOf, Number, Text
from compliance.api.openapi.schema import Description, path_key
from games.models import Round
from games.rounds.stored_settlement import read_settlement
from games.serializer_fields import Dollars

from .payouts import passes, unseen_hands
from .resettle import resettle_one
from .streets import CardPresenter, Cell, Replay, Street

KEY = path_key("The round's `id`.", example=1204)


def _names(cards: Any) -> list[str]:
    return [_name(card) for card in cards]


def _name(card: CardPresenter) -> str:
    """Return a card in the round format."""
    return f"{'T' if card.rank == '10' else card.rank}{card.suit}"


class StreetSeatSerializer(serializers.Serializer):
    """What a seat did in a street."""

    seat = Number("The seat's number.", example=3)
    did = ListOf(
        "What it wagered, decided or held, in words.", child=serializers.CharField(), example=["Antes $5.00 each"]
    )
    cards = ListOf('The cards it was dealt: ["As", "Td"].', child=serializers.CharField(), example=["Qd", "7c"])
    is_unseen = Boolean("Whether its hand went unseen into the discard rack.", example=False)
    is_end = Boolean("Whether the seat was out after this.")


class PlaceSerializer(serializers.Serializer):
    """A position of the community cards."""

    name = Text("left, middle, right, top or bottom.", example="left")
    card = Text("Null while it is face down, or if it was not entered.", allow_null=True, example="Qh")
    is_new = Boolean("Whether it was turned face up in this street.")


class BesideSerializer(serializers.Serializer):
    """Cards beside the community cards."""

    label = Text("Whose cards they are.", example="Six card bonus")  # type: ignore[assignment]  # a field, by its name
    cards = ListOf("The cards.", child=serializers.CharField(), example=["Qd", "7c"])
    hand = Text("The hand they make.", allow_blank=True, example="two_pair")


class StreetSerializer(serializers.Serializer):
    """One street of a round."""

    title = Text("The street's title, such as The deal.", example="The deal")
    says = Text("What happened.", allow_blank=True, example="Each seat is dealt two cards.")
    cite = Cite("The paragraph it follows.", allow_blank=True)
    seats = Computed("What each seat did, in acting order.")
    cross = Computed("The community cards at this point; empty at the end.")
    beside = Computed("The dealer's cards, or the bonus cards.")

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
    return {
        "seat": number,
        "did": list(cell.lines),
        "cards": _names(cell.cards),
        "is_unseen": cell.is_unseen,
        "is_end": cell.is_end,
    }


class PaySerializer(serializers.Serializer):
    """What a wager is paid."""

    seat = Number("The seat's number.", example=3)
    wager = Text("The wager's name, for display.", example="Ante across")
    hand = Text("The hand that decided it.", allow_blank=True, example="Pair of queens")
    outcome = Text("win, push, lose, fold, forfeit or void.", example="fold")
    odds = Text("The odds it was paid at, such as 3 to 1.", allow_blank=True, example="3 to 1")
    pays = Dollars("What the dealer pays.", example="0.00")
    returned = Dollars("The part of the stake given back.", example="0.00")
    cite = Cite("The paragraph that decided it.")


class PassSerializer(serializers.Serializer):
    """A pass of the dealer around the table."""

    title = Text("A seat, or a wager around the table.", example="Seat 3")
    pays = PaySerializer(many=True, help_text="The wagers, in settlement order.")
    total = Dollars("What the dealer pays in this pass.", source="total_cents", example="15.00")


class DifferenceSerializer(serializers.Serializer):
    """A field that differs from the stored result."""

    path = Text("The field, such as seats[1].wagers.across.pays.", example="seats[1].wagers.across.pays")
    stored = Text("The stored value.", example="15.00")
    today = Text("The value recalculated now.", example="10.00")


class UnderTodaysRulesSerializer(serializers.Serializer):
    """How today's rules would settle a round of another revision."""

    revision = Number("Today's revision of the rulebook.", example=2)
    differences = DifferenceSerializer(many=True, help_text="Every field that would differ.")
    refused = ListOf(
        "Why today's rules would refuse it, if so.",
        child=serializers.CharField(),
        example=["dealt: Enter how many cards lay on the table: it was not a full deal."],
    )


class CheckSerializer(serializers.Serializer):
    """A round, recalculated."""

    matches = Boolean(
        "Whether the round is as journaled, and recalculates to the stored one. One of another revision of the "
        "rulebook keeps its settlement; see `today`."
    )
    revision = Number("The revision of the rulebook that it was settled under.", source="round.revision", example=2)
    is_as_journaled = Boolean("Whether it matches its hash and its revision in the journal.")
    differences = DifferenceSerializer(many=True, help_text="Every field that differs.")
    refused = ListOf(
        "Why it can no longer be settled, if so.",
        child=serializers.CharField(),
        example=["seats[0].cards[0]: The deck has no such card."],
    )
    today = UnderTodaysRulesSerializer(
        allow_null=True,
        help_text="What today's rules would do, if it was settled under another revision and they differ; else null.",
    )


class ReplaySerializer(serializers.Serializer):
    """A round, street by street."""

    round = Number("The round's `id`.", example=1204)
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
        settled, entered = read_settlement(found.settlement), found.entered()
        shown = {
            "round": found.pk,
            "streets": Replay(found.offer.terms, entered, settled).streets,
            "passes": passes(settled, found.offer.book, unseen_hands(entered)),
            "check": resettle_one(found),
        }
        return Response(self.shown(ReplaySerializer, shown))
