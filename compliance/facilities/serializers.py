"""Facilities as JSON."""

from datetime import date

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from compliance.api.serializers import WithAddress
from compliance.models import Facility
from compliance.staff.roles import Role

from .gaming_day import gaming_day

# ── Facilities ──


class FacilitySerializer(WithAddress):
    """A casino."""

    KIND = "facility"

    code = serializers.CharField()
    name = serializers.CharField()
    jurisdiction = serializers.CharField()
    time_zone = serializers.CharField()
    day_turns_at_hour = serializers.IntegerField(help_text="The local hour at which the gaming day starts.")
    gaming_day = serializers.SerializerMethodField(help_text="The current gaming day.")
    editions = serializers.ListField(child=serializers.CharField(), help_text="Rulebook editions in use here.")
    roles = serializers.SerializerMethodField(help_text="Your roles here.")

    def get_gaming_day(self, facility: Facility) -> date:
        return gaming_day(facility, self.context["at"])

    @extend_schema_field(serializers.ListField(child=serializers.ChoiceField(Role.choices)))
    def get_roles(self, facility: Facility) -> list[str]:
        return sorted(self.context["scope"].staff.roles_at(facility))
