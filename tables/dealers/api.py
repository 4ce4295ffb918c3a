"""The dealer resource of the API."""

from datetime import datetime
from typing import Any

from django.db.models import Prefetch, QuerySet

from compliance.api.lists.filters import FacilityFilter, Filters, TextFilter
from compliance.api.lists.updated_since import Since
from compliance.api.resources import Resource, register
from compliance.models import Posting
from tables.models import Stint

from .serializers import DealerDetailSerializer, DealerSerializer

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
    facility = FacilityFilter()
    badge = TextFilter("Of one person.", "staff__badge", example="CHP-021")


register(
    Resource(
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
