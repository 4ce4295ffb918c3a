"""What is dealt at a table, as the page on which rounds are logged knows it."""

from typing import Any

from drf_spectacular.utils import OpenApiParameter
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from compliance.api.endpoint import Endpoint
from compliance.api.openapi.schema import Description
from tables.floor.queries import with_relations
from tables.models import Table

from .table_terms import table_terms

KEY = OpenApiParameter("key", str, OpenApiParameter.PATH, description="The table's code.")


def _text(says: str, **options: Any) -> Any:
    return serializers.CharField(help_text=says, **options)


class TermsDeckSerializer(serializers.Serializer):
    """A deck in play."""

    id = serializers.IntegerField(help_text="The deck's number.")
    label = _text("Its place at the table and the colour of its backs.")
    colour = _text("The colour of its backs.")
    turn = serializers.BooleanField(help_text="Whether the next round is dealt from it.")


class TermsDeviceSerializer(serializers.Serializer):
    """A device at the table."""

    id = serializers.IntegerField(help_text="The device's number.")
    label = _text("The device in words.")
    in_order = serializers.BooleanField(help_text="Whether it is in order.")


class TermsStakesSerializer(serializers.Serializer):
    """What a seat staked."""

    seat = serializers.IntegerField(help_text="The seat's number.")
    wagers = serializers.DictField(child=serializers.CharField(), help_text='Name → amount: {"ante": "5.00"}.')


class TermsHandSerializer(serializers.Serializer):
    """A hand beside the seats."""

    name = _text("Its field in a round: dealer or six_card.")
    label = _text("The hand in words.")
    letter = _text("By which the quick line begins it.")
    example = _text("How the quick line writes it.")
    cards = serializers.IntegerField(help_text="How many cards it has.")


class TermsTimesSerializer(serializers.Serializer):
    """How many times the ante a bet may be."""

    at_least = serializers.IntegerField(help_text="So many times the ante at least.")
    at_most = serializers.IntegerField(help_text="So many times at most.")
    whole = serializers.BooleanField(help_text="Whether only whole times will do.")


class TermsWagerSerializer(serializers.Serializer):
    """A wager that is offered."""

    name = _text("Its name in a round.")
    label = _text("The wager in words.")
    short = _text("The same for a narrow place.")
    mark = _text("Its letter in the quick line.", allow_blank=True)
    kind = _text("Such as ante, bet or bonus.")
    least = _text("The lowest stake; null where the ante decides it.", allow_null=True)
    most = _text("The highest stake; null where the ante decides it.", allow_null=True)
    equals = _text("The wager that it must equal.", allow_null=True)
    equals_label = _text("The same in words.", allow_blank=True)
    requires = _text("The wager without which it is not made.", allow_null=True)
    decision = _text("At which decision it is made; null before the cards.", allow_null=True)
    times = TermsTimesSerializer(allow_null=True, help_text="How many times the ante it may be.")
    cite = _text("The paragraph behind it.")


class TermsNamedSerializer(serializers.Serializer):
    """A name with what it means."""

    name = _text("Its name in a round.")
    label = _text("The same in words.")


class TermsAxisSerializer(TermsNamedSerializer):
    """An axis that a seat may play."""

    letter = _text("Its letter in the quick line.")


class TermsPositionSerializer(serializers.Serializer):
    """A position of the wheel."""

    at = serializers.IntegerField(help_text="The wheel's position.")
    pays = _text("What the seat that spins is paid; null where it is the top prize.", allow_null=True)
    community = _text("What the other seats are paid; null for nothing.", allow_null=True)
    top = serializers.BooleanField(help_text="Whether it is the top prize.")


class TermsSpinSerializer(serializers.Serializer):
    """The wheel."""

    wager = _text("The wager with which one spins.")
    stake = _text("What it costs.")
    folded_spins = serializers.BooleanField(help_text="Whether a hand that folded spins.")
    top_prize = _text("What the top prize is; null where it is a jackpot.", allow_null=True)
    positions = TermsPositionSerializer(many=True, help_text="The wheel, position by position.")
    cite = _text("The paragraph behind it.")


