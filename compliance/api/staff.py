"""Staff in the API."""

from ..serializers import StaffDetailSerializer, StaffSerializer
from .filters import Flag, OfFacility
from .readings import Reading, register

register(
    Reading(
        "staff",
        StaffSerializer,
        StaffDetailSerializer,
        says="Members of staff whose accounts your facilities keep, by badge.",
        key="The badge.",
        name_of_list="staff-list",
        order="badge",
        fetch=lambda people, at: people.prefetch_related("postings__facility"),
        filters=(OfFacility(), Flag("active", "Whether the account is enabled.", "is_active")),
    )
)
