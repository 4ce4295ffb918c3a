"""Filter rounds by time played, using the index on table and time."""

from collections.abc import Collection, Iterator, Mapping
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from django.db.models import F, QuerySet
from django.utils import timezone

from compliance.facilities.gaming_day import day_bounds
from compliance.models import Facility
from games.models import Round
from tables.models import Table

from .queries import played_in

# The largest clock change (DST), so that a gaming day is within its bounds.
CLOCK_CHANGE = timedelta(hours=1)
# Rounds of up to this many days are sorted quickly.
SHORT = timedelta(days=8)


class PlayedSpan(NamedTuple):
    """The span of time in which rounds were played; None for an open end."""

    begins: datetime | None
    ends: datetime | None

    @property
    def is_short(self) -> bool:
        ends = min(self.ends or timezone.now(), timezone.now())
        return self.begins is not None and ends - self.begins <= SHORT


def played_span(asked: Mapping[str, Any], facilities: Collection[Facility]) -> PlayedSpan:
    """Return the span of time that a list's parameters ask for."""
    begins, ends = zip((None, None), *_spans(asked, facilities), strict=True)
    return PlayedSpan(
        max((each for each in begins if each is not None), default=None),
        min((each for each in ends if each is not None), default=None),
    )


def _spans(asked: Mapping[str, Any], facilities: Collection[Facility]) -> Iterator[tuple[Any, Any]]:
    yield asked.get("played_since"), asked.get("played_until")
    for first in filter(None, (asked.get("day"), asked.get("gaming_day_from"))):
        yield min(day_bounds(each, first)[0] for each in facilities) - CLOCK_CHANGE, None
    for last in filter(None, (asked.get("day"), asked.get("gaming_day_to"))):
        yield None, max(day_bounds(each, last)[1] for each in facilities) + CLOCK_CHANGE
    if shift := asked.get("shift"):
        yield played_in(shift)


def filter_played(rounds: QuerySet[Round], span: PlayedSpan, at: Collection[Facility] | None) -> QuerySet[Round]:
    """Limit rounds to a span, at all tables of some facilities; None if they are limited to one table already.

    This makes the database use the index. Otherwise it scans all rounds from the newest, hoping to find enough soon:
    a short span years ago would then cost as much as everything played since.
    """
    if span == (None, None):
        return rounds
    if at is not None:
        here = Table.objects.filter(facility__in=at).values_list("pk", flat=True)
        rounds = rounds.filter(table__in=list(here))
    if span.begins:
        rounds = rounds.filter(played_at__gte=span.begins)
    if span.ends:
        rounds = rounds.filter(played_at__lt=span.ends)
    return rounds.order_by((F("id") + 0).desc()) if span.is_short else rounds