class TermsForfeitSerializer(TermsNamedSerializer):
    """Why a seat forfeits its wagers."""

    what = _text("When a seat forfeits its wagers.")
    cite = _text("The paragraph behind it.")


class TermsIrregularitySerializer(TermsNamedSerializer):
    """Something that can go wrong."""

    what = _text("What went wrong.")
    does = _text("What then becomes of the round, the cards and the device.")
    voids = serializers.BooleanField(help_text="Whether it is given as `void` of a round.")
    device = serializers.BooleanField(help_text="Whether a device has to do with it.")
    cite = _text("The paragraph behind it.")


class TermsOutcomeSerializer(serializers.Serializer):
    """What a count does."""

    text = _text("What becomes of the round and the deck.")
    short = _text("The same in two words.")
    cite = _text("The paragraph behind it.")


class TermsCountSerializer(serializers.Serializer):
    """The count of the stub."""

    due = serializers.BooleanField(help_text="Whether the stub must be counted in the next round.")
    every = serializers.IntegerField(allow_null=True, help_text="In every so many rounds; null for never by rounds.")
    since = serializers.IntegerField(help_text="Rounds since it was counted.")
    cite = _text("The paragraph behind it.")
    misdealt = TermsOutcomeSerializer(help_text="What a count does that a misdeal explains.")
    not_whole = TermsOutcomeSerializer(help_text="What a count does that nothing explains.")


class TermsSerializer(serializers.Serializer):
    """All that one needs to know to enter a round at a table."""

    table = _text("The table's code.")
    edition = _text("Whose rules are dealt.")
    game = _text("The game.")
    number = serializers.IntegerField(help_text="Of the next round at this table.")
    dealer = _text("Who deals; null for nobody.", allow_null=True)
    decks = TermsDeckSerializer(many=True, help_text="The decks in play.")
    devices = TermsDeviceSerializer(many=True, help_text="The devices at the table.")
    last = TermsStakesSerializer(many=True, help_text="The seats of the last round, and their stakes before the cards.")
    positions = serializers.IntegerField(help_text="How many seats there are.")
    from_right = serializers.BooleanField(help_text="Whether seats are settled from the dealer's right.")
    ranks = _text("The ranks of the cards, the highest first.")
    places = serializers.ListField(child=serializers.CharField(), help_text="The places of the community cards.")
    cards_in_deck = serializers.IntegerField(help_text="How many cards a deck has.")
    seat_cards = serializers.IntegerField(help_text="How many cards a seat is dealt.")
    hands = TermsHandSerializer(many=True, help_text="Hands beside the seats and the community.")
    wagers = TermsWagerSerializer(many=True, help_text="What may be wagered, in the order in which it is.")
    free_bets = serializers.BooleanField(help_text="Whether bets need not be whole times the ante.")
    decisions = TermsNamedSerializer(many=True, help_text="At what a seat bets or folds, in their order.")
    axes = TermsAxisSerializer(many=True, help_text="What a seat chooses between, where it does.")
    exposed_for = _text("The wager for which exposed cards matter; null for none.", allow_null=True)
    spin = TermsSpinSerializer(allow_null=True, help_text="The wheel, where there is one.")
    forfeits = TermsForfeitSerializer(many=True, help_text="For what a seat forfeits its wagers.")
    irregularities = TermsIrregularitySerializer(many=True, help_text="What can go wrong, and what it does.")
    count = TermsCountSerializer(help_text="The count of the stub.")


class TableTermsSerializer(serializers.Serializer):
    """What is dealt at a table now."""

    terms = TermsSerializer(allow_null=True, help_text="Null where no offer is in force: nothing can be dealt.")


class ReadTerms(Endpoint):
    """GET tells what is dealt at a table now."""

    def description(self) -> Description:
        says = "The game, its wagers and limits, decks, devices and what can go wrong, by the offer that is in force."
        return Description(
            "table_terms", "tables", "What is dealt at a table", says, TableTermsSerializer, parameters=[KEY]
        )

    def get(self, request: Request, key: str) -> Response:
        table: Table = self.scope.get(with_relations(Table.objects.all(), self.at), code=key)
        return Response(self.shown(TableTermsSerializer, {"terms": table_terms(table, self.at)}))
