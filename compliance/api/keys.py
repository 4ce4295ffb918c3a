"""Keys in the API."""

from ..key_serializers import KeyDetailSerializer, KeySerializer
from ..models import Key
from .filters import Filters, OfFacility
from .readings import Reading, register


class KeyFilters(Filters):
    facility = OfFacility()


register(
    Reading(
        "key",
        KeySerializer,
        KeyDetailSerializer,
        says="Keys that your facilities keep, the newest first.",
        key="The key's prefix.",
        name_of_list="keys",
        changed=(lambda since: Key.objects.filter(prefix__in=since.names("key")).values_list("pk"),),
        order="prefix",
        fetch=lambda keys, at: keys.prefetch_related("grants__facility"),
        filters=KeyFilters,
    )
)
