"""API keys as JSON, without the secret."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from compliance.api.serializers import Moment, PersonSerializer, WithActs, WithAddress
from compliance.models import Key

from .scopes import SCOPES

STATES = ("current", "expired", "revoked")


class KeySerializer(WithAddress):
    """An API key, without its secret."""

    KIND = "key"

    prefix = serializers.CharField(help_text="The part of the key that identifies it.")
    facility = serializers.CharField(source="facility.code", help_text="The facility that manages the key.")
    name = serializers.CharField(help_text="The program that uses the key.")
    badge = serializers.CharField(source="account.badge", help_text="The account that the journal names.")
    state = serializers.SerializerMethodField(help_text="current, expired or revoked.")
    scopes = serializers.ListField(child=serializers.ChoiceField(SCOPES), help_text="What the key may read and do.")
    facilities = serializers.SerializerMethodField(help_text="The codes of those of your facilities that it may use.")
    rate = serializers.IntegerField(help_text="How many requests the key may make per minute.")
    created_at = Moment(help_text="When it was created.")
    created_by = PersonSerializer(allow_null=True, help_text="Null if it was created on the server.")
    expires_at = Moment(help_text="When it expires.")
    revoked_at = Moment(allow_null=True)
    revoked_by = PersonSerializer(allow_null=True)
    revoked_for = serializers.CharField(allow_blank=True, help_text="Why it was revoked.")
    last_used_at = Moment(allow_null=True, help_text="When it was last used, to the minute.")
    last_used_from = serializers.CharField(allow_blank=True, help_text="The IP address of the last use.")

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
        help_text="The key itself. Only in the response that created it; null afterwards."
    )

    @extend_schema_field(serializers.CharField(allow_null=True))
    def get_token(self, key: Key) -> None:
        return None
