"""Time taken on a noisy machine: on one core, contenders taking turns, the best of several turns for each."""

import gc
import os
import time
from collections.abc import Callable, Mapping


def stay_on_one_core() -> str:
    """Pin this process and those that it starts to one core, where the system can; say which."""
    if not hasattr(os, "sched_setaffinity"):
        return "this system cannot pin a process to a core"
    core = max(os.sched_getaffinity(0))
    os.sched_setaffinity(0, {core})
    return f"pinned to core {core}"


def seconds(work: Callable[[], object]) -> float:
    """Return how long some work takes. What earlier work left to be collected is collected before."""
    gc.collect()
    started = time.perf_counter()
    work()
    return time.perf_counter() - started


def best_in_turns(contenders: Mapping[str, Callable[[], float]], turns: int) -> dict[str, float]:
    """Return the best time of each contender, which times itself.

    They take turns, so that a slow spell of the machine hits all alike.
    """
    best = dict.fromkeys(contenders, float("inf"))
    for _ in range(turns):
        for name, timed in contenders.items():
            best[name] = min(best[name], timed())
    return best
