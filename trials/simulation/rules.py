"""The rules as the model has them: written down a second time, by hand, from the texts and the house's policies.

Nothing of the product is asked here. If the product and this disagree, one of them is wrong.
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

# ── What is due when

CHANGE_BY_HAND, CHANGE_FROM_SHOE = 4 * HOUR, 8 * HOUR
ANNOUNCED = 15 * MINUTE  # so long before its time a deck change is due soon
OVERDUE = 15 * MINUTE  # so long after it the deck is overdue
COUNTED_EVERY = 5
DEALT_AT_MOST, RELIEVED_LATE = 90 * MINUTE, 120 * MINUTE
WITHOUT_DECK = WITHOUT_DEALER = 5 * MINUTE
INSPECTED_WITHIN = 60 * MINUTE
LIMITS_ANNOUNCED = 30 * MINUTE
# Within what time it is taken on, before it goes to the next above.
TAKEN_ON = {DUE: 5 * MINUTE, CRITICAL: 2 * MINUTE}
ABOVE = {"floorperson": "pit_boss", "pit_boss": "shift_manager"}

# By how much anything above can lie after something that happened. Whatever changes by itself changes then, at the turn
# of a gaming day, or so long after it.
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
    """`by_hand_needs_shuffler`: cards are dealt by hand only beside an automated shuffler. `counted`: by which methods
    the stub is counted; `exempt`: by which of them it is not, if the shuffler counts."""

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
# Where a device that fails must leave the table; elsewhere it may be covered.
REMOVED_WHEN_FAILED = frozenset({"ma"})


@dataclass(frozen=True)
class Kind:
    """A kind of table: its edition, what stands at it, with how many decks it is dealt, and which device may fail."""

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
    """Return the gaming day of a moment: from six in the morning to six in the morning."""
    local = at.astimezone(ZONE)
    return local.date() if local.time() >= DAY_TURNS else local.date() - timedelta(days=1)


def turn_of(day: date) -> datetime:
    """Return when a gaming day began."""
    return datetime.combine(day, DAY_TURNS, ZONE).astimezone(UTC)


def turns(began: datetime, ends: datetime) -> Iterable[datetime]:
    """Yield the turns of the gaming day within a time."""
    day = gaming_day(began)
    while (turned := turn_of(day)) <= ends:
        if turned >= began:
            yield turned
        day += timedelta(days=1)


def tick_at(moment: datetime) -> datetime:
    """Return the first tick at or after a moment: that by which it must have been seen."""
    seconds = TICK.total_seconds()
    return datetime.fromtimestamp(-(-moment.timestamp() // seconds) * seconds, UTC)
