"""Filters of API keys."""

from django.utils import timezone

from compliance.filters import ChoiceFilter, Filters, Things

from .serializers import STATES
from .services import in_state


class KeyFilters(Filters):
    state = ChoiceFilter(
        "The state of the key.", [(name, name.capitalize()) for name in STATES], method="in_state", example=STATES[0]
    )

    def in_state(self, keys: Things, _: str, value: str) -> Things:
        return keys.filter(in_state(value, timezone.now()))
