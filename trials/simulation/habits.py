"""Define people's habits on a floor. Times are in minutes unless a name says hours."""

from dataclasses import dataclass

Range = tuple[float, float]


@dataclass(frozen=True)
class Habits:
    """Hold shares from 0 to 1, and ranges with a uniform distribution."""

    # This share of all acts happens when people walk the floor, every so many minutes; the rest at any second.
    on_rounds_share: float = 0.85
    rounds_every: int = 10

    # Tables
    open_hours: Range = (10, 16)
    closed_hours: Range = (3, 10)
    first_opening_hours: Range = (0, 12)  # after the start of the run
    idle_share: float = 0.4  # of the times a table is open
    idle: Range = (10, 90)
    reopening: Range = (1, 4)

    # Decks: how long before its due time a deck is changed, and how long after it if late
    changed_before: Range = (1, 13)
    late_share: float = 0.15
    changed_late: Range = (0.5, 14)
    very_late_share: float = 0.05
    changed_very_late: Range = (16, 90)
    # Removed first, replaced later
    bare_share: float = 0.05
    bare: Range = (1, 15)

    # Stub counts
    played_share: float = 0.18  # of the walks over the floor at which a table's rounds are recorded one by one
    told_every: int = 20
    missed_share: float = 0.08
    void_share: float = 0.04
    wrong_share: float = 0.02
    replaced: Range = (1, 12)

    # Devices
    fails_every_hours: float = 30
    handled: Range = (1, 20)
    repaired: Range = (10, 120)
    inspected_after_repair: Range = (0, 40)
    inspected_after_turn: Range = (2, 55)
    inspected_late_share: float = 0.25
    inspected_late: Range = (61, 150)

    # Dealers
    relieved_after: Range = (55, 88)
    relieved_late_share: float = 0.06
    relieved_late: Range = (91, 160)
    at_a_time_of_their_own: float = 0.1  # of the reliefs; the others happen when the whole pit rotates
    walks_out_share: float = 0.02
    next_dealer: Range = (1, 15)

    # Limits
    announced_share: float = 0.3  # of the times a table is open
    withdrawn_share: float = 0.3

    # Collecting used decks before the gaming day ends
    collected_before: Range = (30, 120)
    collected_late_share: float = 0.2
    collected_late: Range = (10, 300)


ANYHOW = Habits()
