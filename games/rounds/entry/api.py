"""The game terms of a table as JSON, as the round page uses them."""

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
    label = _text("Its position at the table and its back color.")
    colour = _text("Its back color.")
    turn = serializers.BooleanField(help_text="Whether the next round is dealt from it.")


class TermsDeviceSerializer(serializers.Serializer):
    """A device at the table."""

    id = serializers.IntegerField(help_text="The device's number.")
    label = _text("The device's name, for display.")
    in_order = serializers.BooleanField(help_text="Whether it is in working order.")


class TermsStakesSerializer(serializers.Serializer):
    """What a seat wagered."""

    seat = serializers.IntegerField(help_text="The seat's number.")
    wagers = serializers.DictField(child=serializers.CharField(), help_text='Name → amount: {"ante": "5.00"}.')


class TermsHandSerializer(serializers.Serializer):
    """A hand other than the seats'."""

    name = _text("Its field in a round: dealer or six_card.")
    label = _text("The hand's name, for display.")
    letter = _text("The letter that starts it in quick entry.")
    example = _text("An example for quick entry.")
    cards = serializers.IntegerField(help_text="How many cards it has.")


class TermsTimesSerializer(serializers.Serializer):
    """How many times the ante a bet may be."""

    at_least = serializers.IntegerField(help_text="Minimum multiple of the ante.")
    at_most = serializers.IntegerField(help_text="Maximum multiple of the ante.")
    whole = serializers.BooleanField(help_text="Whether only whole multiples are allowed.")


class TermsWagerSerializer(serializers.Serializer):
    """A wager offered."""

    name = _text("Its name in a round.")
    label = _text("The wager's name, for display.")
    short = _text("A short form for narrow columns.")
    mark = _text("Its letter in quick entry.", allow_blank=True)
    kind = _text("Such as ante, bet or bonus.")
    least = _text("The minimum wager; null if it depends on the ante.", allow_null=True)
    most = _text("The maximum wager; null if it depends on the ante.", allow_null=True)
    equals = _text("The wager it must equal.", allow_null=True)
    equals_label = _text("That wager's name, for display.", allow_blank=True)
    requires = _text("The wager it requires.", allow_null=True)
    decision = _text("The decision where it is made; null before the deal.", allow_null=True)
    times = TermsTimesSerializer(allow_null=True, help_text="The allowed multiples of the ante.")
    cite = _text("The paragraph that requires it.")


class TermsNamedSerializer(serializers.Serializer):
    """A name and its label."""

    name = _text("Its name in a round.")
    label = _text("The same, for display.")


class TermsAxisSerializer(TermsNamedSerializer):
    """An axis that a seat may choose."""

    letter = _text("Its letter in quick entry.")


class TermsPositionSerializer(serializers.Serializer):
    """A position of the wheel."""

    at = serializers.IntegerField(help_text="The wheel's position.")
    pays = _text("What the spinning seat is paid; null for the top prize.", allow_null=True)
    community = _text("What each other seat is paid; null for nothing.", allow_null=True)
    top = serializers.BooleanField(help_text="Whether it is the top prize.")


class TermsSpinSerializer(serializers.Serializer):
    """The wheel."""

    wager = _text("The wager that allows a spin.")
    stake = _text("The amount of that wager.")
    folded_spins = serializers.BooleanField(help_text="Whether a folded hand spins.")
    top_prize = _text("The fixed top prize; null if it is a jackpot.", allow_null=True)
    positions = TermsPositionSerializer(many=True, help_text="The wheel, position by position.")
    cite = _text("The paragraph that requires it.")


class TermsForfeitSerializer(TermsNamedSerializer):
    """A reason why a seat forfeits its wagers."""

    what = _text("When a seat forfeits its wagers.")
    cite = _text("The paragraph that requires it.")


