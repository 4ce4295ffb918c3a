"""The round format as JSON: a round as it is entered, and what it comes to. docs/round-format.md says what it means."""

from typing import Any, get_args

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from games.engine.loading import editions, rulebook
from games.engine.verdicts import Outcome
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
    """A card by rank and suit, or none."""


@extend_schema_field(STAKES)
class Stakes(serializers.DictField):
    """Amounts by the names of wagers."""


def _choice(choices: tuple[str, ...], says: str) -> serializers.ChoiceField:
    return serializers.ChoiceField(choices, required=False, allow_null=True, help_text=says)


# ── A round, as it is entered


class CommunitySerializer(serializers.Serializer[Any]):
    """The five cards on the table; of a void round some may be missing."""

    CLOSED = True

    left, middle, right, top, bottom = (Card(required=False) for _ in range(5))


class SeatSerializer(serializers.Serializer[Any]):
    """One seat: its cards, its wagers and its decisions."""

    CLOSED = True

    seat = serializers.IntegerField(min_value=1, max_value=6)
    cards = Cards(required=False, help_text="Two cards.")
    wagers = Stakes(required=False, help_text="Name → amount.")
    fold = _choice(DECISIONS, "The decision at which the seat folded.")
    spin = serializers.IntegerField(
        required=False, allow_null=True, min_value=0, help_text="The wheel's position, if the seat spun it."
    )
    forfeit = _choice(FORFEITS, "Why every wager of the seat loses.")
    axis = _choice(AXES, "The axis that the seat plays (Double Cross).")
    exposed = serializers.BooleanField(
        required=False, allow_null=True, help_text="Whether it exposed its cards, for the three-card wager."
    )


class RoundInputSerializer(serializers.Serializer[Any]):
    """A round of the round format: what was dealt, wagered and decided."""

    community = CommunitySerializer(required=False, allow_null=True)
    six_card = Cards(required=False, help_text="The four bonus cards, where they are dealt.")
    dealer = Cards(required=False, help_text="The dealer's two cards (Double Cross).")
    seats: serializers.ListSerializer[Any] = serializers.ListSerializer(
        child=SeatSerializer(), min_length=1, max_length=6
    )
    stub = serializers.IntegerField(
        required=False,
        allow_null=True,
        min_value=0,
        max_value=MOST_CARDS,
        help_text="The count of the stub, if it was counted.",
    )
    misdeal = serializers.BooleanField(required=False, allow_null=True)
    void = _choice(VOID_REASONS, "Why the round is void, if it is for another reason than its count.")


# ── What it comes to


class SettledWagerSerializer(serializers.Serializer[Any]):
    """A wager, settled."""

    stake = Amount()
    outcome = serializers.ChoiceField(get_args(Outcome))
    odds = serializers.CharField(allow_null=True)
    pays = Amount()
    returned = Amount()
    cite = serializers.CharField(help_text="The paragraph that decided it.")


class SettledSeatSerializer(serializers.Serializer[Any]):
    """A seat, settled."""

    seat = serializers.IntegerField()
    hands = serializers.DictField(child=serializers.CharField())
    wagers = serializers.DictField(child=SettledWagerSerializer())
    staked = Amount()
    pays = Amount(help_text="What its wagers win together, cut to the limit, in dollars.")
    limit = Amount(allow_null=True)
    limit_cut = Amount()
    returned = Amount()
    net = Amount()


class TotalsSerializer(serializers.Serializer[Any]):
    """Of all seats of a round together."""

    staked = Amount()
    pays = Amount()
    returned = Amount()
    house_net = Amount()


class SettlementSerializer(serializers.Serializer[Any]):
    """What a round comes to."""

    status = serializers.ChoiceField(("settled", "void"))
    void_reason = serializers.ChoiceField(VOID_REASONS, allow_null=True)
    deck_removed = serializers.BooleanField(help_text="A count without a misdeal did not come out: the deck leaves.")
    order = serializers.ListField(child=serializers.IntegerField())
    seats = SettledSeatSerializer(many=True)
    totals = TotalsSerializer()
