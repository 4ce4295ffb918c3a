"""Facilities, pits and tables."""

from datetime import datetime
from typing import Any

from django.db.models import Prefetch, Q, QuerySet
from django.db.models.fields.json import KeyTextTransform

from compliance.api.lists.updated_since import Since, by_own_entries
from compliance.api.resources import Resource
from compliance.facilities.serializers import FacilitySerializer
from compliance.models import Facility
from tables.models import Deck, Pit, PitDuty, Table

from .filters import FacilityFilters, TableFilters
from .queries import with_relations
from .serializers import (
    FacilityDetailSerializer,
    PitDetailSerializer,
    PitSerializer,
    TableDetailSerializer,
    TableSerializer,
)

# ── Facilities


def _facilities(since: Since) -> QuerySet[Any]:
    """Include facilities whose shift templates changed, or where the caller's roles changed."""
    mine = Q(subject=since.scope.staff.subject_key)
    told = Q(subject__startswith="facility:") | Q(subject__startswith="shifttemplate:") | mine
    return Facility.objects.filter(pk__in=since.entries.filter(told).values("facility")).values_list("pk")


FACILITIES = Resource(
    "facility",
    FacilitySerializer,
    FacilityDetailSerializer,
    says="Facilities where you work.",
    key="The facility's code.",
    example_key="CHP",
    changed=(_facilities,),
    order="code",
    filters=FacilityFilters,
)

# ── Pits


def _with_tables(pits: QuerySet[Pit], at: datetime) -> QuerySet[Pit]:
    duties = Prefetch("duties", PitDuty.objects.filter(ended_at=None).select_related("staff"))
    return pits.select_related("facility").prefetch_related("tables", duties)


def _with_new_tables(since: Since) -> QuerySet[Any]:
    return Table.objects.filter(code__in=since.names("table", "table.added")).values_list("pit")


def _left(since: Since) -> QuerySet[Any]:
    """Include pits whose pit boss went off duty when the shift ended."""
    return PitDuty.objects.filter(shift__in=since.numbers("shift", "shift.ended")).values_list("pit")


def _with_other_reserves(since: Since) -> QuerySet[Any]:
    return Deck.objects.filter(pk__in=since.numbers("deck"), pit__isnull=False).values_list("pit")


def _without_decks(since: Since) -> QuerySet[Any]:
    """Include the pits of returned decks: the deck no longer has a pit, but its journal entry names it."""
    returned = since.entries.filter(action="deck.returned").values_list(KeyTextTransform("pit", "facts"))
    return since.scope.visible(Pit.objects.filter(code__in=returned)).values_list("pk")


PITS = Resource(
    "pit",
    PitSerializer,
    PitDetailSerializer,
    says="Pits, with their tables and the pit boss on duty.",
    key="The pit's number.",
    changed=(by_own_entries("pit"), _with_new_tables, _left, _with_other_reserves, _without_decks),
    fetch=_with_tables,
)

# ── Tables


def _with_all(tables: QuerySet[Table], at: datetime) -> QuerySet[Table]:
    return with_relations(tables, at).prefetch_related("devices__facility", "devices__inspected_by", "decks__facility")


TABLES = Resource(
    "table",
    TableSerializer,
    TableDetailSerializer,
    says="Tables, with their staff, decks and deck clocks, dealing method, offer, and what is due.",
    key="The table's code.",
    example_key="CHP-04",
    # A table's stream records its people, cards, devices, and rounds.
    changed=(lambda since: Table.objects.filter(code__in=since.tables()).values_list("pk"),),
    order="code",
    fetch=_with_all,
    filters=TableFilters,
)
