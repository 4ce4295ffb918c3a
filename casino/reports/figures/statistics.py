"""What hold was to be expected: between which bounds nineteen of twenty table-days fall, by those before them.

Win is taken to grow with what is staked, and its variance too, as that of many rounds alike does: a regression through
the origin, weighted by the stake. Reckoned in decimals of one precision, so that every machine finds the same.
"""

from collections.abc import Iterable
from decimal import ROUND_HALF_EVEN, Context, Decimal
from functools import cache
from itertools import pairwise
from typing import NamedTuple

# Of fewer table-days nothing is concluded.
MIN_DAYS = 8

_EXACT = Context(prec=40, rounding=ROUND_HALF_EVEN)
_HUNDREDTHS = 10_000

# Student's t for 0.975, in thousandths: for 1 to 30 degrees of freedom, and for more of them.
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
    """Table-days of one game: how many, what was staked and won in all, and the sum of win² / stake of each."""

    days: int
    staked: int
    win: int
    squares: Decimal

    @classmethod
    def of(cls, pairs: Iterable[tuple[int, int]]) -> "Baseline":
        """Return that of table-days by what was staked and won on each, in cents. One without stakes tells nothing."""
        played = [(staked, win) for staked, win in pairs if staked > 0]
        squares = Decimal(0)
        for staked, win in played:
            squares = _EXACT.add(squares, _EXACT.divide(Decimal(win * win), Decimal(staked)))
        return cls(len(played), sum(staked for staked, _ in played), sum(win for _, win in played), squares)

    def plus(self, other: "Baseline") -> "Baseline":
        """Return that of these days and of those."""
        squares = _EXACT.add(self.squares, other.squares)
        return Baseline(self.days + other.days, self.staked + other.staked, self.win + other.win, squares)

    def minus(self, other: "Baseline") -> "Baseline":
        """Return that of these days without those, which are some of them."""
        squares = _EXACT.subtract(self.squares, other.squares)
        return Baseline(self.days - other.days, self.staked - other.staked, self.win - other.win, squares)

    @property
    def tells(self) -> bool:
        return self.days >= MIN_DAYS and self.staked > 0

    def interval(self, staked: int) -> Interval | None:
        """Return between which holds so much staked is expected to come out, in hundredths of a percent; None where
        nothing can be said."""
        return interval_of([(self, staked)])

    def _variance(self) -> Decimal:
        """Return the variance of the win of one cent staked."""
        mean = _EXACT.divide(Decimal(self.win * self.win), Decimal(self.staked))
        # Of days that all held the same, rounding may leave less than nothing.
        return max(_EXACT.divide(_EXACT.subtract(self.squares, mean), Decimal(self.days - 1)), Decimal(0))

    def _foretold(self, staked: int) -> tuple[Decimal, Decimal]:
        """Return what is expected to be won of so much staked, and the variance of what will be."""
        amount, whole = Decimal(staked), Decimal(self.staked)
        win = _EXACT.divide(_EXACT.multiply(amount, Decimal(self.win)), whole)
        # amount² × (1 / amount + 1 / whole): of what will be dealt, and of what is not known of the game.
        spread = _EXACT.add(amount, _EXACT.divide(_EXACT.multiply(amount, amount), whole))
        return win, _EXACT.multiply(self._variance(), spread)


NOTHING = Baseline(0, 0, 0, Decimal(0))


def interval_of(parts: Iterable[tuple[Baseline, int]]) -> Interval | None:
    """Return the same of several games together, each with what was staked on it.

    None where one of them cannot be told. As many degrees of freedom as the one with the fewest: rather too wide.
    """
    played = [(baseline, staked) for baseline, staked in parts if staked > 0]
    if not played or not all(baseline.tells for baseline, _ in played):
        return None
    win, variance = Decimal(0), Decimal(0)
    for baseline, staked in played:
        expected, spread = baseline._foretold(staked)
        win, variance = _EXACT.add(win, expected), _EXACT.add(variance, spread)
    reach = _EXACT.multiply(quantile(min(baseline.days for baseline, _ in played) - 1), _EXACT.sqrt(variance))
    whole = sum(staked for _, staked in played)
    return _share(_EXACT.subtract(win, reach), whole), _share(_EXACT.add(win, reach), whole)


def is_outside(hold: int | None, interval: Interval | None) -> bool:
    """Tell whether a hold is none of those expected, both as they are shown."""
    return hold is not None and interval is not None and not interval[0] <= hold <= interval[1]


@cache
def quantile(degrees: int) -> Decimal:
    """Return within how many standard errors 95 % lie; between those of the table, by the inverse of the degrees."""
    if degrees <= len(_T):
        return Decimal(_T[degrees - 1]).scaleb(-3)
    (fewer, wide), (more, narrow) = next(pair for pair in pairwise(_T_BEYOND) if degrees <= Decimal(pair[1][0]))
    low, here, high = (_EXACT.divide(Decimal(1), Decimal(each)) for each in (fewer, degrees, more))
    part = _EXACT.divide(_EXACT.subtract(here, high), _EXACT.subtract(low, high))
    return _EXACT.add(Decimal(narrow), _EXACT.multiply(Decimal(wide - narrow), part)).scaleb(-3)


def _share(win: Decimal, staked: int) -> int:
    part = _EXACT.divide(_EXACT.multiply(win, Decimal(_HUNDREDTHS)), Decimal(staked))
    return int(part.to_integral_value(ROUND_HALF_EVEN))
