"""Rounds by when they were played: by table and time, as there is an index for that."""

from collections.abc import Collection, Iterator, Mapping
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from django.db.models import F, QuerySet
from django.utils import timezone

from compliance.facilities.gaming_day import day_bounds
from compliance.models import Facility
from games.models import Round
from games.rounds.queries import played_in
from tables.models import Table

# By which clocks are set, so that a gaming day lies within its bounds whenever that was.
CLOCK_CHANGE = timedelta(hours=1)
# All rounds of so many days are put in order in no time.
SHORT = timedelta(days=8)


class PlayedSpan(NamedTuple):
    """Between which moments rounds were played; None where they may have been at any."""

    begins: datetime | None
    ends: datetime | None

    @property
    def is_short(self) -> bool:
        ends = min(self.ends or timezone.now(), timezone.now())
        return self.begins is not None and ends - self.begins <= SHORT


def played_span(asked: Mapping[str, Any], facilities: Collection[Facility]) -> PlayedSpan:
    """Return when the rounds were played that the parameters of a list ask for."""
    begins, ends = zip((None, None), *_spans(asked, facilities), strict=True)
    return PlayedSpan(
        max((each for each in begins if each is not None), default=None),
        min((each for each in ends if each is not None), default=None),
    )


def _spans(asked: Mapping[str, Any], facilities: Collection[Facility]) -> Iterator[tuple[Any, Any]]:
    yield asked.get("played_since"), asked.get("played_until")
    if "gaming_day_from" in asked:
        yield min(day_bounds(each, asked["gaming_day_from"])[0] for each in facilities) - CLOCK_CHANGE, None
    if "gaming_day_to" in asked:
        yield None, max(day_bounds(each, asked["gaming_day_to"])[1] for each in facilities) + CLOCK_CHANGE
    if "shift" in asked:
        yield played_in(asked["shift"])


def filter_played(rounds: QuerySet[Round], span: PlayedSpan, at: Collection[Facility] | None) -> QuerySet[Round]:
    """Narrow rounds to a span, at all tables of some facilities; those of one table are at that already.

    The database is led to the index. It would rather look through all rounds from the newest on, in the hope of finding
    enough soon: a short span of years ago, or the end of any, would cost as much as all that was played since.
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
