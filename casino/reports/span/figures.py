"""Read the figures of a range of gaming days from the totals, with few queries however many rounds there are."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import NamedTuple

from django.db.models import DateTimeField, DurationField, ExpressionWrapper, F, Q, QuerySet, Sum, Value
from django.db.models.functions import Coalesce, Greatest, Least

from casino.reports.figures.baselines import Baselines
from casino.reports.figures.labels import game_names
from casino.reports.figures.statistics import Baseline, Interval, interval_of
from casino.reports.figures.sums import OF_WAGERS, Key, Sums, grouped
from compliance.facilities.gaming_day import day_bounds, gaming_day
from compliance.models import Facility, Staff
from games.models import DayTotal, HourlyTotal
from tables.models import Stint, Table


class TableDay(NamedTuple):
    """The key of a table's totals: one gaming day, one edition."""

    facility: int
    day: date
    table: int
    edition: str


class DealtTotals(NamedTuple):
    """The key of a dealer's totals under one edition."""

    facility: int
    dealer: int
    edition: str


@dataclass(frozen=True)
class RangeFigures:
    """`days` includes the earlier days that the range is compared with; everything else is of the range itself."""

    facilities: Mapping[int, Facility]
    first: date
    last: date
    at: datetime
    days: Mapping[tuple[int, date], Sums]
    table_days: Mapping[TableDay, Sums]
    dealers: Mapping[DealtTotals, Sums]
    hours: Mapping[tuple[int, datetime], Sums]
    wagers: Mapping[tuple[str, str], Sums]
    baselines: Baselines
    tables: Mapping[int, Table]
    staff: Mapping[int, Staff]
    at_tables: Mapping[int, int]

    @property
    def length(self) -> int:
        return (self.last - self.first).days + 1

    @property
    def latest(self) -> date:
        """The last day of the range that has begun at any facility."""
        today = max(gaming_day(facility, self.at) for facility in self.facilities.values())
        return min(self.last, today)

    def between(self, first: date, last: date) -> dict[tuple[int, date], Sums]:
        return {key: sums for key, sums in self.days.items() if first <= key[1] <= last}

    def games(self) -> dict[str, str]:
        """Return the names of the games dealt, by edition."""
        editions = {each.edition for each in self.table_days} | {edition for edition, _ in self.wagers}
        return game_names(editions)

    def expected(self, stakes: Iterable[tuple[int, str, int]]) -> Interval | None:
        """Return the expected interval of hold for wagers, each given by facility, edition and amount."""
        staked = _summed(((facility, edition), amount) for facility, edition, amount in stakes)
        return interval_of((self.baseline(*of, self.first), amount) for of, amount in staked.items())

    def baseline(self, facility: int, edition: str, day: date) -> Baseline:
        return self.baselines.before(facility, edition, day)


def figures_of(facilities: Sequence[Facility], first: date, last: date, at: datetime) -> RangeFigures:
    """Read the figures of a range of gaming days at one or more facilities."""
    here = [facility.pk for facility in facilities]
    earliest = min(first - (last - first) - timedelta(days=1), date(last.year, 1, 1))
    days = DayTotal.objects.filter(facility__in=here, gaming_day__range=(first, last))
    since = DayTotal.objects.filter(facility__in=here, gaming_day__range=(earliest, last))
    hours = HourlyTotal.objects.filter(facility__in=here, gaming_day__range=(first, last))
    whole = hours.filter(wager="")
    dealers = {DealtTotals(*key): sums for key, sums in grouped(whole, "facility", "dealer", "edition").items()}
    at_tables = _summed(each for facility in facilities for each in _at_tables(facility, first, last, at))
    return RangeFigures(
        facilities={facility.pk: facility for facility in facilities},
        first=first,
        last=last,
        at=at,
        days={(facility, day): sums for (facility, day), sums in grouped(since, "facility", "gaming_day").items()},
        table_days=_table_days(days),
        dealers=dealers,
        hours={(facility, hour): sums for (facility, hour), sums in grouped(whole, "facility", "hour").items()},
        wagers={
            (edition, wager): sums
            for (edition, wager), sums in grouped(hours.exclude(wager=""), "edition", "wager", of=OF_WAGERS).items()
        },
        baselines=Baselines(facilities, first, last),
        tables={table.pk: table for table in Table.objects.filter(facility__in=here).select_related("pit")},
        staff=Staff.objects.in_bulk({*at_tables, *(each.dealer for each in dealers)}),
        at_tables=at_tables,
    )


def _table_days(totals: QuerySet[DayTotal]) -> dict[TableDay, Sums]:
    found = grouped(totals, "facility", "gaming_day", "table", "edition")
    return {TableDay(*key): sums for key, sums in found.items()}


def _at_tables(facility: Facility, first: date, last: date, at: datetime) -> Iterable[tuple[int, int]]:
    """Yield how many seconds of the range each dealer was at a table of a facility."""
    since, until = day_bounds(facility, first)[0], min(day_bounds(facility, last)[1], at)
    if until <= since:
        return
    begins, ends = Value(since, DateTimeField()), Value(until, DateTimeField())
    spent = ExpressionWrapper(
        Least(Coalesce("ended_at", ends), ends) - Greatest(F("started_at"), begins), DurationField()
    )
    stints = Stint.objects.filter(
        Q(ended_at__gt=since) | Q(ended_at=None), facility=facility, started_at__lt=until, table__isnull=False
    )
    for dealer, time in stints.order_by().values("staff").annotate(spent=Sum(spent)).values_list("staff", "spent"):
        yield dealer, int(time.total_seconds())


def _summed(amounts: Iterable[tuple[Key, int]]) -> dict[Key, int]:
    found: dict[Key, int] = {}
    for key, amount in amounts:
        found[key] = found.get(key, 0) + amount
    return found
