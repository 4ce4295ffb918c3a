"""Which things have changed since a moment: those that the journal has told of since then.

A thing changes by what is told of itself, and by some of what is told of others: a shift by a pit's being given. Each
reading says by which (`changed`), as queries for the keys of things; the database puts them together, so that no entry
is read to find out.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import Any

from django.db.models import BigIntegerField, Case, F, QuerySet, When
from django.db.models.functions import Cast, Substr

from compliance.journal.feed import entries_since
from compliance.models import Entry
from compliance.staff.scope import Scope

from .filters import MomentFilter, Things


@dataclass(frozen=True)
class Since:
    """What was told since a moment, of what the caller may see."""

    moment: datetime
    entries: QuerySet[Entry]
    scope: Scope

    def numbers(self, kind: str, *actions: str) -> QuerySet[Any]:
        """Return the numbers of the things of a kind of which something was told, or one of these."""
        number = Cast(Substr("subject", len(kind) + 2), BigIntegerField())
        # Nothing but a number is made one, whatever the database does first.
        told = Case(When(subject__startswith=f"{kind}:", then=number))
        return self._told(kind, actions).values_list(told).distinct()

    def names(self, kind: str, *actions: str) -> QuerySet[Any]:
        """Return the same of things that are known by a code or a badge."""
        return self._told(kind, actions).values_list(Substr("subject", len(kind) + 2)).distinct()

    def _told(self, kind: str, actions: tuple[str, ...]) -> QuerySet[Entry]:
        told = self.entries.filter(subject__startswith=f"{kind}:")
        return told.filter(action__in=actions) if actions else told

    @cached_property
    def _streams(self) -> list[tuple[str, int]]:
        """The streams in which something was told, and their facilities: by their last entries, as those came last."""
        last = self.entries.filter(sequence=F("stream__feed_mark__sequence"))
        return list(last.values_list("stream__key", "facility"))

    def tables(self, *actions: str) -> Iterable[Any]:
        """Return the codes of the tables in whose streams something was told, or one of these."""
        if not actions:
            return [key.partition(":")[2] for key, _ in self._streams if key.startswith("table:")]
        there = self.entries.filter(action__in=actions, stream__key__startswith="table:")
        return there.values_list(Substr("stream__key", len("table:") + 1)).distinct()

    @property
    def facilities(self) -> set[int]:
        """The keys of the facilities of which anything was told."""
        return {facility for _, facility in self._streams}


# Returns the keys of things that have changed.
Changed = Callable[[Since], QuerySet[Any]]


def by_own_entries(kind: str) -> Changed:
    """Things of which the journal tells by their number."""
    return lambda since: since.numbers(kind)


class UpdatedSince(MomentFilter):
    """What the journal has told of since a moment."""

    def __init__(self, changed: tuple[Changed, ...]) -> None:
        says = (
            "What has changed since then: of which something was told in the journal that could not be read before. "
            "Give the time at which you asked before, or a minute earlier where clocks differ: what comes twice is the "
            "same."
        )
        super().__init__(says, "pk")
        self.changed = changed

    def filter(self, things: Things, value: datetime) -> Things:
        scope = self.parent.scope
        entries = entries_since(value).filter(facility__in=[each.pk for each in scope.facilities()])
        since = Since(value, entries.order_by(), scope)
        first, *others = [each(since).order_by() for each in self.changed]
        return things.filter(pk__in=first.union(*others) if others else first)
