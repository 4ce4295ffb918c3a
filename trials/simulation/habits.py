"""How people are: the figures by which a floor lives. Times are in minutes unless a name says hours."""

from dataclasses import dataclass

Range = tuple[float, float]


@dataclass(frozen=True)
class Habits:
    """Shares are of one; a range is drawn from evenly."""

    # So many of all acts are done when people walk their rounds, every so many minutes; the others at any second.
    on_rounds_share: float = 0.85
    rounds_every: int = 10

    # Tables
    open_hours: Range = (10, 16)
    closed_hours: Range = (3, 10)
    first_opening_hours: Range = (0, 12)  # after the beginning
    idle_share: float = 0.4  # of the times a table is open
    idle: Range = (10, 90)
    reopening: Range = (1, 4)

    # Decks: how long before its time a deck is changed, and how long after it if it is late
    changed_before: Range = (1, 13)
    late_share: float = 0.15
    changed_late: Range = (0.5, 14)
    very_late_share: float = 0.05
    changed_very_late: Range = (16, 90)
    # Taken away first, and another brought later
    bare_share: float = 0.05
    bare: Range = (1, 15)

    # Counts of the stub
    played_share: float = 0.18  # of the pit's rounds, every so many minutes, at which a table's rounds are told
    told_every: int = 20
    missed_share: float = 0.08
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
    at_a_time_of_their_own: float = 0.1  # of the reliefs; the others are when the whole pit rotates
    walks_out_share: float = 0.02
    next_dealer: Range = (1, 15)

    # Limits
    announced_share: float = 0.3  # of the times a table is open
    withdrawn_share: float = 0.3

    # Collecting the used decks, before the day turns
    collected_before: Range = (30, 120)
    collected_late_share: float = 0.2
    collected_late: Range = (10, 300)


ANYHOW = Habits()
