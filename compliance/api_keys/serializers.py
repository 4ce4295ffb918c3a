"""API keys as JSON, without the secret."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from compliance.api.fields import Computed, FacilityCode, ListOf, Moment, Number, Text
from compliance.api.serializers import PersonSerializer, WithActs, WithAddress
from compliance.models import Key

from .scopes import SCOPES

STATES = ("current", "expired", "revoked")


class KeySerializer(WithAddress):
    """An API key, without its secret."""

    KIND, EXAMPLE_URL = "key", "/api/v1/keys/7KQ2M9XA/"

    prefix = Text("The part of the key that identifies it.", example="7KQ2M9XA")
    facility = FacilityCode("The facility that manages the key.", source="facility.code")
    name = Text("The program that uses the key.", example="Slot accounting")
    badge = Text("The account that the journal names.", source="account.badge", example="KEY-7KQ2M9XA")
    state = Computed("current, expired or revoked.")
    scopes = ListOf(
        "What the key may read and do.", child=serializers.ChoiceField(SCOPES), example=["rounds:read", "journal:read"]
    )
    facilities = Computed("The codes of those of your facilities that it may use.", example=["CHP"])
    rate = Number("How many requests the key may make per minute.", example=600)
    created_at = Moment("When it was created.")
    created_by = PersonSerializer(allow_null=True, help_text="Null if it was created on the server.")
    expires_at = Moment("When it expires.")
    revoked_at = Moment("When it was revoked; null if not revoked.", allow_null=True)
    revoked_by = PersonSerializer(allow_null=True, help_text="Who revoked it.")
    revoked_for = Text("Why it was revoked.", allow_blank=True, example="The program is no longer used")
    last_used_at = Moment("When it was last used, to the minute.", allow_null=True)
    last_used_from = Text("The IP address of the last use.", allow_blank=True, example="10.1.4.20")

    @extend_schema_field(serializers.ChoiceField(STATES))
    def get_state(self, key: Key) -> str:
        return key.state_at(self.context["at"])

    @extend_schema_field(serializers.ListField(child=serializers.CharField()))
    def get_facilities(self, key: Key) -> Any:
        return key.codes_opened(self.context["scope"].facilities())


class KeyDetailSerializer(KeySerializer, WithActs):
    token = Text(
        "The key itself. Only in the response that created it; null afterwards.",
        allow_null=True,
        example="cck_7KQ2M9XA_q3Jt0b5mF1yKXc2r9wVd7sLhPz8uNaEoTgIi4CjRkBQ",
    )
