"""When what is sown is to be told of: the drill's own reckoning, which asks nothing of the checks."""

from datetime import datetime, timedelta

from .verdict import Moment

# A deck change is announced this long before its time, and overdue this long after it: as short as can be set.
MINUTES = 1
LEAD = OVERDUE = timedelta(minutes=MINUTES)

STAGES = (("warning", -LEAD), ("due", timedelta(0)), ("critical", OVERDUE))


def of_a_deck(subject: str, due_at: datetime, told_at: datetime) -> list[Moment]:
    """Return the moments of a deck of which it was told at `told_at` that it is due at `due_at`.

    What is past by then is told as the worst of it, at once.
    """
    stages = [(severity, due_at + after) for severity, after in STAGES]
    past = [severity for severity, at in stages if at <= told_at]
    first = [Moment("deck_change", subject, past[-1], told_at.timestamp())] if past else []
    rest = [Moment("deck_change", subject, severity, at.timestamp(), False) for severity, at in stages if at > told_at]
    return first + rest if first else [rest[0]._replace(opens=True), *rest[1:]]


def of_an_event(check: str, subject: str, told_at: datetime) -> list[Moment]:
    """Return the moment of something that happened, and asks for someone at once."""
    return [Moment(check, subject, "critical", told_at.timestamp())]
