"""Devices as JSON."""

from rest_framework import serializers

from compliance.api.serializers import Moment, PersonSerializer, WithActs, WithAddress
from tables.models import Device


class DeviceSerializer(WithAddress):
    """A shuffler, a shoe, or Bonus Spin hardware."""

    KIND = "device"

    id = serializers.IntegerField()
    facility = serializers.CharField(source="facility.code")
    kind = serializers.ChoiceField(Device.Kind.choices)
    model = serializers.CharField()
    serial = serializers.CharField()
    counts = serializers.BooleanField(help_text="Counts the deck after each shuffle.")
    reshuffles = serializers.BooleanField(help_text="Reshuffles and counts the cards automatically.")
    approval_reference = serializers.CharField(allow_blank=True)
    approved_on = serializers.DateField(allow_null=True)
    table = serializers.CharField(source="table.code", default=None, allow_null=True)
    failed_at = Moment(allow_null=True, help_text="Since when the device is out of order; null if it works.")
    fault = serializers.CharField(allow_blank=True)
    handling = serializers.ChoiceField(Device.Handling.choices, allow_blank=True)
    inspected_on = serializers.DateField(allow_null=True, help_text="Gaming day of the last inspection.")
    inspected_by = PersonSerializer(allow_null=True)
    retired_at = Moment(allow_null=True)


class DeviceDetailSerializer(DeviceSerializer, WithActs):
    pass
