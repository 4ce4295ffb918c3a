"""Logging a round checks, settles and stores it in one transaction."""

import pytest

from games.models import HourlyTotal, Round
from games.totals.services import differences
from tests.floor import EDITIONS, Floor, actions, fresh
from tests.games.sample_rounds import a_round, answer_to, counted, log

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases("the guarded statement")]


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_round_is_settled_and_stored_whole(edition: str) -> None:
    floor = Floor(edition)
    table = floor.open_table()

    answer = answer_to(floor, table, a_round(edition))

    round_ = Round.objects.get()
    assert answer["number"] == round_.number == 1
    assert answer["settlement"] == round_.settled()
    assert answer["next"]["number"] == 2
    assert round_.dealer == floor.dealer
    assert round_.house_net_cents == round_.staked_cents - round_.pays_cents - round_.returned_cents
    assert actions(table.stream_key)[-1] == "round.logged"
    assert fresh(table).rounds_since_count == 1
    assert HourlyTotal.objects.get(wager="").rounds == 1
    assert list(differences()) == []


def test_numbers_go_on_and_a_count_starts_the_schedule_anew() -> None:
    floor = Floor("md")
    table = floor.open_table()

    for seed in range(4):
        log(floor, table, a_round(seed=seed))
    fifth = log(floor, table, counted(a_round(seed=5)))

    assert fifth.number == 5
    assert fifth.count_due
    assert fresh(table).rounds_since_count == 0
