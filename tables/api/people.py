"""Dealers and shifts."""

from datetime import datetime
from typing import Any

from django.db.models import Prefetch, QuerySet

from compliance.api.lists.filters import Day, Filters, Flag, OfFacility, Text
from compliance.api.lists.updated_since import Since, of_itself
from compliance.api.resources import Reading, register
from compliance.models import Posting

from ..models import PitDuty, Shift, Stint
from ..serializers import DealerDetailSerializer, DealerSerializer, ShiftDetailSerializer, ShiftSerializer

# ── Dealers


def _with_papers(dealers: QuerySet[Posting], at: datetime) -> QuerySet[Posting]:
    return dealers.prefetch_related(
        "staff__licences",
        "staff__table_tests__examiner",
        Prefetch("staff__stints", Stint.objects.filter(ended_at=None).select_related("table")),
    )


def _of_people(since: Since) -> QuerySet[Any]:
    """Posts, licences, tests and stints are told of the person."""
    return Posting.objects.filter(staff__badge__in=since.names("staff")).values_list("pk")


class DealerFilters(Filters):
    facility = OfFacility()
    badge = Text("Of one person.", "staff__badge", example="CHP-021")


register(
    Reading(
        "dealer",
        DealerSerializer,
        DealerDetailSerializer,
        says="Dealers: someone's posting as a dealer at a facility, with licences, table tests and where they are now. "
        "With `updated_since` those too who no longer are.",
        key="The posting's number.",
        name_of_list="dealers",
        changed=(_of_people,),
        fetch=_with_papers,
        listed=lambda dealers, at: dealers.filter(ended_at=None),
        filters=DealerFilters,
    )
)

# ── Shifts


def _with_duties(shifts: QuerySet[Shift], at: datetime) -> QuerySet[Shift]:
    return shifts.prefetch_related(Prefetch("duties", PitDuty.objects.select_related("pit", "staff")))


def _with_pits_given(since: Since) -> QuerySet[Any]:
    """That someone was given a pit is told of the pit, at the moment from which on they have it."""
    given = since.entries.filter(action="pit.given")
    return PitDuty.objects.filter(started_at__in=given.values("at")).values_list("shift")


class ShiftFilters(Filters):
    facility = OfFacility()
    on_duty = Flag("Whether it is on duty now.", "ended_at__isnull")
    gaming_day_from = Day("Of this gaming day or a later one.", "gaming_day__gte")
    gaming_day_to = Day("Of this gaming day or an earlier one.", "gaming_day__lte")


register(
    Reading(
        "shift",
        ShiftSerializer,
        ShiftDetailSerializer,
        says="Shifts, the newest first, with who had which pit.",
        key="The shift's number.",
        name_of_list="shifts",
        changed=(of_itself("shift"), _with_pits_given),
        order="-pk",
        fetch=_with_duties,
        filters=ShiftFilters,
    )
)
