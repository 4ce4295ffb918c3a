"""Baselines by hand, from the wagered and won cents of single table-days."""

from collections.abc import Iterable
from decimal import Decimal, localcontext

from casino.reports.figures.statistics import Baseline


def baseline_of(pairs: Iterable[tuple[int, int]]) -> Baseline:
    """Return the baseline of (wagered, win) pairs in cents. Days without wagers are skipped."""
    played = [(staked, win) for staked, win in pairs if staked > 0]
    with localcontext(prec=40):
        squares = sum((Decimal(win * win) / staked for staked, win in played), Decimal(0))
    return Baseline(len(played), sum(staked for staked, _ in played), sum(win for _, win in played), squares)
