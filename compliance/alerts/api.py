"""The alerts resource of the API."""

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

# An inspection may take this long before its results are visible.
_UNDER_WAY = timedelta(hours=1)


def _without_a_word(since: Since) -> QuerySet[Any]:
    """Return alerts that an inspection can change without a journal entry: notices, and open alerts with a new text."""
    lasting = [name for name, check in CHECKS.items() if check.lasts]
    lately = since.moment - _UNDER_WAY
    changed = Q(check_name__in=lasting, gone_at=None) | Q(gone_at__gte=lately) | Q(opened_at__gte=lately)
    return since.scope.visible(Alert.objects.filter(changed)).values_list("pk")


class SeverityFilter(ChoiceFilter):
    """Match this severity or a higher one."""

    def filter(self, things: Things, value: str) -> Things:
        return things.filter(severity__gte=Severity[value.upper()])


class TableFilter(ReferenceFilter):
    """Match the code of the table that the alert is shown under."""

    def filter(self, things: Things, value: Any) -> Things:
        return things.filter(place=value.code)


class ForMeFilter(FlagFilter):
    """Match alerts that are assigned to the caller or are at the level of their role."""

    def filter(self, things: Things, value: bool) -> Things:
        scope, mine = self.parent.scope, Q(pk__in=())
        for facility in scope.facilities():
            mine |= Q(facility=facility) & rings_for(scope.staff, facility)
        return things.filter(mine) if value else things.exclude(mine)


class SnoozedFilter(FlagFilter):
    """Match alerts that are snoozed now."""

    def filter(self, things: Things, value: bool) -> Things:
        later = Q(snoozed_until__gt=timezone.now())
        return things.filter(later) if value else things.exclude(later)


class AlertFilters(Filters):
    facility = FacilityFilter()
    open = FlagFilter("Whether the alert is still open.", "closed_at__isnull")
    for_me = ForMeFilter("Whether the alert is assigned to you or is at the level of your role.", "assigned_to")
    put_off = SnoozedFilter("Whether the alert is snoozed now.", "snoozed_until")
    acknowledged = FlagFilter("Whether someone acknowledged the alert.", "acknowledged_at__isnull", negated=True)
    severity = SeverityFilter("This severity or higher.", [each.name.lower() for each in Severity], example="due")
    check = ChoiceFilter("The check that found it.", lambda: sorted(CHECKS), "check_name", example="deck_change")
    table = TableFilter("table", "The code of a table.", example="CHP-04")
    opened_since = MomentFilter("Opened at this time or later.", "opened_at__gte")
    opened_until = MomentFilter("Opened before this time.", "opened_at__lt")


register(
    Resource(
        "alert",
        AlertSerializer,
        AlertDetailSerializer,
        says="Open and closed compliance alerts, newest first.",
        key="The alert's number.",
        name_of_list="alerts",
        changed=(by_own_entries("alert"), _without_a_word),
        order="-id",
        fetch=lambda alerts, at: alerts.select_related(*RELATED),
        filters=AlertFilters,
    )
)
