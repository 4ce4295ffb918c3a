"""The round format as JSON: a round's input and its settlement. docs/round-format.md explains the fields."""

from typing import Any, get_args

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from compliance.api.fields import Boolean, Choice, Cite, Described, DictOf, ListOf, Number, Text
from games.engine.loading import editions, rulebook
from games.engine.settlement.verdicts import Outcome
from games.engine.vocabulary import AXES, FORFEITS, VOID_REASONS
from games.serializer_fields import AMOUNT

WAGERS = tuple(dict.fromkeys(wager for edition in editions() for wager in rulebook(edition).wagers))
DECISIONS = tuple(
    dict.fromkeys(
        wager.decision for edition in editions() for wager in rulebook(edition).wagers.values() if wager.decision
    )
)
GOING_ON = tuple(
    dict.fromkeys(
        name
        for edition in editions()
        for name, rule in rulebook(edition).irregularities.items()
        if rule.round == "goes_on"
    )
)
MOST_CARDS = 52
MOST_SEATS = max(rulebook(edition).table.positions for edition in editions())

STAKE = {"type": "string", "pattern": r"^[0-9]{1,12}\.[0-9]{2}$"}
CARD = {"type": "string", "pattern": "^[AKQJT2-9][shdc]$"}
MAYBE_CARD = CARD | {"type": ["string", "null"]}
STAKES = {"type": ["object", "null"], "additionalProperties": STAKE, "propertyNames": {"enum": list(WAGERS)}}


@extend_schema_field(AMOUNT)
class Amount(Text):
    """Dollars as a decimal string."""


@extend_schema_field(STAKE | {"type": ["string", "null"]})
class Stake(Text):
    """A positive amount."""


@extend_schema_field({"type": ["array", "null"], "items": CARD, "maxItems": MOST_CARDS, "uniqueItems": True})
class Cards(ListOf):
    """Cards, each by rank and suit."""


@extend_schema_field(MAYBE_CARD)
class Card(Text):
    """A card by rank and suit, or null."""


@extend_schema_field(STAKES)
class Stakes(DictOf):
    """Amounts by wager name."""


def _choice(says: str, choices: tuple[str, ...], *, example: str) -> Choice:
    return Choice(says, choices, required=False, allow_null=True, example=example)


# ── A round, as entered


class CommunitySerializer(serializers.Serializer[Any]):
    """The five community cards; in a void round some may be missing."""

    CLOSED = True

    left = Card("The card at the left.", required=False, example="Qs")
    middle = Card("The card in the middle.", required=False, example="9d")
    right = Card("The card at the right.", required=False, example="4c")
    top = Card("The card at the top.", required=False, example="Kh")
    bottom = Card("The card at the bottom.", required=False, example="2s")


class SeatSerializer(serializers.Serializer[Any]):
    """One seat: its cards, its wagers and its decisions."""

    CLOSED = True

    seat = Number("The seat number: 1 is farthest to the dealer's left.", min_value=1, max_value=MOST_SEATS, example=3)
    cards = Cards(
        "Two cards; null if the seat folded and no live wager needs them.", required=False, example=["Qd", "7c"]
    )
    wagers = Stakes(
        "Name → amount.", required=False, example={"ante_across": "5.00", "ante_down": "5.00", "across": "15.00"}
    )
    fold = _choice("The decision where the seat folded.", DECISIONS, example="down")
    spin = Number(
        "The wheel's position, if the seat spun it.", required=False, allow_null=True, min_value=0, example=17
    )
    forfeit = _choice("Why the seat forfeits every wager.", FORFEITS, example="conduct")
    axis = _choice("The axis the seat chose (Double Cross).", AXES, example="vertical")
    exposed = Boolean("Whether the seat exposed its cards, for the three-card wager.", required=False, allow_null=True)


class Seats(Described, serializers.ListSerializer):
    """The seats of a round."""


