"""Staff as JSON."""

from collections.abc import Iterable
from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from compliance.api.serializers import Moment, WithActs, WithAddress
from compliance.models import Posting, Staff

from .lockout import is_locked_somewhere
from .roles import Role

# ── Staff ──


class PostingSerializer(serializers.Serializer):
    """A role that a person holds or held at a facility."""

    id = serializers.IntegerField()
    facility = serializers.CharField(source="facility.code")
    role = serializers.ChoiceField(Role.choices)
    started_at = Moment()
    ended_at = Moment(allow_null=True)


class StaffSerializer(WithAddress):
    """A member of staff."""

    KIND = "staff"

    badge = serializers.CharField()
    name = serializers.CharField()
    facility = serializers.CharField(source="facility.code", help_text="The facility that manages the account.")
    is_active = serializers.BooleanField()
    has_pin = serializers.BooleanField(help_text="Whether this person has a PIN and can sign.")
    created_at = Moment()
    postings = serializers.SerializerMethodField(help_text="Current and past roles at your facilities.")

    @extend_schema_field(PostingSerializer(many=True))
    def get_postings(self, staff: Staff) -> Any:
        mine = {facility.pk for facility in self.context["scope"].facilities()}
        postings: Iterable[Posting] = (each for each in staff.postings.all() if each.facility_id in mine)
        newest_first = sorted(postings, key=lambda posting: (posting.started_at, posting.pk), reverse=True)
        return PostingSerializer(newest_first, many=True).data


class StaffDetailSerializer(StaffSerializer, WithActs):
    signed_in_at = Moment(source="last_login", allow_null=True, help_text="When this person last signed in.")
    is_locked = serializers.SerializerMethodField(
        help_text="Whether the person is locked out on a device after too many wrong passwords or PINs."
    )

    def get_is_locked(self, staff: Staff) -> bool:
        return is_locked_somewhere(staff.badge, self.context["at"])
