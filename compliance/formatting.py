"""Format dates, times and durations for people.

Times are shown in the zone of the page, which is that of its facility, unless another is given.
"""

from datetime import date, datetime, timedelta
from zoneinfo import ZoneInfo

from django.utils.timezone import localtime


def format_date(day: date) -> str:
    """Return a date, or the date of a time: Nov 18, 2026."""
    return f"{_local(day):%b %-d, %Y}"


def format_weekday(day: date) -> str:
    """Return Wed Nov 18, 2026."""
    return f"{_local(day):%a %b %-d, %Y}"


def format_short_weekday(day: date) -> str:
    """Return Wed Nov 18."""
    return f"{_local(day):%a %b %-d}"


def format_time(at: datetime, zone: ZoneInfo | None = None) -> str:
    """Return 17:05."""
    return f"{_local(at, zone):%H:%M}"


def format_moment(at: datetime, zone: ZoneInfo | None = None) -> str:
    """Return a time of the last months: Nov 18 17:05."""
    return f"{_local(at, zone):%b %-d %H:%M}"


def format_weekday_moment(at: datetime, zone: ZoneInfo | None = None) -> str:
    """Return a time of the last days: Wed Nov 18 17:05."""
    return f"{_local(at, zone):%a %b %-d %H:%M}"


def format_full_moment(at: datetime) -> str:
    """Return Wed Nov 18, 2026 17:05."""
    return f"{_local(at):%a %b %-d, %Y %H:%M}"


def format_second(at: datetime) -> str:
    """Return a time as records have it: Wed Nov 18, 2026 17:05:09."""
    return f"{_local(at):%a %b %-d, %Y %H:%M:%S}"


def format_recent(at: datetime, now: datetime) -> str:
    """Return the time of day, with the date unless it is today."""
    return format_time(at) if localtime(at).date() == localtime(now).date() else format_weekday_moment(at)


def _local(value: date, zone: ZoneInfo | None = None) -> date:
    return localtime(value, zone) if isinstance(value, datetime) else value


def format_duration(span: timedelta) -> str:
    """Return a duration as hours and minutes, such as 2:51; less than a minute in seconds, such as 45 s.

    `clock.js` writes running clocks in the same format.
    """
    seconds = max(0, int(span.total_seconds()))
    if 0 < seconds < 60:
        return f"{seconds} s"
    return f"{seconds // 3600}:{seconds // 60 % 60:02d}"


def format_due(left: timedelta) -> str:
    """Return the time to a deadline, such as 0:35 left, or since it, such as overdue 0:04; `clock.js` does the same."""
    return f"{format_duration(left)} left" if left > timedelta() else f"overdue {format_duration(-left)}"
