"""The round resource of the API."""

from datetime import datetime
from typing import Any

from django.db.models import Q, QuerySet

from compliance.api.lists.filters import (
    ChoiceFilter,
    DayFilter,
    FacilityFilter,
    Filters,
    FlagFilter,
    MomentFilter,
    NumberFilter,
    ReferenceFilter,
    TextFilter,
    Things,
)
from compliance.api.lists.updated_since import Since, by_own_entries
from compliance.api.resources import Resource, register
from games.engine.loading import editions
from games.models import Round, Violation
from games.rounds.marks import MARKS

from .by_time import filter_played, played_span
from .serializers import RoundDetailSerializer, RoundSerializer

# ── Rounds


class InBreach(FlagFilter):
    """Filter in the form that the partial index needs."""

    def filter(self, things: Things, value: bool) -> Things:
        return things.filter(~Q(breach_reason="") if value else Q(breach_reason=""))


class OfEdition(ChoiceFilter):
    """Filter by edition; returns nothing at once if no facility deals it."""

    def filter(self, things: Things, value: str) -> Things:
        dealt = any(value in facility.editions() for facility in self.parent.scope.facilities())
        return things.filter(edition=value) if dealt else things.none()


class OfMark(ChoiceFilter):
    """Filter by mark, as on the page of rounds."""

    def filter(self, things: Things, value: str) -> Things:
        return things.filter(MARKS[value].of)


class RoundFilters(Filters):
    facility = FacilityFilter()
    pit = ReferenceFilter("pit", "The number of a pit.", "table__pit", example=3)
    table = ReferenceFilter("table", "The code of a table.", example="CHP-04")
    number = NumberFilter("The number at its table.", example=118)
    deck = ReferenceFilter("deck", "The number of a deck.", example=12)
    shift = ReferenceFilter("shift", "The number of a shift.", example=12)
    dealer = TextFilter("The dealer's badge.", "dealer__badge", example="CHP-021")
    edition = OfEdition("Settled under this edition of the rules.", editions, example=editions()[0])
    status = ChoiceFilter("Settled or void, by the rules.", Round.Status.values, example=Round.Status.SETTLED.value)
    voided = FlagFilter("Whether it was voided.", "voiding__isnull", negated=True)
    mark = OfMark("Has this mark.", MARKS, example="limit_cut")
    in_breach = InBreach("Whether it was logged with a violation.", "breach_reason")
    gaming_day_from = DayFilter("On this gaming day or later.", "gaming_day__gte")
    gaming_day_to = DayFilter("On this gaming day or earlier.", "gaming_day__lte")
    played_since = MomentFilter("Played at this moment or later.", "played_at__gte")
    played_until = MomentFilter("Played before this moment.", "played_at__lt")

    def filter_queryset(self, queryset: Things) -> Things:
        found: Things = super().filter_queryset(queryset)
        asked = self.form.cleaned_data
        facilities = [asked["facility"]] if "facility" in asked else self.scope.facilities()
        return filter_played(found, played_span(asked, facilities), facilities if "table" not in asked else None)


def _with_all(rounds: QuerySet[Round], at: datetime) -> QuerySet[Round]:
    return rounds.select_related("voiding__voided_by", "voiding__signature__signer")


def _with_findings(since: Since) -> QuerySet[Any]:
    """A change of a violation's finding is reported by the violation resource."""
    return Violation.objects.filter(pk__in=since.numbers("violation")).values_list("round")


def _corrected(since: Since) -> QuerySet[Any]:
    """A correction is reported by the new round."""
    logged = Round.objects.filter(pk__in=since.numbers("round", "round.logged"), replaces__isnull=False)
    return logged.values_list("replaces")


register(
    Resource(
        "round",
        RoundSerializer,
        RoundDetailSerializer,
        says="Rounds of play, newest first.",
        key="The round's number in this installation, its `id`.",
        name_of_list="rounds",
        changed=(by_own_entries("round"), _with_findings, _corrected),
        order="-id",
        fetch=_with_all,
        filters=RoundFilters,
        extras=("input", "settlement"),
    )
)
