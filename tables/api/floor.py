"""Facilities, pits and tables."""

from datetime import datetime

from django.db.models import Prefetch, QuerySet

from compliance.api.filters import Choice, OfFacility, Reference
from compliance.api.readings import Reading, register
from compliance.serializers import FacilitySerializer

from ..models import Pit, PitDuty, Table
from ..serializers import (
    FacilityDetailSerializer,
    PitDetailSerializer,
    PitSerializer,
    TableDetailSerializer,
    TableSerializer,
)
from ..standing import fetched

PIT = Reference("pit", "The number of a pit.", lambda: Pit.objects.all())


def _with_tables(pits: QuerySet[Pit], at: datetime) -> QuerySet[Pit]:
    duties = Prefetch("duties", PitDuty.objects.filter(ended_at=None).select_related("staff"))
    return pits.select_related("facility").prefetch_related("tables", duties)


def _with_all(tables: QuerySet[Table], at: datetime) -> QuerySet[Table]:
    return fetched(tables, at).prefetch_related("devices__facility", "devices__inspected_by", "decks__facility")


register(
    Reading(
        "facility",
        FacilitySerializer,
        FacilityDetailSerializer,
        says="The facilities at which you work.",
        key="The facility's code.",
        name_of_list="facilities",
        order="code",
    )
)

register(
    Reading(
        "pit",
        PitSerializer,
        PitDetailSerializer,
        says="Pits, with their tables and who has them in this shift.",
        key="The pit's number.",
        name_of_list="pits",
        fetch=_with_tables,
        filters=(OfFacility(),),
    )
)

register(
    Reading(
        "table",
        TableSerializer,
        TableDetailSerializer,
        says="Tables: who is there, the cards and their clocks, how cards are dealt, what is offered, what is due.",
        key="The table's code.",
        name_of_list="tables",
        order="code",
        fetch=_with_all,
        filters=(OfFacility(), PIT, Choice("state", tuple(Table.State.values), "In this state.")),
    )
)
