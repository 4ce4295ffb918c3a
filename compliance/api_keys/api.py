"""Keys in the API."""

from django.utils import timezone

from compliance.api.lists.filters import ChoiceFilter, FacilityFilter, Filters, Things
from compliance.api.resources import Resource, register
from compliance.models import Key

from .serializers import STATES, KeyDetailSerializer, KeySerializer
from .services import in_state


class InState(ChoiceFilter):
    """Current, expired or revoked, now."""

    def filter(self, things: Things, value: str) -> Things:
        return things.filter(in_state(value, timezone.now()))


class KeyFilters(Filters):
    facility = FacilityFilter()
    state = InState("In this state.", STATES, example=STATES[0])


register(
    Resource(
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
