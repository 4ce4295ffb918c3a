"""The device resource of the API."""

from compliance.api.lists.updated_since import by_own_entries
from compliance.api.resources import Resource

from .filters import DeviceFilters
from .serializers import DeviceDetailSerializer, DeviceSerializer

DEVICES = Resource(
    "device",
    DeviceSerializer,
    DeviceDetailSerializer,
    says="Shufflers, shoes and Bonus Spin hardware.",
    key="The device's number.",
    changed=(by_own_entries("device"),),
    filters=DeviceFilters,
    fetch=lambda devices, at: devices.select_related("inspected_by"),
)
