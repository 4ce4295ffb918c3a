"""Play a Saturday with people who respond to alerts."""

from typing import NamedTuple

from compliance.staff.roles import Role
from trials.simulation.clock import Run, play
from trials.simulation.world import SPAN, make_world

from . import assumptions
from .day import DayHands, write_day
from .reactions import Reactions
from .rings import Figures, Ring, figures, rings

MOST_AN_HOUR = 6


class Day(NamedTuple):
    """Hold the results of a day: the calls, and the figures by role."""

    hours: int
    run: Run
    calls: list[Ring]
    figures: dict[str, Figures]

    @property
    def is_bearable(self) -> bool:
        """Return whether no pit boss was called more than six times in any hour."""
        return self.figures[Role.PIT_BOSS].worst <= MOST_AN_HOUR


def live(seed: int, *, hours: int = 24, tables: int = assumptions.PITS * assumptions.TABLES_OF_A_PIT) -> Day:
    pits = -(-tables // assumptions.TABLES_OF_A_PIT)
    script = write_day(seed, hours=hours, tables=tables)
    world = make_world(script.tables, script.began, pits=pits)
    hands, people = DayHands(world, seed), Reactions(world.floors["MD"], seed)
    run = play(script, hands, after=people.after)
    calls = rings(script.began)
    floorpersons = pits * -(-min(tables, assumptions.TABLES_OF_A_PIT) // SPAN)
    many = {Role.FLOORPERSON: floorpersons, Role.PIT_BOSS: pits, Role.SHIFT_MANAGER: 1, Role.COMPLIANCE_OFFICER: 1}
    return Day(hours, run, calls, {role: figures(calls, role, people, hours) for role, people in many.items()})
