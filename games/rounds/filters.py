"""Filters of rounds. Those by time use the index on table and time."""

from collections.abc import Iterator
from datetime import datetime, timedelta

from django.db.models import F, Q
from django.utils import timezone

from compliance.facilities.gaming_day import day_bounds
from compliance.filters import (
    ChoiceFilter,
    DayFilter,
    Filters,
    FlagFilter,
    MomentFilter,
    NumberFilter,
    ReferenceFilter,
    Things,
)
from compliance.models import Staff
from compliance.staff.roles import Role
from games.models import Round
from tables.models import Table
from tables.submissions.filters import EDITIONS

from .marks import MARKS
from .queries import played_in

# The largest clock change (DST), so that a gaming day is within its bounds.
CLOCK_CHANGE = timedelta(hours=1)
# Rounds of up to this many days are sorted quickly.
SHORT = timedelta(days=8)

# Begin and end; None for an open end.
Span = tuple[datetime | None, datetime | None]


class DealerFilter(ReferenceFilter):
    """A person who deals or dealt at the reader's facilities, by badge."""

    lookup = "badge"

    def objects(self) -> Things:
        dealers = Staff.objects.filter(postings__facility__in=self.parent.facilities, postings__role=Role.DEALER)
        return dealers.distinct().order_by("name")

    def format(self, value: Staff) -> str:
        return f"{value.name} · {value.badge}"


class RoundFilters(Filters):
    pit = ReferenceFilter("pit", "The number of a pit.", "table__pit", hidden=True, example=3)
    table = ReferenceFilter("table", "The code of a table.", example="CHP-04")
    number = NumberFilter("The number at its table.", hidden=True, example=118)
    deck = ReferenceFilter("deck", "The number of a deck.", hidden=True, example=12)
    shift = ReferenceFilter("shift", "The number of a shift.", hidden=True, example=12)
    dealer = DealerFilter("dealer", "The dealer's badge.", example="CHP-021")
    edition = ChoiceFilter(
        "Settled under this edition of the rules.", EDITIONS, method="of_edition", hidden=True, example=EDITIONS[0][0]
    )
    status = ChoiceFilter(
        "Settled or void, by the rules.", Round.Status.choices, hidden=True, example=Round.Status.SETTLED.value
    )
    voided = FlagFilter("Whether it was voided.", "voiding", "isnull", exclude=True, hidden=True)
    mark = ChoiceFilter(
        "Has this mark.",
        [(name, mark.label) for name, mark in MARKS.items()],
        method=lambda rounds, _, value: rounds.filter(MARKS[value].of),
        label="Marked",
        example="limit_cut",
    )
    # In the form that the partial index needs.
    in_breach = FlagFilter(
        "Whether it was logged with a violation.",
        method=lambda rounds, _, value: rounds.filter(~Q(breach_reason="") if value else Q(breach_reason="")),
        hidden=True,
    )
    day = DayFilter("On this gaming day.", "gaming_day", label="Gaming day")
    gaming_day_from = DayFilter("On this gaming day or later.", "gaming_day", "gte", hidden=True)
    gaming_day_to = DayFilter("On this gaming day or earlier.", "gaming_day", "lte", hidden=True)
    played_since = MomentFilter("Played at this moment or later.", "played_at", "gte")
    played_until = MomentFilter("Played before this moment.", "played_at", "lt")

    def of_edition(self, rounds: Things, _: str, value: str) -> Things:
        """Return nothing at once if no facility deals the edition."""
        dealt = any(value in facility.editions() for facility in self.facilities)
        return rounds.filter(edition=value) if dealt else rounds.none()

    def filter_queryset(self, queryset: Things) -> Things:
        """Limit rounds to the time in which they were played, at all tables of the facilities or at one.

        This makes the database use the index. Otherwise it scans all rounds from the newest, hoping to find enough
        soon: a short span years ago would then cost as much as everything played since.
        """
        found = super().filter_queryset(queryset)
        begins, ends = zip(*self._spans(), strict=True)
        first, last = max(filter(None, begins), default=None), min(filter(None, ends), default=None)
        if not (first or last):
            return found
        if not self.asked("table"):
            here = Table.objects.filter(facility__in=self.facilities).values_list("pk", flat=True)
            found = found.filter(table__in=list(here))
        found = found.filter(played_at__gte=first) if first else found
        found = found.filter(played_at__lt=last) if last else found
        now = timezone.now()
        is_short = first is not None and min(last or now, now) - first <= SHORT
        return found.order_by((F("id") + 0).desc()) if is_short else found

    def _spans(self) -> Iterator[Span]:
        """Yield the spans of time that the filters ask for."""
        yield self.asked("played_since"), self.asked("played_until")
        for first in filter(None, (self.asked("day"), self.asked("gaming_day_from"))):
            yield min(day_bounds(each, first)[0] for each in self.facilities) - CLOCK_CHANGE, None
        for last in filter(None, (self.asked("day"), self.asked("gaming_day_to"))):
            yield None, max(day_bounds(each, last)[1] for each in self.facilities) + CLOCK_CHANGE
        if shift := self.asked("shift"):
            yield played_in(shift)
