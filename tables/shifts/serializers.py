"""Shifts as JSON."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from compliance.api.serializers import Moment, PersonSerializer, WithActs, WithAddress
from tables.models import Shift


@extend_schema_field({"type": "string", "pattern": "^([01][0-9]|2[0-3]):[0-5][0-9]$"})
class TimeOfDay(serializers.TimeField):
    """A local time without seconds or offset, unlike the JSON Schema format `time`."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(format="%H:%M", **kwargs)


class TemplateSerializer(serializers.Serializer):
    """A shift template, for every day."""

    id = serializers.IntegerField()
    name = serializers.CharField()
    starts = TimeOfDay()
    ends = TimeOfDay(help_text="If earlier than the start, the shift ends after midnight.")


class DutySerializer(serializers.Serializer):
    """A pit boss's duty at a pit."""

    pit = serializers.CharField(source="pit.code")
    pit_boss = PersonSerializer(source="staff")
    started_at = Moment()
    ended_at = Moment(allow_null=True)


class ShiftSerializer(WithAddress):
    """A current or past shift."""

    KIND = "shift"

    id = serializers.IntegerField()
    facility = serializers.CharField(source="facility.code")
    template = TemplateSerializer()
    gaming_day = serializers.DateField()
    manager = PersonSerializer()
    began_at = Moment()
    ended_at = Moment(allow_null=True)
    duties = serializers.SerializerMethodField(help_text="The pit boss of each pit.")

    @extend_schema_field(DutySerializer(many=True))
    def get_duties(self, shift: Shift) -> Any:
        return DutySerializer(shift.duties.all(), many=True).data


class ShiftDetailSerializer(ShiftSerializer, WithActs):
    pass
