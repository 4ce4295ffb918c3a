"""The expected hold: calculated by hand, checked with random days, and undefined cases."""

from decimal import Decimal
from random import Random

import pytest

from casino.reports.figures.statistics import MIN_DAYS, Baseline, interval_of, is_outside, quantile

from .baselines import baseline_of

# Four days that won nothing and four that won a fifth: h = 0.1, s² = (1,600 − 800) / 7.
EIGHT = baseline_of([(100_00, 0), (100_00, 20_00)] * 4)


def test_a_baseline_adds_and_subtracts_days() -> None:
    assert Baseline(8, 800_00, 80_00, Decimal(1600)) == EIGHT
    assert EIGHT.minus(baseline_of([(100_00, 20_00)])).plus(baseline_of([(100_00, 20_00)])) == EIGHT


@pytest.mark.parametrize(
    ("staked", "interval"),
    [
        (100_00, (-1682, 3682)),  # 2.365 × √(800 / 7) × √(1 / 10,000 + 1 / 80,000) = 0.26816
        (400_00, (-548, 2548)),  # 2.365 × √(800 / 7) × √(1 / 40,000 + 1 / 80,000) = 0.15483
        (10**15, (106, 1894)),  # what is not known of the game stays: 2.365 × √(800 / 7) × √(1 / 80,000) = 0.08939
    ],
)
def test_an_interval_by_hand(staked: int, interval: tuple[int, int]) -> None:
    assert EIGHT.interval(staked) == interval


@pytest.mark.parametrize(
    ("degrees", "value"),
    [
        (1, "12.706"),
        (7, "2.365"),
        (30, "2.042"),
        (35, "2.030"),
        (40, "2.021"),
        (50, "2.008"),
        (60, "2.000"),
        (90, "1.987"),
        (120, "1.980"),
        (500, "1.965"),
        (10**7, "1.960"),
    ],
)
def test_quantiles_between_those_of_the_table(degrees: int, value: str) -> None:
    assert abs(quantile(degrees) - Decimal(value)) <= Decimal("0.001")


def _day(dice: Random) -> tuple[int, int]:
    """Deal a day of bets that pay 3:2 or lose, of a few chips or of many."""
    bets, bet = dice.randrange(50, 600), 25_00
    lost = sum(dice.random() < 0.62 for _ in range(bets))
    return bets * bet, lost * bet - (bets - lost) * bet * 3 // 2


def test_nineteen_of_twenty_new_days_fall_inside() -> None:
    dice, inside, days = Random(36_05_03_25), 0, 0
    for _ in range(60):
        baseline = baseline_of(_day(dice) for _ in range(30))
        for staked, win in (_day(dice) for _ in range(20)):
            inside += not is_outside(round(win * 10_000 / staked), baseline.interval(staked))
            days += 1

    assert 0.92 <= inside / days <= 0.98


@pytest.mark.parametrize(
    "pairs",
    [[], [(100_00, 5_00)], [(100_00, 5_00)] * (MIN_DAYS - 1), [(0, 0)] * 20, [(0, 0)] * 20 + [(100_00, 5_00)] * 7],
)
def test_too_few_days_give_no_interval(pairs: list[tuple[int, int]]) -> None:
    assert baseline_of(pairs).interval(100_00) is None


def test_without_wagers_there_is_no_expected_hold() -> None:
    assert EIGHT.interval(0) is None
    assert interval_of([]) is None


def test_days_with_equal_hold_give_an_interval_of_one_value() -> None:
    same = baseline_of([(300_00, 10_00), (900_00, 30_00)] * 20)

    assert same.interval(123_45) == (333, 333)
    # As the database adds it up, a little less than it is.
    assert same._replace(squares=same.squares - Decimal("1e-9")).interval(123_45) == (333, 333)


def test_games_together_have_a_narrower_interval_and_unknown_games_none() -> None:
    alone = EIGHT.interval(100_00)
    both = interval_of([(EIGHT, 100_00), (EIGHT._replace(win=160_00, squares=Decimal(4000)), 100_00)])
    assert alone is not None
    assert both is not None

    assert both[1] - both[0] < alone[1] - alone[0]
    assert sum(both) == 2 * 1500
    assert interval_of([(EIGHT, 100_00), (baseline_of([]), 1)]) is None
    assert interval_of([(EIGHT, 100_00), (baseline_of([]), 0)]) == alone


@pytest.mark.parametrize(
    ("hold", "interval", "outside"),
    [
        (99, (100, 200), True),
        (100, (100, 200), False),
        (200, (100, 200), False),
        (201, (100, 200), True),
        (None, (100, 200), False),
        (-5000, None, False),
    ],
)
def test_the_ends_of_an_interval_are_inside(hold: int | None, interval: tuple[int, int] | None, outside: bool) -> None:
    assert is_outside(hold, interval) is outside
