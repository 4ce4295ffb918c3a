"""The round resource of the API."""

from typing import Any

from django.db.models import QuerySet

from compliance.api.lists.updated_since import Since, by_own_entries
from compliance.api.resources import Resource
from games.models import Round, Violation
from games.rounds.filters import RoundFilters

from .serializers import RoundDetailSerializer, RoundSerializer


def _with_findings(since: Since) -> QuerySet[Any]:
    """A change of a violation's finding is reported by the violation resource."""
    return Violation.objects.filter(pk__in=since.numbers("violation")).values_list("round")


def _corrected(since: Since) -> QuerySet[Any]:
    """A correction is reported by the new round."""
    logged = Round.objects.filter(pk__in=since.numbers("round", "round.logged"), replaces__isnull=False)
    return logged.values_list("replaces")


ROUNDS = Resource(
    "round",
    RoundSerializer,
    RoundDetailSerializer,
    says="Rounds of play, newest first.",
    key="The round's number in this installation, its `id`.",
    example_key=1204,
    changed=(by_own_entries("round"), _with_findings, _corrected),
    order="-id",
    fetch=lambda rounds, at: rounds.select_related("voiding__voided_by", "voiding__signature__signer"),
    filters=RoundFilters,
    extras=("input", "settlement"),
)
