"""Run in simulated time: play a script on the product, and compare the result with the model."""

from collections import Counter
from collections.abc import Callable
from datetime import UTC, datetime
from typing import NamedTuple

from .clock import Run, play
from .compare import Difference, broken, differences
from .expected import Expected, expected
from .habits import ANYHOW
from .hands import Services
from .rows import Rows
from .script import Script, write_script
from .stored import others, stored
from .world import make_world

# 6 a.m. in New York. A week later the clocks there go forward.
BEGAN = datetime(2026, 3, 2, 11, tzinfo=UTC)


class Outcome(NamedTuple):
    script: Script
    run: Run
    should: Expected
    differences: list[Difference]
    broken: list[str]
    others: Counter[str]

    @property
    def is_right(self) -> bool:
        return not self.differences and not self.broken


def simulate(
    days: float,
    tables: int,
    seed: int,
    *,
    by_services: bool = False,
    every_tick: bool = False,
    after: Callable[[datetime], datetime | None] = lambda at: None,
    say: Callable[[str], None] = lambda line: None,
) -> Outcome:
    """Simulate this many days and tables. `every_tick`: evaluate the model at every tick, without skipping. `after` is
    called after every scan."""
    script = write_script(seed, days, tables, ANYHOW, began=BEGAN)
    world = make_world(script.tables, BEGAN)
    run = play(script, Services(world) if by_services else Rows(world), after=after, say=say)
    should = expected(script.tables, script.acts, script.began, script.until, every_tick=every_tick)
    return Outcome(script, run, should, differences(should, stored(world)), broken(), others())
