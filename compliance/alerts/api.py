"""Alerts in the API."""

from datetime import timedelta
from typing import Any

from django.db.models import Q, QuerySet
from django.utils import timezone

from compliance.api.lists.filters import (
    ChoiceFilter,
    FacilityFilter,
    Filters,
    FlagFilter,
    MomentFilter,
    ReferenceFilter,
    Things,
)
from compliance.api.lists.updated_since import Since, by_own_entries
from compliance.api.resources import Resource, register
from compliance.findings import CHECKS
from compliance.models import Alert, Severity

from .inbox import RELATED, rings_for
from .serializers import AlertDetailSerializer, AlertSerializer

# For so long a look may be under way before what it found can be read.
_UNDER_WAY = timedelta(hours=1)


def _without_a_word(since: Since) -> QuerySet[Any]:
    """What a look changes without an entry: notices come and go so, and whatever stands is put into new words."""
    lasting = [name for name, check in CHECKS.items() if check.lasts]
    lately = since.moment - _UNDER_WAY
    changed = Q(check_name__in=lasting, gone_at=None) | Q(gone_at__gte=lately) | Q(opened_at__gte=lately)
    return since.scope.visible(Alert.objects.filter(changed)).values_list("pk")


class SeverityFilter(ChoiceFilter):
    """Of this severity or a worse one."""

    def filter(self, things: Things, value: str) -> Things:
        return things.filter(severity__gte=Severity[value.upper()])


class TableFilter(ReferenceFilter):
    """Shown under a table, which an alert knows by its code."""

    def filter(self, things: Things, value: Any) -> Things:
        return things.filter(place=value.code)


class ForMeFilter(FlagFilter):
    """Handed to who asks, or come up to their role."""

    def filter(self, things: Things, value: bool) -> Things:
        scope, mine = self.parent.scope, Q(pk__in=())
        for facility in scope.facilities():
            mine |= Q(facility=facility) & rings_for(scope.staff, facility)
        return things.filter(mine) if value else things.exclude(mine)


class SnoozedFilter(FlagFilter):
    """Put off until a moment that is still to come."""

    def filter(self, things: Things, value: bool) -> Things:
        later = Q(snoozed_until__gt=timezone.now())
        return things.filter(later) if value else things.exclude(later)


class AlertFilters(Filters):
    facility = FacilityFilter()
    open = FlagFilter("Whether it is still open.", "closed_at__isnull")
    for_me = ForMeFilter("Whether it was handed to you, or has come up to your role.", "assigned_to")
    put_off = SnoozedFilter("Whether it is put off for now.", "snoozed_until")
    acknowledged = FlagFilter("Whether someone has taken it on.", "acknowledged_at__isnull", negated=True)
    severity = SeverityFilter("At least as bad as this.", [each.name.lower() for each in Severity], example="due")
    check = ChoiceFilter("What was looked for.", lambda: sorted(CHECKS), "check_name", example="deck_change")
    table = TableFilter("table", "The code of a table.", example="CHP-04")
    opened_since = MomentFilter("Opened at this moment or later.", "opened_at__gte")
    opened_until = MomentFilter("Opened before this moment.", "opened_at__lt")


register(
    Resource(
        "alert",
        AlertSerializer,
        AlertDetailSerializer,
        says="Compliance alerts, the newest first: open ones and those that were.",
        key="The alert's number.",
        name_of_list="alerts",
        changed=(by_own_entries("alert"), _without_a_word),
        order="-id",
        fetch=lambda alerts, at: alerts.select_related(*RELATED),
        filters=AlertFilters,
    )
)
