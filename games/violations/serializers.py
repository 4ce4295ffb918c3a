"""Violations as JSON."""

from rest_framework import serializers

from compliance.api.serializers import Moment, PersonSerializer, WithActs, WithAddress


class ViolationSerializer(WithAddress):
    """A violation of one gate by a round."""

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
    played_at = Moment(source="round.played_at", help_text="When the round was played.")
    dealer = PersonSerializer(source="round.dealer", help_text="The dealer.")
    breach_reason = serializers.CharField(source="round.breach_reason", help_text="Why it was played anyway.")
    logged_by = PersonSerializer(source="round.logged_by", help_text="Who logged it.")
    signed_by = PersonSerializer(
        source="round.signature.signer", default=None, allow_null=True, help_text="Who signed for it."
    )
