"""When the rounds of a shift were played, by which they are found: there is an index by table and time."""

from datetime import datetime, timedelta

from tables.models import Shift

# A round is of the shift that its table knew of when it was logged: it may have been played a moment before or after.
AROUND = timedelta(minutes=5)


def played_in(shift: Shift) -> tuple[datetime, datetime | None]:
    """Return between which moments the rounds of a shift were played; None while it is on duty."""
    return shift.began_at - AROUND, shift.ended_at and shift.ended_at + AROUND
