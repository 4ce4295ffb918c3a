"""Format durations for people."""

from datetime import timedelta


def format_duration(span: timedelta) -> str:
    """Return a duration as hours and minutes, such as 2:51; less than a minute in seconds, such as 45 s.

    `clock.js` writes running clocks in the same format.
    """
    seconds = max(0, int(span.total_seconds()))
    if 0 < seconds < 60:
        return f"{seconds} s"
    return f"{seconds // 3600}:{seconds // 60 % 60:02d}"