class RoundInputSerializer(serializers.Serializer[Any]):
    """A round of the round format: what was dealt, wagered and decided."""

    community = CommunitySerializer(required=False, allow_null=True, help_text="The five community cards.")
    six_card = Cards(
        "The four bonus cards; null if nobody wagered on them.", required=False, example=["Ah", "Jc", "8s", "3d"]
    )
    dealer = Cards("The dealer's two cards (Double Cross).", required=False, example=["Ah", "Jc"])
    seats = Seats(
        "The seats dealt in.",
        child=SeatSerializer(),
        min_length=1,
        max_length=MOST_SEATS,
        example=[
            {
                "seat": 3,
                "cards": ["Qd", "7c"],
                "wagers": {"ante_across": "5.00", "ante_down": "5.00", "across": "15.00"},
                "fold": "down",
            }
        ],
    )
    stub = Number(
        "The stub count, if it was counted.",
        required=False,
        allow_null=True,
        min_value=0,
        max_value=MOST_CARDS,
        example=40,
    )
    misdeal = Boolean(
        "Whether the dealer found, on that count, that cards were misdealt.",
        required=False,
        allow_null=True,
        example=False,
    )
    dealt = Number(
        "How many cards lay on the table beside that stub. Default: a full deal. Required with `misdeal`, and with a "
        "`stub` in a round that is void for another reason.",
        required=False,
        allow_null=True,
        min_value=0,
        max_value=MOST_CARDS,
        example=11,
    )
    set_aside = Cards("The one card found face up and set aside (Double Cross).", required=False, example=["7c"])
    void = _choice("Why the round is void, if for a reason other than its count.", VOID_REASONS, example="shoe_failure")


# ── The settlement


class SettledWagerSerializer(serializers.Serializer[Any]):
    """A settled wager."""

    stake = Amount("The amount wagered, in dollars.", example="5.00")
    outcome = Choice("How the wager ended.", get_args(Outcome), example="fold")
    odds = Text("The odds of a win; null otherwise.", allow_null=True, example="3:2")
    pays = Amount("The amount won, without the stakes, in dollars.", example="0.00")
    returned = Amount("Stakes given back, in dollars.", example="0.00")
    cite = Cite("The paragraph that decided it.")


class SettledSeatSerializer(serializers.Serializer[Any]):
    """A settled seat."""

    seat = Number("The seat number: 1 is farthest to the dealer's left.", example=3)
    hands = DictOf(
        "Each hand that was compared, and its rank; empty if none was.",
        child=serializers.CharField(),
        example={"across": "pair", "down": "high_card"},
    )
    wagers = DictOf(
        "The seat's wagers, by name.",
        child=SettledWagerSerializer(),
        example={
            "ante_across": {
                "stake": "5.00",
                "outcome": "win",
                "odds": "1:1",
                "pays": "5.00",
                "returned": "5.00",
                "cite": "MD Ch. 11 §D(2)",
            }
        },
    )
    staked = Amount("The total wagered, in dollars.", example="25.00")
    pays = Amount("The total its wagers win, cut to the limit, in dollars.", example="0.00")
    limit = Amount(
        "The most the seat can be paid, in dollars; null without a limit.", allow_null=True, example="50000.00"
    )
    limit_cut = Amount("The amount that the limit cut from the winnings, in dollars.", example="0.00")
    returned = Amount("Stakes given back, in dollars.", example="0.00")
    net = Amount("The seat's gain, in dollars; negative for a loss.", example="-25.00")


class TotalsSerializer(serializers.Serializer[Any]):
    """The totals of all seats."""

    staked = Amount("The total wagered, in dollars.", example="25.00")
    pays = Amount("The amount won, without the stakes, in dollars.", example="0.00")
    returned = Amount("Stakes given back, in dollars.", example="0.00")
    house_net = Amount("The house's gain, in dollars; negative for a loss.", example="25.00")


class SettlementSerializer(serializers.Serializer[Any]):
    """The settlement of a round."""

    status = Choice("Settled, or void by the rules.", ("settled", "void"), example="settled")
    void_reason = Choice("Why it is void; null if it is settled.", VOID_REASONS, allow_null=True, example="stub_count")
    deck_removed = Boolean("The count did not come to a whole deck: the deck leaves.", example=False)
    order = ListOf("The seats in settlement order.", child=serializers.IntegerField(), example=[3])
    seats = SettledSeatSerializer(many=True, help_text="The seats, as entered.")
    totals = TotalsSerializer(help_text="The totals of all seats.")
