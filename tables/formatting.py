"""Times and money as pages say them."""

from datetime import datetime


def format_duration(late: datetime, early: datetime) -> str:
    """Return the time between two moments as hours and minutes: 2:51."""
    minutes = max(0, int((late - early).total_seconds()) // 60)
    return f"{minutes // 60}:{minutes % 60:02d}"


def format_money(cents: int) -> str:
    """Return an amount as people read it: $50,000.00."""
    return f"${cents // 100:,}.{cents % 100:02d}"
