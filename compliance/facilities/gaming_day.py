"""Gaming days: each starts at the facility's hour, not at midnight."""

from datetime import date, datetime, time, timedelta
from typing import TYPE_CHECKING
from zoneinfo import ZoneInfo

if TYPE_CHECKING:
    from compliance.models import Facility


def gaming_day(facility: "Facility", at: datetime) -> date:
    """Return the gaming day of a time: the local date, or the day before until the facility's hour."""
    local = at.astimezone(ZoneInfo(facility.time_zone))
    return local.date() if local.hour >= facility.day_turns_at_hour else local.date() - timedelta(days=1)


def day_bounds(facility: "Facility", day: date) -> tuple[datetime, datetime]:
    """Return the start of a gaming day and of the next one."""
    turn, zone = time(facility.day_turns_at_hour), ZoneInfo(facility.time_zone)
    return datetime.combine(day, turn, zone), datetime.combine(day + timedelta(days=1), turn, zone)
