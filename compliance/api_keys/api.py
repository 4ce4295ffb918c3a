"""The keys resource of the API."""

from django.utils import timezone

from compliance.api.lists.filters import ChoiceFilter, FacilityFilter, Filters, Things
from compliance.api.resources import Resource, register
from compliance.models import Key

from .serializers import STATES, KeyDetailSerializer, KeySerializer
from .services import in_state


class InState(ChoiceFilter):
    """Match keys by their state now."""

    def filter(self, things: Things, value: str) -> Things:
        return things.filter(in_state(value, timezone.now()))


class KeyFilters(Filters):
    facility = FacilityFilter()
    state = InState("The state of the key.", STATES, example=STATES[0])


register(
    Resource(
        "key",
        KeySerializer,
        KeyDetailSerializer,
        says="Returns the API keys that your facilities manage.",
        key="The key's prefix.",
        name_of_list="keys",
        changed=(lambda since: Key.objects.filter(prefix__in=since.names("key")).values_list("pk"),),
        order="prefix",
        fetch=lambda keys, at: keys.prefetch_related("grants__facility"),
        filters=KeyFilters,
    )
)
