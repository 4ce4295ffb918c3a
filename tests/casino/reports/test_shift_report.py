"""The shift report: rounds, win and compliance."""

import pytest

from tables.shifts import services as shifts
from tests.floor import Floor
from tests.games import acts
from tests.games.sample_rounds import a_round, log

from .shifts import only, play, report_of

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases("sums in SQL")]


def test_a_shift_tells_what_was_dealt_and_won() -> None:
    floor = Floor("md")
    table = floor.open_table()
    shift = floor.begin_shift()
    play(floor, table, 7, every=10)

    report = report_of(shift, floor.at)

    rounds = list(table.rounds.all())
    whole = only(report, "tables", table=table.code)
    assert whole["rounds"] == 7
    assert whole["staked"] == sum(each.staked_cents for each in rounds)
    assert whole["win"] == sum(each.house_net_cents for each in rounds)
    assert whole["open"] == 70 * 60
    assert whole["pace"] == 60
    for sheet in ("pits", "tables", "games", "dealers", "hours"):
        total = report[sheet].total
        assert total is not None
        assert total.cells[report[sheet].place("win")] == whole["win"], sheet
    assert sum(int(value or 0) for value in report["wagers"].values("win")) == whole["win"]
    assert only(report, "counts", table=table.code)["due"] == 1


def test_what_was_dealt_before_and_after_a_shift_is_not_in_it() -> None:
    floor = Floor("md")
    table = floor.open_table()
    play(floor, table, 2)
    shift = floor.begin_shift()
    play(floor, table, 3)
    shifts.end_shift(shift, by=floor.shift_manager, at=floor.at)
    floor.later(hours=1)
    play(floor, table, 1)

    report = report_of(shift, floor.at)

    assert only(report, "summary", span="This shift")["rounds"] == 3
    assert only(report, "summary", span="Month to date")["rounds"] == 5
    assert only(report, "tables", table=table.code)["open"] == 6 * 60


def test_a_voided_round_is_listed_and_not_counted() -> None:
    floor = Floor("md")
    table = floor.open_table()
    shift = floor.begin_shift()
    wrong = log(floor, table, a_round(seed=1))
    floor.later(minutes=2)
    log(floor, table, a_round(seed=2))
    acts.void(floor, wrong)

    report = report_of(shift, floor.at)

    assert (only(report, "summary", span="This shift")["rounds"], only(report, "struck")["round"]) == (1, "1")
    assert only(report, "struck")["win"] == wrong.house_net_cents
    assert only(report, "attention", what="Voided rounds")["number"] == 1
