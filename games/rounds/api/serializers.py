"""Rounds as JSON."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from compliance.api.lists.columns import Derived, JsonText
from compliance.api.serializers import Moment, PersonSerializer, WithActs, WithAddress
from games.engine.money import dollars
from games.engine.questions import stub_after_deal
from games.models import Round
from games.serializer_fields import Dollars
from games.violations.serializers import ViolationSerializer

from .round_format import RoundInputSerializer, SettlementSerializer


class RoundDeckSerializer(serializers.Serializer):
    """The deck of a round."""

    id = serializers.IntegerField()
    label = serializers.CharField(  # type: ignore[assignment]  # a field, by its name
        help_text="Its place then, and the colour of its backs."
    )


class VoidingSerializer(serializers.Serializer):
    """That a round was struck out."""

    reason = serializers.CharField()
    voided_by = PersonSerializer()
    signed_by = PersonSerializer(source="signature.signer")
    voided_at = Moment()


def _deck(key: int, position: str, back_colour: str) -> dict[str, Any]:
    return {"id": key, "label": f"{position} {back_colour}".strip()}


def _house_net(staked_cents: int, pays_cents: int, returned_cents: int) -> str:
    return dollars(staked_cents - pays_cents - returned_cents)


class RoundSerializer(WithAddress):
    """A round of play."""

    KIND = "round"

    id = serializers.IntegerField()
    facility = serializers.CharField(source="facility.code")
    table = serializers.CharField(source="table.code")
    number = serializers.IntegerField(help_text="At its table, in the order in which rounds were logged.")
    edition = serializers.CharField()
    offer = serializers.IntegerField(source="offer_id", help_text="Under which it was settled.")
    deck = Derived("deck_id", "position", "deck__back_colour", by=_deck, shown_as=RoundDeckSerializer)
    dealer = PersonSerializer()
    method = serializers.CharField(help_text="How cards were dealt: hand, manual_shoe or automated_shoe.")
    gaming_day = serializers.DateField()
    played_at = Moment()
    logged_at = Moment()
    logged_by = PersonSerializer()
    status = serializers.ChoiceField(Round.Status.choices, help_text="By the rules: settled, or void.")
    void_reason = serializers.CharField(allow_blank=True)
    stub = serializers.IntegerField(allow_null=True, help_text="The count of the stub, if it was counted.")
    deck_removed = serializers.BooleanField(help_text="The count found the deck not whole.")
    seats = serializers.IntegerField(help_text="How many seats were dealt in.")
    staked = Dollars(source="staked_cents")
    pays = Dollars(source="pays_cents")
    returned = Dollars(source="returned_cents")
    house_net = Derived("staked_cents", "pays_cents", "returned_cents", by=_house_net, shown_as=Dollars)
    in_breach = Derived(
        "breach_reason", by=bool, shown_as=bool, help_text="Played against a gate, and recorded as that."
    )
    replaces = serializers.IntegerField(source="replaces_id", allow_null=True, help_text="The round that it corrects.")
    voided = Derived(
        "voiding__pk",
        by=lambda voiding: voiding is not None,
        shown_as=bool,
        help_text="Struck out later: it counts for nothing.",
    )


class RoundDetailSerializer(RoundSerializer, WithActs):
    irregularities = serializers.ListField(child=serializers.CharField())
    breach_reason = serializers.CharField(allow_blank=True)
    signed_by = PersonSerializer(
        source="signature.signer", default=None, allow_null=True, help_text="Who signed for a round in breach."
    )
    shift = serializers.IntegerField(source="shift_id", allow_null=True, help_text="The shift that it belongs to.")
    count_due = serializers.BooleanField(help_text="Whether the stub had to be counted in it.")
    expected_stub = serializers.SerializerMethodField(help_text="What a count had to come to.")
    misdealt = serializers.BooleanField(help_text="Whether the count was explained by a misdeal.")
    failed_device = serializers.IntegerField(
        source="failed_device_id", allow_null=True, help_text="The device that failed in it."
    )
    limit_cut = Dollars(source="limit_cut_cents", help_text="What payout limits took from its pays.")
    jackpot = Dollars(source="jackpot_cents", allow_null=True, help_text="The top prize when the wheel stopped at it.")
    violations = serializers.SerializerMethodField(help_text="The gates that it was played against.")
    voiding = serializers.SerializerMethodField(help_text="By whom it was struck out, and why.")
    replaced_by = serializers.SerializerMethodField(help_text="The round that was logged in its place.")
    input = JsonText(shown_as=RoundInputSerializer, help_text="The round as it was entered, in the round format.")
    settlement = JsonText(shown_as=SettlementSerializer, help_text="What it came to, in the round format.")

    def get_expected_stub(self, round_: Round) -> int:
        return stub_after_deal(round_.offer.terms, round_.seats).value

    @extend_schema_field(ViolationSerializer(many=True))
    def get_violations(self, round_: Round) -> Any:
        found = round_.violations.select_related("facility", "round__table", "closed_by").order_by("pk")
        return ViolationSerializer(found, many=True, context=self.context).data

    @extend_schema_field(VoidingSerializer(allow_null=True))
    def get_voiding(self, round_: Round) -> Any:
        return VoidingSerializer(round_.voiding).data if round_.is_voided else None

    def get_replaced_by(self, round_: Round) -> int | None:
        return Round.objects.filter(replaces=round_).values_list("pk", flat=True).first()
