"""Define the assumptions about a Saturday and its people. Times are in minutes unless a name says hours."""

from dataclasses import dataclass
from datetime import UTC, datetime

from trials.simulation.habits import Habits, Range
from trials.simulation.rules import Kind

# A Saturday in March, 6 a.m. in New York.
BEGAN = datetime(2026, 3, 14, 10, tzinfo=UTC)
PITS, TABLES_OF_A_PIT = 4, 10

KINDS = (
    Kind("md", ("shuffler",), fails="shuffler"),
    Kind("md", ("manual_shoe",), fails="manual_shoe"),
    Kind("md", ("automated_shoe",), fails="automated_shoe"),
    Kind("md", ("counting_shuffler",), fails="counting_shuffler"),
)

# Tables are open from the morning until late at night.
HABITS = Habits(
    on_rounds_share=0,
    open_hours=(14, 20),
    first_opening_hours=(0, 6),
    idle_share=0.5,
    idle=(10, 40),
    # A deck is changed six minutes early on average; one in ten is late, one in fifty by a quarter of an hour.
    changed_before=(1, 11),
    late_share=0.08,
    changed_late=(0.5, 10),
    very_late_share=0.02,
    changed_very_late=(15, 30),
    bare_share=0.01,
    bare=(1, 8),
    # About 27 rounds an hour, one in five counted; one count in two hundred is missed.
    played_share=1,
    told_every=6,
    missed_share=0.005,
    void_share=0.005,
    wrong_share=0.001,
    replaced=(1, 6),
    # A device fails once in forty table hours.
    fails_every_hours=40,
    handled=(1, 10),
    repaired=(10, 60),
    inspected_after_repair=(0, 5),
    # Dealers rotate every 40 to 60 minutes; 3 in 100 stay more than 90.
    relieved_after=(40, 60),
    relieved_late_share=0.03,
    relieved_late=(91, 115),
    at_a_time_of_their_own=1,
    walks_out_share=0.002,
    next_dealer=(1, 8),
    announced_share=0.3,
)


@dataclass(frozen=True)
class People:
    """Define how people respond to calls: mostly soon, sometimes later."""

    soon: Range = (0.5, 4)
    soon_if_critical: Range = (0.25, 2.5)
    later_share: float = 0.1
    later: Range = (4, 12)
    # Time to resolve an alert about a past event.
    dealt_with: Range = (2, 10)
    # Time in which a compliance officer resolves a round in breach.
    officer: Range = (30, 240)


PEOPLE = People()

# Per day, on the whole floor.
LARGE_PAYOUTS = 4
PAYOUT_LIMITS = 6
BREACHES = 5
MORE_VOIDS_SHARE = 0.002  # of table hours: voids because of the cards or the dealer
ROUNDS_AN_HOUR: Range = (21, 33)
VOIDS_SHARE = 0.01  # of the rounds
SHIFTS = (("Day", 6, 14), ("Swing", 14, 22), ("Grave", 22, 6))
