"""The alerts resource of the API."""

from datetime import timedelta
from typing import Any

from django.db.models import Q, QuerySet

from compliance.api.lists.updated_since import Since, by_own_entries
from compliance.api.resources import Resource
from compliance.findings import CHECKS
from compliance.models import Alert

from .filters import AlertFilters
from .inbox import RELATED
from .serializers import AlertDetailSerializer, AlertSerializer

# An inspection may take this long before its results are visible.
_UNDER_WAY = timedelta(hours=1)


def _changed_without_entry(since: Since) -> QuerySet[Any]:
    """Return alerts that an inspection can change without a journal entry: notices, and open alerts with a new text."""
    lasting = [name for name, check in CHECKS.items() if check.lasts]
    lately = since.moment - _UNDER_WAY
    changed = Q(check_name__in=lasting, gone_at=None) | Q(gone_at__gte=lately) | Q(opened_at__gte=lately)
    return since.scope.visible(Alert.objects.filter(changed)).values_list("pk")


ALERTS = Resource(
    "alert",
    AlertSerializer,
    AlertDetailSerializer,
    says="Open and closed compliance alerts, newest first.",
    key="The alert's number.",
    changed=(by_own_entries("alert"), _changed_without_entry),
    order="-id",
    fetch=lambda alerts, at: alerts.select_related(*RELATED),
    filters=AlertFilters,
)
