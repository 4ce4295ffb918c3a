"""Shifts as JSON."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from compliance.api.fields import Computed, Date, Described, FacilityCode, Id, Moment, Text
from compliance.api.serializers import PersonSerializer, WithActs, WithAddress
from tables.models import Shift


@extend_schema_field({"type": "string", "pattern": "^([01][0-9]|2[0-3]):[0-5][0-9]$"})
class TimeOfDay(Described, serializers.TimeField):
    """A local time without seconds or offset, unlike the JSON Schema format `time`."""

    def __init__(self, says: str, **kwargs: Any) -> None:
        super().__init__(says, format="%H:%M", **kwargs)


class TemplateSerializer(serializers.Serializer):
    """A shift template, for every day."""

    id = Id()
    name = Text("The shift's name.", example="Swing")
    starts = TimeOfDay("Local start time.", example="14:00")
    ends = TimeOfDay("If earlier than the start, the shift ends after midnight.", example="22:00")


class DutySerializer(serializers.Serializer):
    """A pit boss's duty at a pit."""

    pit = Text("The pit's code.", source="pit.code", example="P1")
    pit_boss = PersonSerializer(source="staff", help_text="The pit boss; null if none is assigned.")
    started_at = Moment("When it began.")
    ended_at = Moment("When it ended; null if it has not ended.", allow_null=True)


class ShiftSerializer(WithAddress):
    """A current or past shift."""

    KIND, EXAMPLE_URL = "shift", "/api/v1/shifts/12/"

    id = Id()
    facility = FacilityCode(source="facility.code")
    template = TemplateSerializer(help_text="The shift's template.")
    gaming_day = Date("The gaming day that it belongs to.")
    manager = PersonSerializer(help_text="The shift manager.")
    began_at = Moment("When it began.")
    ended_at = Moment("When it ended; null if it has not ended.", allow_null=True)
    duties = Computed("The pit boss of each pit.", shown_as=DutySerializer(many=True))

    def get_duties(self, shift: Shift) -> Any:
        return shift.duties.all()


class ShiftDetailSerializer(ShiftSerializer, WithActs):
    pass
