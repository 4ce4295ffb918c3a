"""The `updated_since` filter: objects that have journal entries since a time.

An object changes by its own entries and by some entries of other objects: a shift changes when a pit is assigned. Each
resource declares these as queries for the keys of objects (`changed`). The database combines them.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import Any

from django.db.models import BigIntegerField, Case, F, QuerySet, When
from django.db.models.functions import Cast, Substr

from compliance.filters import MomentFilter, Things
from compliance.journal.feed import entries_since
from compliance.models import Entry
from compliance.staff.scope import Scope


@dataclass(frozen=True)
class Since:
    """The journal entries since a time that the caller may see."""

    moment: datetime
    entries: QuerySet[Entry]
    scope: Scope

    def numbers(self, kind: str, *actions: str) -> QuerySet[Any]:
        """Return the numbers of the objects of a kind that have entries, or entries with these actions."""
        number = Cast(Substr("subject", len(kind) + 2), BigIntegerField())
        # Guards the cast, because the database may evaluate it before the filter.
        told = Case(When(subject__startswith=f"{kind}:", then=number))
        return self._entries(kind, actions).values_list(told).distinct()

    def names(self, kind: str, *actions: str) -> QuerySet[Any]:
        """Return the same for objects that are identified by a code or a badge."""
        return self._entries(kind, actions).values_list(Substr("subject", len(kind) + 2)).distinct()

    def _entries(self, kind: str, actions: tuple[str, ...]) -> QuerySet[Entry]:
        told = self.entries.filter(subject__startswith=f"{kind}:")
        return told.filter(action__in=actions) if actions else told

    @cached_property
    def _streams(self) -> list[tuple[str, int]]:
        """The streams with entries since then, and their facilities: a stream counts if its last entry does."""
        last = self.entries.filter(sequence=F("stream__feed_mark__sequence"))
        return list(last.values_list("stream__key", "facility"))

    def tables(self, *actions: str) -> Iterable[Any]:
        """Return the codes of the tables whose streams have entries, or entries with these actions."""
        if not actions:
            return [key.partition(":")[2] for key, _ in self._streams if key.startswith("table:")]
        there = self.entries.filter(action__in=actions, stream__key__startswith="table:")
        return there.values_list(Substr("stream__key", len("table:") + 1)).distinct()

    @property
    def facilities(self) -> set[int]:
        """The keys of the facilities that have entries."""
        return {facility for _, facility in self._streams}


# Returns the keys of changed objects.
Changed = Callable[[Since], QuerySet[Any]]


def by_own_entries(kind: str) -> Changed:
    """Objects that change by entries about their own number."""
    return lambda since: since.numbers(kind)


class UpdatedSince(MomentFilter):
    """Objects with journal entries since a time."""

    def __init__(self, changed: tuple[Changed, ...]) -> None:
        says = (
            "Only objects with journal entries that became readable at or after this time. Send the time of your "
            "previous request, or a minute earlier if clocks differ. You may get an object twice."
        )
        super().__init__(says)
        self.changed = changed

    def filter(self, things: Things, value: datetime) -> Things:
        scope = self.parent.scope
        entries = entries_since(value).filter(facility__in=[each.pk for each in scope.facilities()])
        since = Since(value, entries.order_by(), scope)
        first, *others = [each(since).order_by() for each in self.changed]
        return things.filter(pk__in=first.union(*others) if others else first)
