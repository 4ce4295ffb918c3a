"""Queries on rounds: the pace of play, and the rounds of a shift."""

from collections.abc import Iterable
from datetime import datetime, timedelta

from django.db.models import Count

from games.models import Round
from tables.models import Shift, Table


def rounds_of_the_last_hour(tables: Iterable[Table], at: datetime) -> dict[str, int]:
    """Return how many rounds each table played in the last hour, by table code, in one query."""
    recent = Round.objects.filter(table__in=list(tables), played_at__gt=at - timedelta(hours=1), voiding=None)
    return dict(recent.order_by().values_list("table__code").annotate(played=Count("pk")))


# A round belongs to the shift on duty when it was logged; it may have been played a moment before or after it.
AROUND = timedelta(minutes=5)


def played_in(shift: Shift) -> tuple[datetime, datetime | None]:
    """Return the span of time in which a shift's rounds were played; None as the end while it is on duty."""
    return shift.began_at - AROUND, shift.ended_at and shift.ended_at + AROUND
