"""The device resource of the API."""

from compliance.api.lists.filters import ChoiceFilter, FacilityFilter, Filters, FlagFilter, ReferenceFilter, TextFilter
from compliance.api.lists.updated_since import by_own_entries
from compliance.api.resources import Resource, register
from tables.models import Device

from .serializers import DeviceDetailSerializer, DeviceSerializer


class DeviceFilters(Filters):
    facility = FacilityFilter()
    table = ReferenceFilter("table", "Code of the device's table.", example="CHP-04")
    kind = ChoiceFilter("Only devices of this kind.", Device.Kind.values, example=Device.Kind.SHUFFLER.value)
    serial = TextFilter("Only the device with this serial number.", example="S0107")
    out_of_order = FlagFilter("Whether the device is out of order.", "failed_at__isnull", negated=True)
    retired = FlagFilter("Whether the device was retired.", "retired_at__isnull", negated=True)


register(
    Resource(
        "device",
        DeviceSerializer,
        DeviceDetailSerializer,
        says="Shufflers, shoes and Bonus Spin hardware.",
        key="The device's number.",
        name_of_list="devices",
        changed=(by_own_entries("device"),),
        filters=DeviceFilters,
        fetch=lambda devices, at: devices.select_related("inspected_by"),
    )
)
