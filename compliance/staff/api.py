"""The staff resource of the API."""

from compliance.api.resources import Resource
from compliance.models import Staff

from .filters import StaffFilters
from .serializers import StaffDetailSerializer, StaffSerializer

STAFF = Resource(
    "staff",
    StaffSerializer,
    StaffDetailSerializer,
    says="Returns the staff accounts that your facilities manage, by badge.",
    key="The badge.",
    example_key="CHP-2301",
    list_name="staff-list",
    changed=(lambda since: Staff.objects.filter(badge__in=since.names("staff")).values_list("pk"),),
    order="badge",
    fetch=lambda people, at: people.prefetch_related("postings__facility"),
    filters=StaffFilters,
)
