"""Print a line for each step, with how late its alerts were recorded."""

from collections.abc import Iterable, Sequence
from statistics import median
from typing import NamedTuple

from .verdict import MENDED_S, UP_S, Timed


class Passed(NamedTuple):
    """Hold a completed step and its time."""

    name: str
    began: float
    ended: float


def show_table(passed: Iterable[Passed], timed: Sequence[Timed]) -> None:
    """Print for each step the number of moments and how late they were recorded."""
    print(f"\n   {'':<32}{'with all up':^26}{'after an outage':^26}")
    columns = f"{'moments':>8}{'median':>9}{'worst':>9}"
    print(f"   {'step':<32}{columns}{columns}   within {UP_S:g} s, {MENDED_S:g} s")
    for step in passed:
        fell = [each for each in timed if step.began <= each.moment.at < step.ended]
        up = [each for each in fell if not each.is_caught]
        caught = [each for each in fell if each.is_caught]
        sound = not any(each.told_at is None or each.is_late for each in fell)
        print(f"   {step.name:<32}{_figures(up)}{_figures(caught)}   {'yes' if sound else 'NO'}")
    print(flush=True)


def _figures(timed: Sequence[Timed]) -> str:
    told = [each.seconds for each in timed if each.told_at is not None]
    if not told:
        return f"{len(timed):>8}{'–':>9}{'–':>9}"
    return f"{len(timed):>8}{f'{median(told):.1f} s':>9}{f'{max(told):.1f} s':>9}"
