"""Rounds and violations as JSON."""

from typing import Any

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from compliance.serializers import Moment, PersonSerializer, WithActs, WithAddress
from games.engine.money import dollars

from .models import Round


@extend_schema_field(OpenApiTypes.STR)
class Dollars(serializers.IntegerField):
    """Cents, as the decimal string of the round format."""

    def to_representation(self, value: int) -> Any:
        return dollars(value)


class RoundDeckSerializer(serializers.Serializer):
    id = serializers.IntegerField()
    label = serializers.CharField(  # type: ignore[assignment]  # a field, by its name
        help_text="Its place then, and the colour of its backs."
    )


class VoidingSerializer(serializers.Serializer):
    reason = serializers.CharField()
    voided_by = PersonSerializer()
    signed_by = PersonSerializer(source="signature.signer")
    voided_at = Moment()


class RoundSerializer(WithAddress):
    KIND = "round"

    id = serializers.IntegerField()
    facility = serializers.CharField(source="facility.code")
    table = serializers.CharField(source="table.code")
    number = serializers.IntegerField(help_text="At its table, in the order in which rounds were logged.")
    edition = serializers.CharField()
    offer = serializers.IntegerField(source="offer_id", help_text="Under which it was settled.")
    deck = serializers.SerializerMethodField()
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
    house_net = Dollars(source="house_net_cents")
    in_breach = serializers.BooleanField(help_text="Played against a gate, and recorded as that.")
    replaces = serializers.IntegerField(source="replaces_id", allow_null=True, help_text="The round that it corrects.")
    voided = serializers.BooleanField(source="is_voided", help_text="Struck out later: it counts for nothing.")

    @extend_schema_field(RoundDeckSerializer)
    def get_deck(self, round_: Round) -> Any:
        return {"id": round_.deck_id, "label": f"{round_.position} {round_.deck.back_colour}".strip()}


class ViolationSerializer(WithAddress):
    KIND = "violation"

    id = serializers.IntegerField()
    facility = serializers.CharField(source="facility.code")
    table = serializers.CharField(source="round.table.code")
    round = serializers.IntegerField(source="round_id")
    code = serializers.CharField()
    message = serializers.CharField()
    cite = serializers.CharField(allow_blank=True)
    opened_at = Moment()
    closed_at = Moment(allow_null=True)
    closed_by = PersonSerializer(allow_null=True)
    finding = serializers.CharField(allow_blank=True)


class ViolationDetailSerializer(ViolationSerializer, WithActs):
    pass


class RoundDetailSerializer(RoundSerializer, WithActs):
    irregularities = serializers.ListField(child=serializers.CharField())
    breach_reason = serializers.CharField(allow_blank=True)
    violations = serializers.SerializerMethodField(help_text="The gates that it was played against.")
    voiding = serializers.SerializerMethodField(help_text="By whom it was struck out, and why.")
    replaced_by = serializers.SerializerMethodField(help_text="The round that was logged in its place.")
    input = serializers.SerializerMethodField(help_text="The round as it was entered, in the round format.")
    settlement = serializers.SerializerMethodField(help_text="What it came to, in the round format.")

    @extend_schema_field(ViolationSerializer(many=True))
    def get_violations(self, round_: Round) -> Any:
        found = round_.violations.select_related("facility", "round__table", "closed_by").order_by("pk")
        return ViolationSerializer(found, many=True, context=self.context).data

    @extend_schema_field(VoidingSerializer(allow_null=True))
    def get_voiding(self, round_: Round) -> Any:
        return VoidingSerializer(round_.voiding).data if round_.is_voided else None

    def get_replaced_by(self, round_: Round) -> int | None:
        return Round.objects.filter(replaces=round_).values_list("pk", flat=True).first()

    @extend_schema_field(OpenApiTypes.OBJECT)
    def get_input(self, round_: Round) -> Any:
        return round_.entered()

    @extend_schema_field(OpenApiTypes.OBJECT)
    def get_settlement(self, round_: Round) -> Any:
        return round_.settled()
