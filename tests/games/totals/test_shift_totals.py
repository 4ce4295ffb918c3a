"""A round and its totals belong to the shift on duty when it was played."""

import pytest

from games.models import HourlyTotal, Round, RoundVoid
from games.totals.services import differences
from tests.floor import Floor
from tests.games import acts
from tests.games.sample_rounds import a_round, log

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases("totals are added up in SQL")]


def test_a_round_is_of_the_shift_on_duty_when_it_was_played() -> None:
    floor = Floor("md")
    table = floor.open_table()
    log(floor, table)
    day = floor.begin_shift("Day", 6, 14)
    log(floor, table)
    floor.later(minutes=10)
    log(floor, table)
    floor.later(minutes=10)
    swing = floor.begin_shift("Swing", 12, 22)
    log(floor, table)
    floor.later(minutes=1)
    acts.void(floor, table.rounds.get(number=3))
    log(floor, table, a_round(replaces=table.rounds.get(number=3).pk))

    shifts = list(table.rounds.order_by("number").values_list("shift", flat=True))

    assert shifts == [None, day.pk, day.pk, swing.pk, day.pk]
    totals = HourlyTotal.objects.filter(wager="").order_by("shift").values_list("shift", "rounds")
    assert sorted(totals) == [(0, 1), (day.pk, 2), (swing.pk, 1)]
    assert [round_.number for round_ in Round.objects.filter(stands_out=True)] == [5]
    assert list(differences()) == []


def test_a_voided_round_leaves_the_totals_of_its_own_shift() -> None:
    floor = Floor("md")
    table = floor.open_table()
    day = floor.begin_shift("Day", 6, 14)
    log(floor, table)
    floor.later(minutes=10)
    swing = floor.begin_shift("Swing", 12, 22)
    log(floor, table)

    acts.void(floor, table.rounds.get(number=1))

    of = {total.shift: total for total in HourlyTotal.objects.filter(wager="")}
    assert (of[day.pk].rounds, of[day.pk].struck, of[day.pk].staked_cents) == (0, 1, 0)
    assert (of[swing.pk].rounds, of[swing.pk].struck) == (1, 0)
    assert RoundVoid.objects.get().shift == day
    assert list(differences()) == []
