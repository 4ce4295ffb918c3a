"""Measure time on a noisy machine: one core, alternating turns, the best of several turns for each."""

import gc
import os
import time
from collections.abc import Callable, Mapping


def stay_on_one_core() -> str:
    """Pin this process and its children to one core if the system can; return a description."""
    if not hasattr(os, "sched_setaffinity"):
        return "not pinned to a core: this system cannot"
    core = max(os.sched_getaffinity(0))
    os.sched_setaffinity(0, {core})
    return f"pinned to core {core}"


def seconds(work: Callable[[], object]) -> float:
    """Return how long some work takes. Collect garbage from earlier work first."""
    gc.collect()
    started = time.perf_counter()
    work()
    return time.perf_counter() - started


def best_in_turns(contenders: Mapping[str, Callable[[], float]], turns: int) -> dict[str, float]:
    """Return the best time of each contender, which times itself.

    They alternate, so that a slow period of the machine affects all of them.
    """
    best = dict.fromkeys(contenders, float("inf"))
    for _ in range(turns):
        for name, timed in contenders.items():
            best[name] = min(best[name], timed())
    return best
