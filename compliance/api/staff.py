"""Staff in the API."""

from ..models import Staff
from ..serializers import StaffDetailSerializer, StaffSerializer
from .filters import Filters, Flag, OfFacility
from .readings import Reading, register


class StaffFilters(Filters):
    facility = OfFacility()
    active = Flag("Whether the account is enabled.", "is_active")


register(
    Reading(
        "staff",
        StaffSerializer,
        StaffDetailSerializer,
        says="Members of staff whose accounts your facilities keep, by badge.",
        key="The badge.",
        name_of_list="staff-list",
        changed=(lambda since: Staff.objects.filter(badge__in=since.names("staff")).values_list("pk"),),
        order="badge",
        fetch=lambda people, at: people.prefetch_related("postings__facility"),
        filters=StaffFilters,
    )
)
