"""The staff resource of the API."""

from compliance.api.lists.filters import ChoiceFilter, FacilityFilter, Filters, FlagFilter, Things
from compliance.api.resources import Resource, register
from compliance.models import Posting, Staff

from .roles import Role
from .serializers import StaffDetailSerializer, StaffSerializer


class OfRole(ChoiceFilter):
    """Match people who hold a role now at one of the caller's facilities."""

    def filter(self, things: Things, value: str) -> Things:
        held = Posting.objects.filter(role=value, ended_at=None, facility__in=self.parent.scope.facilities())
        return things.filter(pk__in=held.values("staff"))


class StaffFilters(Filters):
    facility = FacilityFilter()
    role = OfRole("People who hold this role now.", Role.values, example=Role.DEALER.value)
    active = FlagFilter("Whether the account is enabled.", "is_active")


register(
    Resource(
        "staff",
        StaffSerializer,
        StaffDetailSerializer,
        says="Returns the staff accounts that your facilities manage, by badge.",
        key="The badge.",
        name_of_list="staff-list",
        changed=(lambda since: Staff.objects.filter(badge__in=since.names("staff")).values_list("pk"),),
        order="badge",
        fetch=lambda people, at: people.prefetch_related("postings__facility"),
        filters=StaffFilters,
    )
)
