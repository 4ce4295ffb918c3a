"""Staff as JSON."""

from collections.abc import Iterable
from typing import Any

from rest_framework import serializers

from compliance.api.fields import Boolean, Choice, Computed, FacilityCode, Id, Moment, Text
from compliance.api.serializers import WithActs, WithAddress
from compliance.lockout.limits import locked_until
from compliance.models import Posting, Staff

from .roles import Role


class PostingSerializer(serializers.Serializer):
    """A role that a person holds or held at a facility."""

    id = Id()
    facility = FacilityCode(source="facility.code")
    role = Choice("The role.", Role.choices, example="floorperson")
    started_at = Moment("When it began.")
    ended_at = Moment("When it ended; null if it has not ended.", allow_null=True)


class StaffSerializer(WithAddress):
    """A member of staff."""

    KIND, EXAMPLE_URL = "staff", "/api/v1/staff/CHP-2301/"

    badge = Text("The person's badge.", example="CHP-2301")
    name = Text("The name.", example="Rosa Delgado")
    facility = FacilityCode("The facility that manages the account.", source="facility.code")
    is_active = Boolean("Whether the account is enabled.")
    has_pin = Boolean("Whether this person has a PIN and can sign.")
    created_at = Moment("When it was created.")
    postings = Computed("Current and past roles at your facilities.", shown_as=PostingSerializer(many=True))

    def get_postings(self, staff: Staff) -> Any:
        mine = {facility.pk for facility in self.context["scope"].facilities()}
        postings: Iterable[Posting] = (each for each in staff.postings.all() if each.facility_id in mine)
        return sorted(postings, key=lambda posting: (posting.started_at, posting.pk), reverse=True)


class StaffDetailSerializer(StaffSerializer, WithActs):
    signed_in_at = Moment("When this person last signed in.", source="last_login", allow_null=True)
    is_locked = Computed("Whether the person is locked out on a device after too many wrong passwords or PINs.")

    def get_is_locked(self, staff: Staff) -> bool:
        return locked_until(staff.badge, self.context["at"]) is not None
