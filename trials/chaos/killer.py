"""Kill at random by a seed: what, when, and for how long.

A seed gives the same kills in the same order. Their timing depends on the machine: most kills wait until everything
runs again, so that slow machines make progress too. Some hit processes that are still starting.
"""

import random
import time
from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from .house import House


class Kill(NamedTuple):
    """Plan a kill. `recovering`: do not wait until the previous one has recovered."""

    kind: str
    after_s: float
    dead_s: float
    recovering: bool


def kills(kinds: tuple[str, ...], seed: int) -> Iterator[Kill]:
    """Yield endless kills in random order; even a short run has every kind."""
    rng = random.Random(f"{seed}/kills")
    while True:
        for kind in rng.sample(kinds, len(kinds)):
            yield Kill(kind, rng.uniform(0.2, 3.0), rng.choice((0, 0.1, 0.5)), rng.random() < 0.15)


def kill_for(house: House, seconds: float, seed: int) -> Counter[str]:
    """Kill and restart until the time is over; leave everything running. Return the number of kills by kind."""
    rng = random.Random(f"{seed}/which")
    counts: Counter[str] = Counter()
    until = time.monotonic() + seconds
    for kill in kills(house.kinds, seed):
        if not kill.recovering:
            house.wait()
        time.sleep(min(kill.after_s, max(0, until - time.monotonic())))
        if time.monotonic() >= until:
            break
        house.kill(kill.kind, rng)
        counts[kill.kind] += 1
        time.sleep(kill.dead_s)
        house.mend()
    house.mend()
    house.wait()
    return counts
