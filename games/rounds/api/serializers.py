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
        help_text="Its position at the time, and its back color."
    )


class VoidingSerializer(serializers.Serializer):
    """The voiding of a round."""

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
    number = serializers.IntegerField(help_text="The round's number at its table, in logging order.")
    edition = serializers.CharField()
    offer = serializers.IntegerField(source="offer_id", help_text="The offer it was settled under.")
    deck = Derived("deck_id", "position", "deck__back_colour", by=_deck, shown_as=RoundDeckSerializer)
    dealer = PersonSerializer()
    method = serializers.CharField(help_text="How cards were dealt: hand, manual_shoe or automated_shoe.")
    gaming_day = serializers.DateField()
    played_at = Moment()
    logged_at = Moment()
    logged_by = PersonSerializer()
    status = serializers.ChoiceField(Round.Status.choices, help_text="Settled, or void by the rules.")
    void_reason = serializers.CharField(allow_blank=True)
    stub = serializers.IntegerField(allow_null=True, help_text="The stub count, if it was counted.")
    deck_removed = serializers.BooleanField(help_text="The deck failed the count.")
    seats = serializers.IntegerField(help_text="How many seats were dealt in.")
    staked = Dollars(source="staked_cents")
    pays = Dollars(source="pays_cents")
    returned = Dollars(source="returned_cents")
    house_net = Derived("staked_cents", "pays_cents", "returned_cents", by=_house_net, shown_as=Dollars)
    in_breach = Derived("breach_reason", by=bool, shown_as=bool, help_text="Logged with a violation.")
    replaces = serializers.IntegerField(source="replaces_id", allow_null=True, help_text="The round it corrects.")
    voided = Derived(
        "voiding__pk",
        by=lambda voiding: voiding is not None,
        shown_as=bool,
        help_text="Voided: it counts for nothing.",
    )


class RoundDetailSerializer(RoundSerializer, WithActs):
    irregularities = serializers.ListField(child=serializers.CharField())
    breach_reason = serializers.CharField(allow_blank=True)
    signed_by = PersonSerializer(
        source="signature.signer", default=None, allow_null=True, help_text="Who signed for the violation."
    )
    shift = serializers.IntegerField(source="shift_id", allow_null=True, help_text="The shift it belongs to.")
    count_due = serializers.BooleanField(help_text="Whether a stub count was due.")
    expected_stub = serializers.SerializerMethodField(help_text="The correct stub count.")
    misdealt = serializers.BooleanField(help_text="Whether the count was explained by a misdeal.")
    failed_device = serializers.IntegerField(
        source="failed_device_id", allow_null=True, help_text="The device that failed."
    )
    limit_cut = Dollars(source="limit_cut_cents", help_text="The amount cut by payout limits.")
    jackpot = Dollars(source="jackpot_cents", allow_null=True, help_text="The top prize, if the wheel hit it.")
    violations = serializers.SerializerMethodField(help_text="Its violations.")
    voiding = serializers.SerializerMethodField(help_text="Who voided it, and why.")
    replaced_by = serializers.SerializerMethodField(help_text="The round that replaces it.")
    input = JsonText(shown_as=RoundInputSerializer, help_text="The round as entered, in the round format.")
    settlement = JsonText(shown_as=SettlementSerializer, help_text="Its settlement, in the round format.")

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
