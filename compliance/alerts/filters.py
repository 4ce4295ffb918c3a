"""Filters of alerts. The tabs of the inbox choose whose alerts it shows, and whether snoozed or closed ones."""

from django.db.models import Q
from django.utils import timezone

from compliance.filters import ChoiceFilter, Filters, FlagFilter, MomentFilter, ReferenceFilter, Things
from compliance.findings import choices
from compliance.models import Severity

from .inbox import for_person, is_snoozed

SEVERITIES = [
    ("notice", "Notices and higher"),
    ("warning", "Due soon, warnings and higher"),
    ("due", "Due and critical"),
    ("critical", "Critical"),
]


class AlertFilters(Filters):
    open = FlagFilter("Whether the alert is still open.", "closed_at", "isnull", hidden=True)
    for_me = FlagFilter(
        "Whether the alert is assigned to you or is at the level of your role.", method="filter_for_me", hidden=True
    )
    put_off = FlagFilter("Whether the alert is snoozed now.", label="Snoozed", method="filter_snoozed", hidden=True)
    acknowledged = FlagFilter(
        "Whether someone acknowledged the alert.", "acknowledged_at", "isnull", exclude=True, hidden=True
    )
    severity = ChoiceFilter(
        "This severity or higher. The default is every severity, notices included.",
        SEVERITIES,
        method=lambda alerts, _, value: alerts.filter(severity__gte=Severity[value.upper()]),
        example="due",
    )
    check = ChoiceFilter("The check that found it.", choices, "check_name", example="deck_change")
    # The table that the alert is shown under.
    table = ReferenceFilter(
        "table",
        "The code of a table.",
        method=lambda alerts, _, value: alerts.filter(place=value.code),
        example="CHP-04",
    )
    opened_since = MomentFilter("Opened at this time or later.", "opened_at", "gte")
    opened_until = MomentFilter("Opened before this time.", "opened_at", "lt")

    def filter_for_me(self, alerts: Things, _: str, value: bool) -> Things:
        mine = Q(pk__in=())
        for facility in self.facilities:
            mine |= Q(facility=facility) & for_person(self.scope.staff, facility)
        return alerts.filter(mine) if value else alerts.exclude(mine)

    def filter_snoozed(self, alerts: Things, _: str, value: bool) -> Things:
        snoozed = is_snoozed(timezone.now())
        return alerts.filter(snoozed if value else ~snoozed)
