"""Which gaming day an instant belongs to."""

from datetime import date, datetime, time, timedelta
from typing import TYPE_CHECKING
from zoneinfo import ZoneInfo

if TYPE_CHECKING:
    from compliance.models import Facility


def gaming_day(facility: "Facility", at: datetime) -> date:
    """Return the gaming day of an instant: the local date, until the facility's hour still that of the day before."""
    local = at.astimezone(ZoneInfo(facility.time_zone))
    return local.date() if local.hour >= facility.day_turns_at_hour else local.date() - timedelta(days=1)


def day_bounds(facility: "Facility", day: date) -> tuple[datetime, datetime]:
    """Return the first instant of a gaming day and the first after it."""
    turn, zone = time(facility.day_turns_at_hour), ZoneInfo(facility.time_zone)
    return datetime.combine(day, turn, zone), datetime.combine(day + timedelta(days=1), turn, zone)
