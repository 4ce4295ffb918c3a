"""The shift resource of the API."""

from datetime import datetime
from typing import Any

from django.db.models import Prefetch, QuerySet

from compliance.api.lists.updated_since import Since, by_own_entries
from compliance.api.resources import Resource
from tables.models import PitDuty, Shift

from .filters import ShiftFilters
from .serializers import ShiftDetailSerializer, ShiftSerializer


def _with_duties(shifts: QuerySet[Shift], at: datetime) -> QuerySet[Shift]:
    return shifts.prefetch_related(Prefetch("duties", PitDuty.objects.select_related("pit", "staff")))


def _with_changed_duties(since: Since) -> QuerySet[Any]:
    """Include shifts with new pit bosses: the journal records these under the pit, at the time the duty starts."""
    given = since.entries.filter(action="pit.given")
    return PitDuty.objects.filter(started_at__in=given.values("at")).values_list("shift")


SHIFTS = Resource(
    "shift",
    ShiftSerializer,
    ShiftDetailSerializer,
    says="Shifts, newest first, with the pit boss of each pit.",
    key="The shift's number.",
    changed=(by_own_entries("shift"), _with_changed_duties),
    order="-pk",
    fetch=_with_duties,
    filters=ShiftFilters,
)
