"""Baselines of expected hold: a game's table-days at a facility in the preceding 90 gaming days."""

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Collection
from datetime import date, timedelta
from decimal import Decimal
from typing import Any

from django.db.models import Count, F, FloatField, QuerySet, Sum
from django.db.models.functions import Cast

from compliance.models import Facility
from games.models import DayTotal

from .statistics import NOTHING, Baseline

DAYS = 90


def baselines(facility: Facility, before: date, days: int = DAYS) -> dict[str, Baseline]:
    """Return the baseline of each edition dealt in the gaming days before `before`."""
    found = _aggregated([facility], before - timedelta(days=days), before, "edition")
    return {edition: baseline for (edition,), baseline in found.items()}


class Baselines:
    """Baselines of several facilities for each gaming day of a range, each from the 90 days before that day."""

    def __init__(self, facilities: Collection[Facility], first: date, last: date, days: int = DAYS) -> None:
        self._before = timedelta(days=days)
        found = _aggregated(facilities, first - self._before, last, "facility", "edition", "gaming_day")
        # By facility and edition: the days with rounds, and the running sum before each of them.
        self._days: defaultdict[tuple[int, str], list[date]] = defaultdict(list)
        self._sums: defaultdict[tuple[int, str], list[Baseline]] = defaultdict(lambda: [NOTHING])
        for (facility, edition, day), baseline in sorted(found.items()):
            self._days[facility, edition].append(day)
            self._sums[facility, edition].append(self._sums[facility, edition][-1].plus(baseline))

    def before(self, facility: int, edition: str, day: date) -> Baseline:
        """Return the baseline for a gaming day."""
        days, sums = self._days.get((facility, edition), []), self._sums[facility, edition]
        return sums[bisect_left(days, day)].minus(sums[bisect_left(days, day - self._before)])


def _aggregated(
    facilities: Collection[Facility], first: date, after: date, *fields: str
) -> dict[tuple[Any, ...], Baseline]:
    """Return the baselines of table-days grouped by the fields, summed by the database."""
    played: QuerySet[DayTotal] = DayTotal.objects.filter(
        facility__in=[facility.pk for facility in facilities],
        gaming_day__gte=first,
        gaming_day__lt=after,
        staked_cents__gt=0,
    )
    win = F("staked_cents") - F("pays_cents") - F("returned_cents")
    # A square of cents may overflow a database integer.
    square = Cast(win, FloatField()) * Cast(win, FloatField()) / Cast("staked_cents", FloatField())
    sums = {"days": Count("pk"), "staked": Sum("staked_cents"), "won": Sum(win), "squares": Sum(square)}
    rows = played.order_by().values(*fields).annotate(**sums).values_list(*fields, *sums)
    return {
        tuple(row[: len(fields)]): Baseline(int(days), int(staked), int(won), Decimal(squares))
        for *row, days, staked, won, squares in rows
    }
