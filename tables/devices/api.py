"""The device resource of the API."""

from compliance.api.lists.filters import Choice, Filters, Flag, OfFacility, Reference, Text
from compliance.api.lists.updated_since import of_itself
from compliance.api.resources import Reading, register
from tables.models import Device

from .serializers import DeviceDetailSerializer, DeviceSerializer


class DeviceFilters(Filters):
    facility = OfFacility()
    table = Reference("table", "The code of the table at which it stands.", example="CHP-04")
    kind = Choice("Of this kind.", Device.Kind.values, example=Device.Kind.SHUFFLER.value)
    serial = Text("With this serial number.", example="S0107")
    out_of_order = Flag("Whether it has failed and was not repaired yet.", "failed_at__isnull", negated=True)
    retired = Flag("Whether it was taken out of use for good.", "retired_at__isnull", negated=True)


register(
    Reading(
        "device",
        DeviceSerializer,
        DeviceDetailSerializer,
        says="Shufflers, shoes and Bonus Spin hardware.",
        key="The device's number.",
        name_of_list="devices",
        changed=(of_itself("device"),),
        filters=DeviceFilters,
        fetch=lambda devices, at: devices.select_related("inspected_by"),
    )
)
