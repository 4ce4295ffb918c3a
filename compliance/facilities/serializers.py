"""Facilities as JSON."""

from datetime import date

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from compliance.api.fields import Computed, ListOf, Number, Text
from compliance.api.serializers import WithAddress
from compliance.models import Facility
from compliance.staff.roles import Role
from games.engine.loading import editions

from .gaming_day import gaming_day


class FacilitySerializer(WithAddress):
    """A casino."""

    KIND, EXAMPLE_URL = "facility", "/api/v1/facilities/CHP/"

    code = Text("The facility's code. Table codes and badges start with it.", example="CHP")
    name = Text("The casino's name.", example="Chesapeake")
    jurisdiction = Text("The jurisdiction whose rules apply.", example="Maryland")
    time_zone = Text("The local time zone.", example="America/New_York")
    day_turns_at_hour = Number("The local hour at which the gaming day starts.", example=6)
    gaming_day = Computed("The current gaming day.")
    editions = ListOf("Rulebook editions in use here.", child=serializers.CharField(), example=list(editions())[:2])
    roles = Computed("Your roles here.")

    def get_gaming_day(self, facility: Facility) -> date:
        return gaming_day(facility, self.context["at"])

    @extend_schema_field(serializers.ListField(child=serializers.ChoiceField(Role.choices)))
    def get_roles(self, facility: Facility) -> list[str]:
        return sorted(self.context["scope"].staff.roles_at(facility))
