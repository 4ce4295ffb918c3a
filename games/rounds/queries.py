"""How fast tables are played."""

from collections.abc import Iterable
from datetime import datetime, timedelta

from django.db.models import Count

from games.models import Round
from tables.models import Shift, Table


def rounds_of_the_last_hour(tables: Iterable[Table], at: datetime) -> dict[str, int]:
    """Return how many rounds were played at each table within an hour, by its code; in one query for all."""
    recent = Round.objects.filter(table__in=list(tables), played_at__gt=at - timedelta(hours=1), voiding=None)
    return dict(recent.order_by().values_list("table__code").annotate(played=Count("pk")))


# A round is of the shift that its table knew of when it was logged: it may have been played a moment before or after.
AROUND = timedelta(minutes=5)


def played_in(shift: Shift) -> tuple[datetime, datetime | None]:
    """Return between which moments the rounds of a shift were played; None while it is on duty."""
    return shift.began_at - AROUND, shift.ended_at and shift.ended_at + AROUND
