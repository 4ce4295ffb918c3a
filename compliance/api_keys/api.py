"""The keys resource of the API."""

from compliance.api.resources import Resource
from compliance.models import Key

from .filters import KeyFilters
from .serializers import KeyDetailSerializer, KeySerializer

KEYS = Resource(
    "key",
    KeySerializer,
    KeyDetailSerializer,
    says="Returns the API keys that your facilities manage.",
    key="The key's prefix.",
    example_key="7KQ2M9XA",
    changed=(lambda since: Key.objects.filter(prefix__in=since.names("key")).values_list("pk"),),
    order="prefix",
    fetch=lambda keys, at: keys.prefetch_related("grants__facility"),
    filters=KeyFilters,
)
