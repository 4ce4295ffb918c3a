"""Expected hold: the 95% prediction interval from earlier table-days.

The model is a regression of win on the amount wagered, through the origin, with variance proportional to the amount
wagered. It uses decimals of fixed precision, so every machine computes the same result.
"""

from collections.abc import Iterable
from decimal import ROUND_HALF_EVEN, Context, Decimal
from functools import cache
from itertools import pairwise
from typing import NamedTuple

# With fewer table-days there is no interval.
MIN_DAYS = 8

_EXACT = Context(prec=40, rounding=ROUND_HALF_EVEN)
_HUNDREDTHS = 10_000

# Student's t for 0.975, in thousandths: for 1 to 30 degrees of freedom, and beyond.
_T = (
    12706,
    4303,
    3182,
    2776,
    2571,
    2447,
    2365,
    2306,
    2262,
    2228,
    2201,
    2179,
    2160,
    2145,
    2131,
    2120,
    2110,
    2101,
    2093,
    2086,
    2080,
    2074,
    2069,
    2064,
    2060,
    2056,
    2052,
    2048,
    2045,
    2042,
)
_T_BEYOND = (("30", 2042), ("40", 2021), ("60", 2000), ("120", 1980), ("Infinity", 1960))

Interval = tuple[int, int]


class Baseline(NamedTuple):
    """Sums over the table-days of one game: count, amount wagered, win, and win² / amount wagered."""

    days: int
    staked: int
    win: int
    squares: Decimal

    def plus(self, other: "Baseline") -> "Baseline":
        """Return the baseline of both sets of days."""
        squares = _EXACT.add(self.squares, other.squares)
        return Baseline(self.days + other.days, self.staked + other.staked, self.win + other.win, squares)

    def minus(self, other: "Baseline") -> "Baseline":
        """Return the baseline of these days without a subset of them."""
        squares = _EXACT.subtract(self.squares, other.squares)
        return Baseline(self.days - other.days, self.staked - other.staked, self.win - other.win, squares)

    @property
    def has_enough_rounds(self) -> bool:
        return self.days >= MIN_DAYS and self.staked > 0

    def interval(self, staked: int) -> Interval | None:
        """Return the expected interval of hold for an amount wagered, in hundredths of a percent; None if there are too
        few days."""
        return interval_of([(self, staked)])

    def _variance(self) -> Decimal:
        """Return the variance of the win per cent wagered."""
        mean = _EXACT.divide(Decimal(self.win * self.win), Decimal(self.staked))
        # If all days had the same hold, rounding may give a negative result.
        return max(_EXACT.divide(_EXACT.subtract(self.squares, mean), Decimal(self.days - 1)), Decimal(0))

    def _mean_and_variance(self, staked: int) -> tuple[Decimal, Decimal]:
        """Return the expected win of an amount wagered, and its prediction variance."""
        amount, whole = Decimal(staked), Decimal(self.staked)
        win = _EXACT.divide(_EXACT.multiply(amount, Decimal(self.win)), whole)
        # amount² × (1 / amount + 1 / whole): variance of the outcome plus variance of the estimate.
        spread = _EXACT.add(amount, _EXACT.divide(_EXACT.multiply(amount, amount), whole))
        return win, _EXACT.multiply(self._variance(), spread)


NOTHING = Baseline(0, 0, 0, Decimal(0))


def interval_of(parts: Iterable[tuple[Baseline, int]]) -> Interval | None:
    """Return the expected interval of several games together, each with its amount wagered.

    None if one of them has too few days. It uses the fewest degrees of freedom among them, which errs on the wide side.
    """
    played = [(baseline, staked) for baseline, staked in parts if staked > 0]
    if not played or not all(baseline.has_enough_rounds for baseline, _ in played):
        return None
    win, variance = Decimal(0), Decimal(0)
    for baseline, staked in played:
        expected, spread = baseline._mean_and_variance(staked)
        win, variance = _EXACT.add(win, expected), _EXACT.add(variance, spread)
    reach = _EXACT.multiply(quantile(min(baseline.days for baseline, _ in played) - 1), _EXACT.sqrt(variance))
    whole = sum(staked for _, staked in played)
    return _share(_EXACT.subtract(win, reach), whole), _share(_EXACT.add(win, reach), whole)


def is_outside(hold: int | None, interval: Interval | None) -> bool:
    """Tell whether a hold is outside the interval, both as displayed."""
    return hold is not None and interval is not None and not interval[0] <= hold <= interval[1]


@cache
def quantile(degrees: int) -> Decimal:
    """Return Student's t for 95%, interpolated by the inverse of the degrees of freedom."""
    if degrees <= len(_T):
        return Decimal(_T[degrees - 1]).scaleb(-3)
    (fewer, wide), (more, narrow) = next(pair for pair in pairwise(_T_BEYOND) if degrees <= Decimal(pair[1][0]))
    low, here, high = (_EXACT.divide(Decimal(1), Decimal(each)) for each in (fewer, degrees, more))
    part = _EXACT.divide(_EXACT.subtract(here, high), _EXACT.subtract(low, high))
    return _EXACT.add(Decimal(narrow), _EXACT.multiply(Decimal(wide - narrow), part)).scaleb(-3)


def _share(win: Decimal, staked: int) -> int:
    part = _EXACT.divide(_EXACT.multiply(win, Decimal(_HUNDREDTHS)), Decimal(staked))
    return int(part.to_integral_value(ROUND_HALF_EVEN))
