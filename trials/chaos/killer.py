"""Killing at random, by a seed: what, after how long, and how long it stays dead.

The kills of a seed are always the same ones in the same order. When they come depends on the machine: most wait until
all is up again, so that a slow machine gets somewhere too; some hit what is only just coming up.
"""

import random
import time
from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from .house import House


class Kill(NamedTuple):
    """A kill to come. `recovering`: it does not wait until what was killed before answers again."""

    kind: str
    after_s: float
    dead_s: float
    recovering: bool


def kills(kinds: tuple[str, ...], seed: int) -> Iterator[Kill]:
    """Yield kills without an end, each kind in its turn of chance: a short run kills of every kind too."""
    rng = random.Random(f"{seed}/kills")
    while True:
        for kind in rng.sample(kinds, len(kinds)):
            yield Kill(kind, rng.uniform(0.2, 3.0), rng.choice((0, 0.1, 0.5)), rng.random() < 0.15)


def kill_for(house: House, seconds: float, seed: int) -> Counter[str]:
    """Kill and mend until the time is over; leave the house well. Return how often each kind was killed."""
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
