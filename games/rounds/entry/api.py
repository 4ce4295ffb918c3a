"""The game terms of a table as JSON, as the round page uses them."""

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from compliance.api.endpoint import Endpoint
from compliance.api.fields import Boolean, Cite, DictOf, ListOf, Number, Text
from compliance.api.openapi.schema import Description, path_key
from games.engine.loading import editions
from tables.floor.queries import with_relations
from tables.models import Table

from .table_terms import table_terms

KEY = path_key("The table's code.", example="CHP-04")


class TermsDeckSerializer(serializers.Serializer):
    """A deck in play."""

    id = Number("The deck's number.", example=12)
    label = Text("Its position at the table and its back color.", example="A red")  # type: ignore[assignment]  # a field
    colour = Text("Its back color.", example="red")
    turn = Boolean("Whether the next round is dealt from it.")


class TermsDeviceSerializer(serializers.Serializer):
    """A device at the table."""

    id = Number("The device's number.", example=12)
    label = Text("The device's name, for display.", example="Manual shoe MS-04")  # type: ignore[assignment]  # a field
    kind = Text("Its kind.", example="manual_shoe")
    in_order = Boolean("Whether it is in working order.")
    may_fail = ListOf(
        "The irregularities that can be its failure.", child=serializers.CharField(), example=["shoe_failure"]
    )


class TermsStakesSerializer(serializers.Serializer):
    """What a seat wagered."""

    seat = Number("The seat's number.", example=3)
    wagers = DictOf(
        'Name → amount: {"ante": "5.00"}.',
        child=serializers.CharField(),
        example={"ante_across": "5.00", "ante_down": "5.00"},
    )


class TermsHandSerializer(serializers.Serializer):
    """A hand other than the seats'."""

    name = Text("Its field in a round: dealer or six_card.", example="six_card")
    label = Text("The hand's name, for display.", example="Six card bonus")  # type: ignore[assignment]  # a field
    letter = Text("The letter that starts it in quick entry.", example="b")
    example = Text("An example for quick entry.", example="b Ah Jc 8s 3d")
    cards = Number("How many cards it has.", example=4)
    wager = Text(
        "It is entered only if a seat made this wager; null for always.", allow_null=True, example="six_card_bonus"
    )


class TermsTimesSerializer(serializers.Serializer):
    """How many times the ante a bet may be."""

    at_least = Number("Minimum multiple of the ante.", example=1)
    at_most = Number("Maximum multiple of the ante.", example=3)
    whole = Boolean("Whether only whole multiples are allowed.")


class TermsWagerSerializer(serializers.Serializer):
    """A wager offered."""

    name = Text("Its name in a round.", example="ante_down")
    label = Text("The wager's name, for display.", example="Ante down")  # type: ignore[assignment]  # a field
    short = Text("A short form for narrow columns.", example="Ante ↓")
    mark = Text("Its letter in quick entry.", allow_blank=True, example="a")
    kind = Text("Such as ante, bet or bonus.", example="ante")
    least = Text("The minimum wager; null if it depends on the ante.", allow_null=True, example="5.00")
    most = Text("The maximum wager; null if it depends on the ante.", allow_null=True, example="100.00")
    equals = Text("The wager it must equal.", allow_null=True, example="ante_across")
    equals_label = Text("That wager's name, for display.", allow_blank=True, example="Ante across")
    requires = Text("The wager it requires.", allow_null=True, example="five_card_bonus")
    needs_cards = Boolean(
        "Whether it needs the cards of a seat that folded; if exposed cards matter, only exposed ones.", example=False
    )
    decision = Text("The decision where it is made; null before the deal.", allow_null=True, example="down")
    times = TermsTimesSerializer(allow_null=True, help_text="The allowed multiples of the ante.")
    cite = Cite()


class TermsNamedSerializer(serializers.Serializer):
    """A name and its label."""

    name = Text("Its name in a round.", example="across")
    label = Text("The same, for display.", example="Across")  # type: ignore[assignment]  # a field


class TermsAxisSerializer(serializers.Serializer):
    """An axis that a seat may choose."""

    name = Text("Its name in a round.", example="vertical")
    label = Text("The same, for display.", example="Vertical")  # type: ignore[assignment]  # a field
    letter = Text("Its letter in quick entry.", example="v")


class TermsPositionSerializer(serializers.Serializer):
    """A position of the wheel."""

    at = Number("The wheel's position.", example=17)
    pays = Text("What the spinning seat is paid; null for the top prize.", allow_null=True, example="50.00")
    community = Text("What each other seat is paid; null for nothing.", allow_null=True, example="5.00")
    top = Boolean("Whether it is the top prize.")