class TermsIrregularitySerializer(TermsNamedSerializer):
    """An irregularity."""

    what = _text("What went wrong.")
    does = _text("What it does to the round, the cards and the device.")
    voids = serializers.BooleanField(help_text="Whether it is sent as the round's `void`.")
    device = serializers.BooleanField(help_text="Whether it involves a device.")
    cite = _text("The paragraph that requires it.")


class TermsOutcomeSerializer(serializers.Serializer):
    """What a wrong count does."""

    text = _text("What it does to the round and the deck.")
    short = _text("The same in two words.")
    cite = _text("The paragraph that requires it.")


class TermsCountSerializer(serializers.Serializer):
    """The stub count."""

    due = serializers.BooleanField(help_text="Whether a stub count is due in the next round.")
    every = serializers.IntegerField(allow_null=True, help_text="Due once in this many rounds; null for no schedule.")
    since = serializers.IntegerField(help_text="Rounds since the last count.")
    cite = _text("The paragraph that requires it.")
    misdealt = TermsOutcomeSerializer(help_text="What a wrong count does if cards were misdealt.")
    not_whole = TermsOutcomeSerializer(help_text="What a wrong count does otherwise.")


class TermsSerializer(serializers.Serializer):
    """Everything needed to enter a round at a table."""

    table = _text("The table's code.")
    edition = _text("The edition of the rules in force.")
    game = _text("The game.")
    number = serializers.IntegerField(help_text="The number of the next round at this table.")
    dealer = _text("The dealer; null if none is assigned.", allow_null=True)
    decks = TermsDeckSerializer(many=True, help_text="The decks in play.")
    devices = TermsDeviceSerializer(many=True, help_text="The devices at the table.")
    last = TermsStakesSerializer(many=True, help_text="The seats of the last round, and their wagers before the deal.")
    positions = serializers.IntegerField(help_text="How many seats there are.")
    from_right = serializers.BooleanField(help_text="Whether seats are settled starting at the dealer's right.")
    ranks = _text("The card ranks, highest first.")
    places = serializers.ListField(child=serializers.CharField(), help_text="The positions of the community cards.")
    cards_in_deck = serializers.IntegerField(help_text="How many cards a deck has.")
    seat_cards = serializers.IntegerField(help_text="How many cards a seat is dealt.")
    hands = TermsHandSerializer(many=True, help_text="Hands other than the seats' and the community cards.")
    wagers = TermsWagerSerializer(many=True, help_text="The wagers, in betting order.")
    free_bets = serializers.BooleanField(help_text="Whether bets need not be whole multiples of the ante.")
    decisions = TermsNamedSerializer(many=True, help_text="Where a seat bets or folds, in order.")
    axes = TermsAxisSerializer(many=True, help_text="The axes a seat chooses from, if any.")
    exposed_for = _text("The wager for which exposed cards matter; null for none.", allow_null=True)
    spin = TermsSpinSerializer(allow_null=True, help_text="The wheel, if there is one.")
    forfeits = TermsForfeitSerializer(many=True, help_text="Reasons why a seat forfeits its wagers.")
    irregularities = TermsIrregularitySerializer(many=True, help_text="The irregularities, and what each does.")
    count = TermsCountSerializer(help_text="The stub count.")


class TableTermsSerializer(serializers.Serializer):
    """The game terms in force at a table."""

    terms = TermsSerializer(allow_null=True, help_text="Null if no offer is in force: nothing can be dealt.")


class ReadTerms(Endpoint):
    """GET returns the game terms in force at a table."""

    def description(self) -> Description:
        says = "The game, its wagers and limits, decks, devices and irregularities, under the offer in force."
        return Description(
            "table_terms", "tables", "Game terms of a table", says, TableTermsSerializer, parameters=[KEY]
        )

    def get(self, request: Request, key: str) -> Response:
        table: Table = self.scope.get(with_relations(Table.objects.all(), self.at), code=key)
        return Response(self.shown(TableTermsSerializer, {"terms": table_terms(table, self.at)}))
