"""Format durations, amounts, and editions for pages."""

from datetime import datetime

from games.engine.loading import rulebook


def format_duration(late: datetime, early: datetime) -> str:
    """Return the time between two moments as hours and minutes, such as 2:51."""
    minutes = max(0, int((late - early).total_seconds()) // 60)
    return f"{minutes // 60}:{minutes % 60:02d}"


def format_money(cents: int) -> str:
    """Return an amount such as $50,000.00."""
    return f"${cents // 100:,}.{cents % 100:02d}"


def format_edition(edition: str) -> str:
    """Return an edition's name, such as Maryland 1.0."""
    book = rulebook(edition)
    name = f"{book.jurisdiction} {book.abbreviation.partition(' ')[2]}".strip()
    return name[0].upper() + name[1:]
