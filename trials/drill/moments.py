"""Compute when each alert must be recorded, independently of the product's checks."""

from datetime import datetime, timedelta

from .verdict import Moment

# Lead time and overdue time of a deck change: the shortest that can be set.
MINUTES = 1
LEAD = OVERDUE = timedelta(minutes=MINUTES)

STAGES = (("warning", -LEAD), ("due", timedelta(0)), ("critical", OVERDUE))


def of_a_deck(subject: str, due_at: datetime, told_at: datetime) -> list[Moment]:
    """Return a deck's moments, given that the journal said at `told_at` that it is due at `due_at`.

    Stages already past count as one moment with the worst severity, at once.
    """
    stages = [(severity, due_at + after) for severity, after in STAGES]
    past = [severity for severity, at in stages if at <= told_at]
    first = [Moment("deck_change", subject, past[-1], told_at.timestamp())] if past else []
    rest = [Moment("deck_change", subject, severity, at.timestamp(), False) for severity, at in stages if at > told_at]
    return first + rest if first else [rest[0]._replace(opens=True), *rest[1:]]


def of_an_event(check: str, subject: str, told_at: datetime) -> list[Moment]:
    """Return the moment of an event that raises an alert at once."""
    return [Moment(check, subject, "critical", told_at.timestamp())]
