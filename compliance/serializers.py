"""People, facilities and the journal as JSON, and what every thing's JSON is made of."""

from collections.abc import Iterable
from datetime import UTC, date
from typing import Any

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from .acts import SUBJECTS
from .api.addresses import address_of, addresses_of
from .api.columns import Derived
from .api.remedies import remedy_of
from .attempts import is_locked_somewhere
from .gaming_day import gaming_day
from .models import Entry, Facility, Posting, Signature, Staff
from .roles import Role
from .scope import Scope
from .violations import RuleViolation


class Moment(serializers.DateTimeField):
    """A moment in UTC, whatever time zone a page is shown in: 2026-03-02T17:00:00Z."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(default_timezone=UTC, **kwargs)


class PersonSerializer(serializers.Serializer):
    """A person in short."""

    badge = serializers.CharField()
    name = serializers.CharField()


class ActSerializer(serializers.Serializer):
    """Something that may be done."""

    name = serializers.CharField(help_text="Such as table.open.")
    label = serializers.CharField()  # type: ignore[assignment]  # a field, by its name
    url = serializers.CharField(help_text="POST to this address does it.")
    signed = serializers.BooleanField(help_text="Whether a second person signs with badge and PIN.")


class WithAddress(serializers.Serializer):
    """Something with an address of its own."""

    KIND = ""

    url = serializers.SerializerMethodField()

    def get_url(self, thing: Any) -> str:
        return addresses_of(self.KIND)(SUBJECTS[self.KIND].key(thing))


class WithActs(WithAddress):
    """Something with what the caller may do to it, as it is now."""

    acts = serializers.SerializerMethodField(help_text="What you may do now.")

    @extend_schema_field(ActSerializer(many=True))
    def get_acts(self, thing: Any) -> list[dict[str, Any]]:
        scope, subject = self.context["scope"], SUBJECTS[self.KIND]
        return [
            {
                "name": act.name,
                "label": act.label,
                "url": address_of(act.name, subject.key(thing)),
                "signed": act.signing is not None,
            }
            for act in subject.acts
            if scope.may(act.name, thing.facility) and act.when(thing)
        ]


class RemedySerializer(serializers.Serializer):
    """An act that puts something right."""

    name = serializers.CharField(help_text="The act, such as table.put-offer.")
    label = serializers.CharField()  # type: ignore[assignment]
    url = serializers.CharField()


class RefusalSerializer(serializers.Serializer):
    """Something that stands in the way."""

    code = serializers.CharField()
    message = serializers.CharField(help_text="What to do next.")
    cite = serializers.CharField(allow_null=True)
    remedy = RemedySerializer(allow_null=True, help_text="The act that puts it right, if you may do it.")


def refusals(violations: Iterable[RuleViolation], thing: Any, scope: Scope) -> list[dict[str, Any]]:
    """Return what stands in the way of something, each with the act that puts it right."""
    return [
        {
            "code": violation.code,
            "message": violation.message,
            "cite": violation.cite or None,
            "remedy": remedy_of(violation, thing, scope),
        }
        for violation in violations
    ]


# ── Facilities ──


class FacilitySerializer(WithAddress):
    """A casino."""

    KIND = "facility"

    code = serializers.CharField()
    name = serializers.CharField()
    jurisdiction = serializers.CharField()
    time_zone = serializers.CharField()
    day_turns_at_hour = serializers.IntegerField(help_text="The local hour at which the gaming day turns.")
    gaming_day = serializers.SerializerMethodField(help_text="The gaming day that it is now.")
    editions = serializers.ListField(child=serializers.CharField(), help_text="Whose rules may be dealt here.")
    roles = serializers.SerializerMethodField(help_text="Yours here.")

    def get_gaming_day(self, facility: Facility) -> date:
        return gaming_day(facility, self.context["at"])

    @extend_schema_field(serializers.ListField(child=serializers.ChoiceField(Role.choices)))
    def get_roles(self, facility: Facility) -> list[str]:
        return sorted(self.context["scope"].staff.roles_at(facility))


# ── Staff ──


class PostingSerializer(serializers.Serializer):
    """A role that someone holds or held."""

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
    facility = serializers.CharField(source="facility.code", help_text="Whose administrators keep the account.")
    is_active = serializers.BooleanField()
    has_pin = serializers.BooleanField(help_text="Whether this person can sign.")
    created_at = Moment()
    postings = serializers.SerializerMethodField(help_text="Roles now and before, at facilities that you look after.")

    @extend_schema_field(PostingSerializer(many=True))
    def get_postings(self, staff: Staff) -> Any:
        mine = {facility.pk for facility in self.context["scope"].facilities()}
        postings: Iterable[Posting] = (each for each in staff.postings.all() if each.facility_id in mine)
        newest_first = sorted(postings, key=lambda posting: (posting.started_at, posting.pk), reverse=True)
        return PostingSerializer(newest_first, many=True).data


class StaffDetailSerializer(StaffSerializer, WithActs):
    signed_in_at = Moment(source="last_login", allow_null=True, help_text="When this person last signed in.")
    is_locked = serializers.SerializerMethodField(
        help_text="Whether a device lets them try no more, after too many wrong passwords or PINs."
    )

    def get_is_locked(self, staff: Staff) -> bool:
        return is_locked_somewhere(staff.badge, self.context["at"])


# ── The journal ──


class SignatureSerializer(serializers.Serializer[Signature]):
    """A second person's signature."""

    signer = PersonSerializer()
    role = serializers.CharField()
    act = serializers.CharField()
    cite = serializers.CharField()
    signed_at = Moment()


class EntrySerializer(serializers.Serializer[Entry]):
    """An entry of the journal: something that changed."""

    id = serializers.IntegerField()
    facility = serializers.CharField(source="facility.code")
    stream = serializers.CharField(source="stream.key", help_text="Such as table:CHP-04 or facility:CHP.")
    sequence = serializers.IntegerField(help_text="Its place in the stream, without gaps.")
    action = serializers.CharField(help_text="Such as deck.removed.")
    subject = serializers.CharField(help_text="Such as deck:12.")
    actor = PersonSerializer(allow_null=True)
    signature = SignatureSerializer(allow_null=True)
    at = Moment(help_text="When it happened.")
    recorded_at = Moment()
    cite = serializers.CharField(allow_blank=True)
    facts = Derived("facts", by=lambda facts: facts, shown_as=OpenApiTypes.OBJECT)
    previous = serializers.CharField(allow_blank=True, help_text="The hash of the entry before it in the stream.")
    hash = serializers.CharField()
