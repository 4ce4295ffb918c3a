"""The violation resource of the API."""

from typing import Any

from django.db.models import QuerySet

from compliance.api.lists.updated_since import Since, by_own_entries
from compliance.api.resources import Resource
from games.models import Violation

from .filters import ViolationFilters
from .serializers import ViolationDetailSerializer, ViolationSerializer


def _of_new_rounds(since: Since) -> QuerySet[Any]:
    """The opening of a violation is reported with its round."""
    return Violation.objects.filter(round__in=since.numbers("round", "round.logged")).values_list("pk")


VIOLATIONS = Resource(
    "violation",
    ViolationSerializer,
    ViolationDetailSerializer,
    says="Violations of rounds, one for each violated gate, newest first.",
    key="The violation's number.",
    changed=(by_own_entries("violation"), _of_new_rounds),
    order="-id",
    fetch=lambda violations, at: violations.select_related("closed_by"),
    filters=ViolationFilters,
)
