"""Reports, as they are read."""

from compliance.api.filters import Flag, OfFacility
from compliance.api.readings import Reading, register

from .serializers import ReportDetailSerializer, ReportSerializer

register(
    Reading(
        "report",
        ReportSerializer,
        ReportDetailSerializer,
        says="Reports of shifts, the newest first; each with all its figures at its own address.",
        key="The shift's number.",
        name_of_list="reports",
        order="-pk",
        filters=(
            OfFacility(),
            Flag("signed", "Whether it was signed.", "signed_report__isnull", negated=True),
            Flag("on_duty", "Whether its shift is on duty now.", "ended_at__isnull"),
        ),
    )
)
