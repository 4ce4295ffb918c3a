"""Dealers and shifts."""

from datetime import datetime

from django.db.models import Prefetch, QuerySet

from compliance.api.filters import Flag, OfFacility, Text
from compliance.api.readings import Reading, register
from compliance.models import Posting

from ..models import PitDuty, Stint
from ..serializers import DealerDetailSerializer, DealerSerializer, ShiftDetailSerializer, ShiftSerializer


def _with_papers(dealers: QuerySet[Posting], at: datetime) -> QuerySet[Posting]:
    return dealers.prefetch_related(
        "staff__licences",
        "staff__table_tests__examiner",
        Prefetch("staff__stints", Stint.objects.filter(ended_at=None).select_related("table")),
    )


register(
    Reading(
        "dealer",
        DealerSerializer,
        DealerDetailSerializer,
        says="Dealers: someone's posting as a dealer at a facility, with licences, table tests and where they are now.",
        key="The posting's number.",
        name_of_list="dealers",
        fetch=_with_papers,
        listed=lambda dealers, at: dealers.filter(ended_at=None),
        filters=(OfFacility(), Text("badge", "Of one person.", "staff__badge")),
    )
)

register(
    Reading(
        "shift",
        ShiftSerializer,
        ShiftDetailSerializer,
        says="Shifts, the newest first, with who had which pit.",
        key="The shift's number.",
        name_of_list="shifts",
        order="-pk",
        fetch=lambda shifts, at: shifts.prefetch_related(
            Prefetch("duties", PitDuty.objects.select_related("pit", "staff"))
        ),
        filters=(OfFacility(), Flag("on_duty", "Whether it is on duty now.", "ended_at__isnull")),
    )
)
