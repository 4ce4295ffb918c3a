"""Dealers as JSON."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from compliance.api.serializers import Moment, PersonSerializer, WithActs, WithAddress
from compliance.models import Posting

# How many of a dealer's last stints are shown.
LAST_STINTS = 20


class LastStintSerializer(serializers.Serializer):
    """A dealer's time at a table or on a break."""

    table = serializers.CharField(
        source="table.code", default=None, allow_null=True, help_text="The table's code; null for a break."
    )
    started_at = Moment(help_text="When the stint began.")
    ended_at = Moment(allow_null=True, help_text="When the stint ended; null if it is current.")


class DealerDetailFields(serializers.Serializer):
    stints = serializers.SerializerMethodField(help_text=f"The last {LAST_STINTS} stints here, newest first.")

    @extend_schema_field(LastStintSerializer(many=True))
    def get_stints(self, dealer: Posting) -> Any:
        found = dealer.staff.stints.filter(facility=dealer.facility_id).select_related("table")
        return LastStintSerializer(found[:LAST_STINTS], many=True).data


class LicenceSerializer(serializers.Serializer):
    """A dealer's license."""

    id = serializers.IntegerField()
    number = serializers.CharField()
    valid_from = serializers.DateField()
    expires_on = serializers.DateField(help_text="Last day of validity.")
    revoked_on = serializers.DateField(allow_null=True)


class TestSerializer(serializers.Serializer):
    """A passed table test."""

    game = serializers.CharField()
    passed_on = serializers.DateField()
    examiner = PersonSerializer()


class StintSerializer(serializers.Serializer):
    """A dealer's current stint."""

    table = serializers.CharField(source="table.code", default=None, allow_null=True, help_text="Null on a break.")
    started_at = Moment()


class DealerSerializer(WithAddress):
    """A person's posting as a dealer at a facility."""

    KIND = "dealer"

    id = serializers.IntegerField()
    facility = serializers.CharField(source="facility.code")
    badge = serializers.CharField(source="staff.badge")
    name = serializers.CharField(source="staff.name")
    started_at = Moment(help_text="When the posting began.")
    ended_at = Moment(allow_null=True)
    licences = serializers.SerializerMethodField()
    tests = serializers.SerializerMethodField(help_text="Passed table tests.")
    stint = serializers.SerializerMethodField(help_text="Current stint; null if free or at another facility.")

    @extend_schema_field(LicenceSerializer(many=True))
    def get_licences(self, dealer: Posting) -> Any:
        return LicenceSerializer(_here(dealer, "licences"), many=True).data

    @extend_schema_field(TestSerializer(many=True))
    def get_tests(self, dealer: Posting) -> Any:
        return TestSerializer(_here(dealer, "table_tests"), many=True).data

    @extend_schema_field(StintSerializer(allow_null=True))
    def get_stint(self, dealer: Posting) -> Any:
        stint = next((each for each in _here(dealer, "stints") if each.ended_at is None), None)
        return StintSerializer(stint).data if stint else None


def _here(dealer: Posting, related: str) -> list[Any]:
    """Return the dealer's related rows at this facility only; other facilities' rows are private."""
    return [each for each in getattr(dealer.staff, related).all() if each.facility_id == dealer.facility_id]


class DealerDetailSerializer(DealerSerializer, DealerDetailFields, WithActs):
    pass
