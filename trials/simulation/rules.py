"""State the rules for the model, written a second time by hand from the texts and the house policies.

Nothing here uses the product. If the two disagree, one of them is wrong.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from typing import NamedTuple
from zoneinfo import ZoneInfo

MINUTE, HOUR = timedelta(minutes=1), timedelta(hours=1)
TICK = timedelta(seconds=5)

NOTICE, WARNING, DUE, CRITICAL = 1, 2, 3, 4
SEVERITIES = {NOTICE: "notice", WARNING: "warning", DUE: "due", CRITICAL: "critical"}

# ── Deadlines

CHANGE_BY_HAND, CHANGE_FROM_SHOE = 4 * HOUR, 8 * HOUR
ANNOUNCED = 15 * MINUTE  # a deck change is announced this long before it is due
OVERDUE = 15 * MINUTE  # a deck is overdue this long after it is due
COUNTED_EVERY = 5
DEALT_AT_MOST, RELIEVED_LATE = 90 * MINUTE, 120 * MINUTE
WITHOUT_DECK = WITHOUT_DEALER = 5 * MINUTE
INSPECTED_WITHIN = 60 * MINUTE
LIMITS_ANNOUNCED = 30 * MINUTE
# An alert escalates if it is not acknowledged within this time.
TAKEN_ON = {DUE: 5 * MINUTE, CRITICAL: 2 * MINUTE}
ABOVE = {"floorperson": "pit_boss", "pit_boss": "shift_manager"}

# How long after an event any limit above can end. Conditions change by themselves only then, at the turn of a gaming
# day, or this long after it.
SPANS = (
    timedelta(),
    CHANGE_BY_HAND - ANNOUNCED,
    CHANGE_BY_HAND,
    CHANGE_BY_HAND + OVERDUE,
    CHANGE_FROM_SHOE - ANNOUNCED,
    CHANGE_FROM_SHOE,
    CHANGE_FROM_SHOE + OVERDUE,
    OVERDUE,
    DEALT_AT_MOST,
    RELIEVED_LATE,
    WITHOUT_DECK,
    INSPECTED_WITHIN,
    LIMITS_ANNOUNCED,
    *TAKEN_ON.values(),
)


# ── Editions


class Edition(NamedTuple):
    """`by_hand_needs_shuffler`: dealing by hand requires an automated shuffler. `counted`: methods with stub counts;
    `exempt`: those of them without counts if the shuffler counts."""

    by_hand_needs_shuffler: bool
    counted: frozenset[str]
    exempt: frozenset[str]


_HAND_AND_MANUAL = frozenset({"hand", "manual_shoe"})
_ALL = frozenset({"hand", "manual_shoe", "automated_shoe"})
EDITIONS = {
    "md": Edition(True, _HAND_AND_MANUAL, _HAND_AND_MANUAL),
    "nj": Edition(True, _HAND_AND_MANUAL, _HAND_AND_MANUAL),
    "ma": Edition(True, _ALL, frozenset({"manual_shoe"})),
    "house": Edition(False, frozenset(), frozenset()),
}
# Where a failed device must leave the table; elsewhere it may be covered.
REMOVED_WHEN_FAILED = frozenset({"ma"})


@dataclass(frozen=True)
class Kind:
    """Describe a kind of table: its edition, devices, number of decks, and which device may fail."""

    edition: str
    devices: tuple[str, ...]
    decks: int = 1
    fails: str = ""


KINDS = (
    Kind("md", ("shuffler",), fails="shuffler"),
    Kind("md", ("manual_shoe",), fails="manual_shoe"),
    Kind("md", ("automated_shoe",), fails="automated_shoe"),
    Kind("md", ("counting_shuffler",), fails="counting_shuffler"),
    Kind("ma", ("shuffler",), decks=2),
    Kind("ma", ("manual_shoe",), fails="manual_shoe"),
    Kind("nj", ("automated_shoe", "shuffler"), decks=2, fails="automated_shoe"),
    Kind("nj", ("manual_shoe", "counting_shuffler"), fails="counting_shuffler"),
    Kind("house", ()),
    Kind("house", ("shuffler",), decks=2),
)


# ── Time

ZONE = ZoneInfo("America/New_York")
DAY_TURNS = time(6)


def gaming_day(at: datetime) -> date:
    """Return the gaming day of a moment: from 6 a.m. to 6 a.m."""
    local = at.astimezone(ZONE)
    return local.date() if local.time() >= DAY_TURNS else local.date() - timedelta(days=1)


def turn_of(day: date) -> datetime:
    """Return when a gaming day began."""
    return datetime.combine(day, DAY_TURNS, ZONE).astimezone(UTC)


def turns(began: datetime, ends: datetime) -> Iterable[datetime]:
    """Yield the turns of the gaming day within a period."""
    day = gaming_day(began)
    while (turned := turn_of(day)) <= ends:
        if turned >= began:
            yield turned
        day += timedelta(days=1)


def tick_at(moment: datetime) -> datetime:
    """Return the first tick at or after a moment, by which the scan must have seen it."""
    seconds = TICK.total_seconds()
    return datetime.fromtimestamp(-(-moment.timestamp() // seconds) * seconds, UTC)
