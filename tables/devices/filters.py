"""Filters of devices."""

from compliance.filters import ChoiceFilter, Filters, FlagFilter, ReferenceFilter, TextFilter
from tables.models import Device


class DeviceFilters(Filters):
    table = ReferenceFilter("table", "Code of the device's table.", example="CHP-04")
    kind = ChoiceFilter("Only devices of this kind.", Device.Kind.choices, example=Device.Kind.SHUFFLER.value)
    serial = TextFilter("Only the device with this serial number.", example="S0107")
    out_of_order = FlagFilter("Whether the device is out of order.", "failed_at", "isnull", exclude=True)
    retired = FlagFilter("Whether the device was retired.", "retired_at", "isnull", exclude=True)
