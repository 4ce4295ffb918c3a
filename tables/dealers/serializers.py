"""Dealers as JSON."""

from typing import Any

from rest_framework import serializers

from compliance.api.fields import Computed, Date, FacilityCode, Id, Moment, Text
from compliance.api.serializers import PersonSerializer, WithActs, WithAddress
from compliance.models import Posting

# How many of a dealer's last stints are shown.
LAST_STINTS = 20


class LastStintSerializer(serializers.Serializer):
    """A dealer's time at a table or on a break."""

    table = Text(
        "The table's code; null for a break.", source="table.code", default=None, allow_null=True, example="CHP-04"
    )
    started_at = Moment("When the stint began.")
    ended_at = Moment("When the stint ended; null if it is current.", allow_null=True)


class LicenceSerializer(serializers.Serializer):
    """A dealer's license."""

    id = Id()
    number = Text("License number.", example="CHP-D2301")
    valid_from = Date("First day of validity.")
    expires_on = Date("Last day of validity.")
    revoked_on = Date("Day of revocation; null if not revoked.", allow_null=True)


class TestSerializer(serializers.Serializer):
    """A passed table test."""

    game = Text("The game's name.", example="Criss Cross Poker")
    passed_on = Date("Day the test was passed.")
    examiner = PersonSerializer(help_text="Who examined the dealer.")


class StintSerializer(serializers.Serializer):
    """A dealer's current stint."""

    table = Text("Null on a break.", source="table.code", default=None, allow_null=True, example="CHP-04")
    started_at = Moment("When it began.")


class DealerSerializer(WithAddress):
    """A person's posting as a dealer at a facility."""

    KIND, EXAMPLE_URL = "dealer", "/api/v1/dealers/31/"

    id = Id()
    facility = FacilityCode(source="facility.code")
    badge = Text("The person's badge.", source="staff.badge", example="CHP-2301")
    name = Text("The name.", source="staff.name", example="Rosa Delgado")
    started_at = Moment("When the posting began.")
    ended_at = Moment("When it ended; null if it has not ended.", allow_null=True)
    licences = Computed("Licenses recorded at this facility.", shown_as=LicenceSerializer(many=True))
    tests = Computed("Passed table tests.", shown_as=TestSerializer(many=True))
    stint = Computed("Current stint; null if free or at another facility.", shown_as=StintSerializer(allow_null=True))

    def get_licences(self, dealer: Posting) -> Any:
        return _here(dealer, "licences")

    def get_tests(self, dealer: Posting) -> Any:
        return _here(dealer, "table_tests")

    def get_stint(self, dealer: Posting) -> Any:
        return next((each for each in _here(dealer, "stints") if each.ended_at is None), None)


def _here(dealer: Posting, related: str) -> list[Any]:
    """Return the dealer's related rows at this facility only; other facilities' rows are private."""
    return [each for each in getattr(dealer.staff, related).all() if each.facility_id == dealer.facility_id]


class DealerDetailSerializer(DealerSerializer, WithActs):
    stints = Computed(f"The last {LAST_STINTS} stints here, newest first.", shown_as=LastStintSerializer(many=True))

    def get_stints(self, dealer: Posting) -> Any:
        found = dealer.staff.stints.filter(facility=dealer.facility_id).select_related("table")
        return found[:LAST_STINTS]
