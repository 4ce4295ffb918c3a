"""Filters of staff."""

from compliance.filters import ChoiceFilter, Filters, FlagFilter, Things
from compliance.models import Posting

from .roles import Role


class StaffFilters(Filters):
    role = ChoiceFilter("People who hold this role now.", Role.choices, method="of_role", example=Role.DEALER.value)
    active = FlagFilter("Whether the account is enabled.", "is_active")

    def of_role(self, people: Things, _: str, value: str) -> Things:
        held = Posting.objects.filter(role=value, ended_at=None, facility__in=self.facilities)
        return people.filter(pk__in=held.values("staff"))
