"""Present the condition of a device."""

from datetime import datetime

from compliance.facilities.gaming_day import gaming_day
from compliance.web.generic_views import StatusWord
from tables.models import Device


def condition(device: Device, at: datetime) -> StatusWord:
    """Return a device's condition as a status."""
    if device.retired_at:
        return StatusWord("rest", "retired")
    if device.neglected:
        return StatusWord("blocked", "out of order, needs action")
    if not device.in_order:
        return StatusWord("soon", f"out of order, {device.handling}")
    if device.approved_on is None:
        return StatusWord("soon", "not approved yet")
    if device.table_id and device.inspected_on != gaming_day(device.facility, at):
        return StatusWord("due", "not inspected today")
    return StatusWord("fine", "working")