class TermsSpinSerializer(serializers.Serializer):
    """The wheel."""

    wager = Text("The wager that allows a spin.", example="bonus_spin")
    stake = Text("The amount of that wager.", example="5.00")
    folded_spins = Boolean("Whether a folded hand spins.")
    top_prize = Text("The fixed top prize; null if it is a jackpot.", allow_null=True, example="25000.00")
    positions = TermsPositionSerializer(many=True, help_text="The wheel, position by position.")
    cite = Cite()


class TermsClauseSerializer(serializers.Serializer):
    """One thing that a player may not do."""

    name = Text("Its name in a round's `forfeits`.", example="cards_touched")
    what = Text("What the player did.", example="Someone else touched the cards")
    cite = Cite()


class TermsForfeitSerializer(serializers.Serializer):
    """A reason why a seat forfeits its wagers."""

    name = Text("Its name in a round.", example="conduct")
    label = Text("The same, for display.", example="Conduct")  # type: ignore[assignment]  # a field
    what = Text("When a seat forfeits its wagers.", example="The player tampered with the cards")
    at_discretion = Boolean("Whether the wagers may, but need not, be treated as lost.", example=False)
    clauses = TermsClauseSerializer(many=True, help_text="What the player may have done.")
    cite = Cite()


class TermsIrregularitySerializer(serializers.Serializer):
    """An irregularity."""

    name = Text("Its name in a round.", example="drawn_in_error")
    label = Text("The same, for display.", example="Drawn in error")  # type: ignore[assignment]  # a field
    what = Text("What went wrong.", example="A card was drawn in error")
    does = Text(
        "What it does to the round, the cards and the device.", example="The card is burned, and the round goes on."
    )
    voids = Boolean("Whether it is sent as the round's `void`.")
    device = Boolean("Whether it involves a device.")
    device_kind = Text("The kind of device that must be named.", allow_null=True, example="automated_shoe")
    sets_aside = Number("How many cards are set aside.", example=0)
    explained = Boolean("Whether it needs an explanation and a second signature.", example=False)
    cite = Cite()


class TermsOutcomeSerializer(serializers.Serializer):
    """What a wrong count does."""

    text = Text("What it does to the round and the deck.", example="The round is void, and the deck leaves the table.")
    short = Text("The same in two words.", example="deck leaves")
    cite = Cite()


class TermsCountSerializer(serializers.Serializer):
    """The stub count."""

    due = Boolean("Whether a stub count is due in the next round.")
    every = Number("Due once in this many rounds; null for no schedule.", allow_null=True, example=5)
    since = Number("Rounds since the last count.", example=3)
    cite = Cite()
    misdealt = TermsOutcomeSerializer(help_text="What a wrong count does if cards were misdealt.")
    not_whole = TermsOutcomeSerializer(help_text="What a wrong count does otherwise.")
    misdealt_not_whole = TermsOutcomeSerializer(
        help_text="What a misdeal does if the cards on the table and the stub are not a whole deck."
    )


class TermsSerializer(serializers.Serializer):
    """Everything needed to enter a round at a table."""

    table = Text("The table's code.", example="CHP-04")
    edition = Text("The edition of the rules in force.", example=editions()[0])
    game = Text("The game.", example="Criss Cross Poker")
    number = Number("The number of the next round at this table.", example=118)
    dealer = Text("The dealer; null if none is assigned.", allow_null=True, example="Rosa Delgado")
    decks = TermsDeckSerializer(many=True, help_text="The decks in play.")
    devices = TermsDeviceSerializer(many=True, help_text="The devices at the table.")
    last = TermsStakesSerializer(many=True, help_text="The seats of the last round, and their wagers before the deal.")
    positions = Number("How many seats there are.", example=6)
    seats = ListOf("The seats in settlement order.", child=serializers.IntegerField(), example=[6, 5, 4, 3, 2, 1])
    ranks = Text("The card ranks, highest first.", example="AKQJT98765432")
    places = ListOf(
        "The positions of the community cards.",
        child=serializers.CharField(),
        example=["left", "middle", "right", "top", "bottom"],
    )
    cards_in_deck = Number("How many cards a deck has.", example=52)
    seat_cards = Number("How many cards a seat is dealt.", example=2)
    set_aside = Number("How many cards found face up are set aside while the round goes on.", example=0)
    hands = TermsHandSerializer(many=True, help_text="Hands other than the seats' and the community cards.")
    wagers = TermsWagerSerializer(many=True, help_text="The wagers, in betting order.")
    free_bets = Boolean("Whether bets need not be whole multiples of the ante.")
    decisions = TermsNamedSerializer(many=True, help_text="Where a seat bets or folds, in order.")
    axes = TermsAxisSerializer(many=True, help_text="The axes a seat chooses from, if any.")
    exposed_for = Text(
        "The wager for which exposed cards matter; null for none.", allow_null=True, example="three_card"
    )
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
