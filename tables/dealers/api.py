"""The dealer resource of the API."""

from datetime import datetime
from typing import Any

from django.db.models import Prefetch, QuerySet

from compliance.api.lists.updated_since import Since
from compliance.api.resources import Resource
from compliance.models import Posting
from tables.models import Stint

from .filters import DealerFilters
from .serializers import DealerDetailSerializer, DealerSerializer


def _with_papers(dealers: QuerySet[Posting], at: datetime) -> QuerySet[Posting]:
    return dealers.prefetch_related(
        "staff__licences",
        "staff__table_tests__examiner",
        Prefetch("staff__stints", Stint.objects.filter(ended_at=None).select_related("table")),
    )


def _of_people(since: Since) -> QuerySet[Any]:
    """Include everyone with new entries: postings, licenses, tests, and stints are journaled under the person."""
    return Posting.objects.filter(staff__badge__in=since.names("staff")).values_list("pk")


DEALERS = Resource(
    "dealer",
    DealerSerializer,
    DealerDetailSerializer,
    says="Dealers: a person's posting as a dealer at a facility, with licenses, table tests, and current location. "
    "With `updated_since`, ended postings are included.",
    key="The posting's number.",
    changed=(_of_people,),
    fetch=_with_papers,
    listed=lambda dealers, at: dealers.filter(ended_at=None),
    filters=DealerFilters,
)
