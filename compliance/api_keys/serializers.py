"""Keys as JSON: never what opens anything with them."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from compliance.api.serializers import Moment, PersonSerializer, WithActs, WithAddress
from compliance.models import Key

from .scopes import SCOPES

STATES = ("current", "expired", "revoked")


class KeySerializer(WithAddress):
    """A key of a program, without what opens anything with it."""

    KIND = "key"

    prefix = serializers.CharField(help_text="The part of the key by which it is known.")
    facility = serializers.CharField(source="facility.code", help_text="Whose administrators keep it.")
    name = serializers.CharField(help_text="Which program holds it.")
    badge = serializers.CharField(source="account.badge", help_text="Whom the journal names for what is done with it.")
    state = serializers.SerializerMethodField(help_text="current, expired or revoked.")
    scopes = serializers.ListField(child=serializers.ChoiceField(SCOPES), help_text="What it may read and do.")
    facilities = serializers.SerializerMethodField(help_text="Codes of those that it opens, of yours.")
    rate = serializers.IntegerField(help_text="How many requests a minute it may make.")
    created_at = Moment(help_text="When it was made.")
    created_by = PersonSerializer(allow_null=True, help_text="Null for one made on the machine itself.")
    expires_at = Moment(help_text="From when on it opens nothing.")
    revoked_at = Moment(allow_null=True)
    revoked_by = PersonSerializer(allow_null=True)
    revoked_for = serializers.CharField(allow_blank=True, help_text="Why it was revoked.")
    last_used_at = Moment(allow_null=True, help_text="To the minute.")
    last_used_from = serializers.CharField(allow_blank=True, help_text="The address from which it was last used.")

    @extend_schema_field(serializers.ChoiceField(STATES))
    def get_state(self, key: Key) -> str:
        return key.state_at(self.context["at"])

    @extend_schema_field(serializers.ListField(child=serializers.CharField()))
    def get_facilities(self, key: Key) -> Any:
        mine = {each.pk for each in self.context["scope"].facilities()}
        open_ = [grant for grant in key.grants.all() if grant.ended_at is None and grant.facility_id in mine]
        return sorted(grant.facility.code for grant in open_)


class KeyDetailSerializer(KeySerializer, WithActs):
    token = serializers.SerializerMethodField(
        help_text="The key itself: only in the answer that made it, null ever after."
    )

    @extend_schema_field(serializers.CharField(allow_null=True))
    def get_token(self, key: Key) -> None:
        return None
