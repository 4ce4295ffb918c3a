"""Filters of the journal."""

from datetime import date

from django.db.models import Q

from compliance.facilities.gaming_day import day_bounds
from compliance.filters import DayFilter, Filters, MomentFilter, TextFilter, Things


class JournalFilters(Filters):
    stream = TextFilter("Entries of one stream, such as table:CHP-04.", "stream__key", example="table:CHP-04")
    subject = TextFilter("Entries about one object, such as deck:12 or staff:CHP-001.", example="deck:12")
    action = TextFilter("Entries with one action, such as deck.removed.", example="deck.removed")
    day = DayFilter("Changes on this gaming day.", method="on_day", label="Gaming day")
    happened_since = MomentFilter("Changes at this time or later.", "at", "gte")
    happened_until = MomentFilter("Changes before this time.", "at", "lt")

    def on_day(self, entries: Things, _: str, value: date) -> Things:
        found = Q(pk__in=())
        for facility in self.facilities:
            first, after = day_bounds(facility, value)
            found |= Q(facility=facility, at__gte=first, at__lt=after)
        return entries.filter(found)
