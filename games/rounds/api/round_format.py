"""The round format as JSON: a round's input and its settlement. docs/round-format.md explains the fields."""

from typing import Any, get_args

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

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

STAKE = {"type": "string", "pattern": r"^[0-9]{1,12}\.[0-9]{2}$"}
CARD = {"type": "string", "pattern": "^[AKQJT2-9][shdc]$"}
MAYBE_CARD = CARD | {"type": ["string", "null"]}
STAKES = {"type": ["object", "null"], "additionalProperties": STAKE, "propertyNames": {"enum": list(WAGERS)}}


@extend_schema_field(AMOUNT)
class Amount(serializers.CharField):
    """Dollars as a decimal string."""


@extend_schema_field(STAKE | {"type": ["string", "null"]})
class Stake(serializers.CharField):
    """A positive amount."""


@extend_schema_field({"type": ["array", "null"], "items": CARD, "maxItems": MOST_CARDS, "uniqueItems": True})
class Cards(serializers.ListField):
    """Cards, each by rank and suit."""


@extend_schema_field(MAYBE_CARD)
class Card(serializers.CharField):
    """A card by rank and suit, or null."""


@extend_schema_field(STAKES)
class Stakes(serializers.DictField):
    """Amounts by wager name."""


def _choice(choices: tuple[str, ...], says: str) -> serializers.ChoiceField:
    return serializers.ChoiceField(choices, required=False, allow_null=True, help_text=says)


# ── A round, as entered


class CommunitySerializer(serializers.Serializer[Any]):
    """The five community cards; in a void round some may be missing."""

    CLOSED = True

    left, middle, right, top, bottom = (Card(required=False) for _ in range(5))


class SeatSerializer(serializers.Serializer[Any]):
    """One seat: its cards, its wagers and its decisions."""

    CLOSED = True

    seat = serializers.IntegerField(min_value=1, max_value=6)
    cards = Cards(required=False, help_text="Two cards.")
    wagers = Stakes(required=False, help_text="Name → amount.")
    fold = _choice(DECISIONS, "The decision where the seat folded.")
    spin = serializers.IntegerField(
        required=False, allow_null=True, min_value=0, help_text="The wheel's position, if the seat spun it."
    )
    forfeit = _choice(FORFEITS, "Why the seat forfeits every wager.")
    axis = _choice(AXES, "The axis the seat chose (Double Cross).")
    exposed = serializers.BooleanField(
        required=False, allow_null=True, help_text="Whether the seat exposed its cards, for the three-card wager."
    )


class RoundInputSerializer(serializers.Serializer[Any]):
    """A round of the round format: what was dealt, wagered and decided."""

    community = CommunitySerializer(required=False, allow_null=True)
    six_card = Cards(required=False, help_text="The four bonus cards, if dealt.")
    dealer = Cards(required=False, help_text="The dealer's two cards (Double Cross).")
    seats: serializers.ListSerializer[Any] = serializers.ListSerializer(
        child=SeatSerializer(), min_length=1, max_length=6
    )
    stub = serializers.IntegerField(
        required=False,
        allow_null=True,
        min_value=0,
        max_value=MOST_CARDS,
        help_text="The stub count, if it was counted.",
    )
    misdeal = serializers.BooleanField(required=False, allow_null=True)
    void = _choice(VOID_REASONS, "Why the round is void, if for a reason other than its count.")


# ── The settlement


class SettledWagerSerializer(serializers.Serializer[Any]):
    """A settled wager."""

    stake = Amount()
    outcome = serializers.ChoiceField(get_args(Outcome))
    odds = serializers.CharField(allow_null=True)
    pays = Amount()
    returned = Amount()
    cite = serializers.CharField(help_text="The paragraph that decided it.")


class SettledSeatSerializer(serializers.Serializer[Any]):
    """A settled seat."""

    seat = serializers.IntegerField()
    hands = serializers.DictField(child=serializers.CharField())
    wagers = serializers.DictField(child=SettledWagerSerializer())
    staked = Amount()
    pays = Amount(help_text="The total its wagers win, cut to the limit, in dollars.")
    limit = Amount(allow_null=True)
    limit_cut = Amount()
    returned = Amount()
    net = Amount()


class TotalsSerializer(serializers.Serializer[Any]):
    """The totals of all seats."""

    staked = Amount()
    pays = Amount()
    returned = Amount()
    house_net = Amount()


class SettlementSerializer(serializers.Serializer[Any]):
    """The settlement of a round."""

    status = serializers.ChoiceField(("settled", "void"))
    void_reason = serializers.ChoiceField(VOID_REASONS, allow_null=True)
    deck_removed = serializers.BooleanField(help_text="The count was wrong, without a misdeal: the deck leaves.")
    order = serializers.ListField(child=serializers.IntegerField())
    seats = SettledSeatSerializer(many=True)
    totals = TotalsSerializer()
