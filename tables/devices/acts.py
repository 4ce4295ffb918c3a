"""Acts on one device."""

from django.utils import timezone

from compliance.acts.registry import Act, Subject
from compliance.facilities.gaming_day import gaming_day
from tables.findings.equipment import is_approval_complete
from tables.floor.forms import ReasonForm
from tables.models import Device

from . import forms
from . import services as devices


def _in_use(device: Device) -> bool:
    return device.retired_at is None


def _wants_inspection(device: Device) -> bool:
    today = gaming_day(device.facility, timezone.now())
    return _in_use(device) and device.in_order and device.inspected_on != today


DEVICE = Subject(
    "device",
    lambda: Device.objects.select_related("facility", "table__facility", "table__pit", "inspected_by"),
    (
        Act(
            "device.inspect",
            "Record inspection",
            devices.inspect_device,
            policy="device_inspected",
            primary=True,
            when=_wants_inspection,
        ),
        Act(
            "device.handle",
            "Cover, mark or remove",
            devices.handle_device,
            forms.HandleDeviceForm,
            primary=True,
            when=lambda device: device.neglected,
        ),
        Act(
            "device.fail",
            "Mark out of order",
            devices.fail_device,
            forms.FailDeviceForm,
            danger=True,
            when=lambda device: _in_use(device) and device.in_order,
        ),
        Act(
            "device.repair",
            "Mark repaired",
            devices.repair_device,
            forms.RepairDeviceForm,
            when=lambda device: _in_use(device) and not device.in_order,
        ),
        Act(
            "device.take-away",
            "Remove from table",
            devices.take_device_away,
            when=lambda device: device.table_id is not None,
        ),
        Act(
            "device.approve",
            "Record approval",
            devices.approve_device,
            forms.ApproveDeviceForm,
            policy="device_approved",
            personal=True,
            when=lambda device: _in_use(device) and not is_approval_complete(device),
        ),
        Act(
            "device.retire",
            "Retire",
            devices.retire_device,
            ReasonForm,
            danger=True,
            when=lambda device: _in_use(device) and device.table_id is None,
        ),
    ),
)
