"""Filters of rounds."""

from django.db.models import Q

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
from tables.submissions.filters import EDITIONS

from .by_time import filter_played, played_span
from .marks import MARKS


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
        found = super().filter_queryset(queryset)
        span = played_span(self.form.cleaned_data, self.facilities)
        return filter_played(found, span, None if self.asked("table") else self.facilities)
