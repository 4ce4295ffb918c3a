"""Sums of totals: the order of figures, the rounding of shares and paces, and the number of queries."""

from datetime import date

import pytest
from pytest_django import DjangoAssertNumQueries

from casino.reports.columns import MEASURES, WAGERED, Group
from casino.reports.figures.sums import OF_WAGERS, Sums, grouped, pace, share
from games.models import DayTotal, HourlyTotal
from games.totals.services import FIGURES
from tests.floor import Floor
from tests.games.sample_rounds import a_round, log

EACH = Sums(tuple(1 << place for place in range(len(FIGURES))))


def _wagered(sums: Sums) -> list[object]:
    return [column.cell(Group(sums)) for column in WAGERED]


def test_measures_stand_in_the_order_of_their_columns() -> None:
    found = {column.key: column.cell(Group(EACH)) for column in MEASURES}

    named = {"paid": "pays_cents"} | {key: f"{key}_cents" for key in ("staked", "returned", "limit_cut", "jackpot")}
    for key in found.keys() - {"win", "hold"}:
        assert found[key] == EACH[named.get(key, key)], key
    assert found["win"] == EACH["staked_cents"] - EACH["pays_cents"] - EACH["returned_cents"]
    assert [found[column.key] for column in WAGERED] == _wagered(EACH)


def test_sums_are_added_and_taken_away() -> None:
    assert EACH + Sums.nothing() == EACH
    assert (EACH + EACH - EACH) == EACH
    assert Sums.nothing().hold is None


@pytest.mark.parametrize(
    ("part", "whole", "found"),
    [
        (1, 8, 1250),
        (1, 3, 3333),
        (2, 3, 6667),
        (-1, 3, -3333),
        (1, 20_000, 0),
        (3, 20_000, 2),
        (-1, 20_000, 0),
        (-3, 20_000, -2),
        (0, 5, 0),
        (5, 0, None),
        (10**17 + 1, 2 * 10**17, 5000),
    ],
)
def test_a_share_is_rounded_half_to_even(part: int, whole: int, found: int | None) -> None:
    assert share(part, whole) == found


@pytest.mark.parametrize(
    ("rounds", "seconds", "found"), [(40, 3600, 400), (1, 7200, 5), (7, 1000, 252), (0, 60, 0), (5, 0, None)]
)
def test_a_pace_is_in_tenths_of_rounds_an_hour(rounds: int, seconds: int, found: int | None) -> None:
    assert pace(rounds, seconds) == found


@pytest.mark.django_db
def test_totals_are_added_up_by_one_query(django_assert_num_queries: DjangoAssertNumQueries) -> None:
    floor = Floor("md")
    tables = floor.open_table(), floor.open_table(dealer=floor.new_dealer())
    for seed in range(3):
        for table in tables:
            log(floor, table, a_round(seed=seed))
        floor.later(minutes=40)
    rows = HourlyTotal.objects.filter(wager="").values_list(*FIGURES)
    by_hand = tuple(map(sum, zip(*rows, strict=True)))

    with django_assert_num_queries(4):
        whole, days = Sums.of(HourlyTotal.objects.filter(wager="")), Sums.of(DayTotal.objects.all())
        by_table = grouped(DayTotal.objects.all(), "table", "gaming_day")
        by_kind = grouped(HourlyTotal.objects.exclude(wager=""), "wager", of=OF_WAGERS)

    assert whole == days == Sums(by_hand)
    assert by_table.keys() == {(table.pk, date(2026, 3, 2)) for table in tables}
    assert sum(by_table.values(), Sums.nothing()) == whole
    assert _wagered(sum(by_kind.values(), Sums.nothing())) == _wagered(whole)
    assert all(type(figure) is int for each in (whole, *by_kind.values()) for figure in each.figures)


@pytest.mark.django_db
def test_without_totals_all_sums_are_zero() -> None:
    assert Sums.of(DayTotal.objects.all()) == Sums.nothing()
    assert grouped(DayTotal.objects.all(), "table") == {}
