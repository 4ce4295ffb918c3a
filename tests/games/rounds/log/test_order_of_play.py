"""Late rounds follow the order of play: the offer, stub count and deck turn of their time."""

from datetime import timedelta

import pytest

from games.engine.problems import Refused
from games.models import Round
from tables.floor import services as floor_services
from tests.floor import Floor, deck_at, fresh, refused
from tests.games import acts
from tests.games.acts import codes_of, iso
from tests.games.sample_rounds import a_round, answer_to, counted, log

pytestmark = pytest.mark.django_db


# ── Under the offer of its time


def test_a_round_is_settled_under_the_offer_of_its_time() -> None:
    floor = Floor("md")
    table = floor.open_table()
    higher = floor.new_offer({"limits": {"ante": ["10.00", "200.00"]}, "wagers": []}, name="Evening")
    floor_services.put_offer(table, offer=higher, sign=True, announced=True, by=floor.pit_boss, at=floor.at)
    before = floor.later(minutes=29)
    after = floor.later(minutes=1)
    floor.later(minutes=1)

    round_ = log(floor, table, a_round(played_at=iso(before)))
    with pytest.raises(Refused) as caught:
        log(floor, table, a_round(played_at=iso(after)))

    assert round_.offer == floor.offer
    assert {problem.code for problem in caught.value.problems} == {"outside_limits"}


def test_the_table_cache_does_not_hide_the_offer_at_the_time_of_play() -> None:
    floor = Floor("md")
    table = floor.open_table()
    higher = floor.new_offer({"limits": {"ante": ["5.00", "200.00"]}, "wagers": []}, name="Evening")
    floor_services.put_offer(table, offer=higher, sign=True, announced=True, by=floor.pit_boss, at=floor.at)
    before = floor.later(minutes=29)
    floor.later(minutes=2)
    fresh_table = floor.open_table(dealer=floor.new_dealer())
    log(floor, fresh_table)

    rounds = [log(floor, table, a_round(seed=1, played_at=iso(before))), log(floor, table, a_round(seed=2))]

    assert [round_.offer for round_ in rounds] == [floor.offer, higher]


def test_an_offer_that_was_put_here_while_the_table_was_closed_counts_from_then_on() -> None:
    floor = Floor("md")
    table = floor.open_table()
    played_at = floor.later(minutes=1)
    acts.close(floor, table)
    floor.later(minutes=1)
    other = floor.new_offer({"limits": {"ante": ["25.00", "200.00"]}, "wagers": []}, name="High")
    floor_services.put_offer(table, offer=other, by=floor.pit_boss, at=floor.at)
    floor.later(minutes=1)

    round_ = log(floor, table, a_round(played_at=iso(played_at - timedelta(seconds=1))))

    assert round_.offer == floor.offer


# ── The count and the turn of then


def test_a_late_round_needs_the_count_due_then_and_leaves_the_current_count() -> None:
    floor = Floor("md")
    table = floor.open_table()
    acts.play(floor, table, 4)
    forgotten = floor.at
    floor.later(minutes=1)
    acts.close(floor, table)
    floor.later(minutes=1)
    acts.open_again(floor, table)

    assert codes_of(floor, table, a_round(played_at=iso(forgotten))) == ["stub_count_missing"]
    fifth = log(floor, table, counted(a_round(played_at=iso(forgotten))))
    now = log(floor, table, a_round(seed=6))

    assert (fifth.number, fifth.count_due) == (5, True)
    assert (now.number, fresh(table).rounds_since_count) == (6, 1)


def test_a_late_round_must_use_the_deck_in_turn_at_its_time() -> None:
    floor = Floor("md")
    table = floor.open_table(decks=2)
    log(floor, table)
    played_at = floor.later(minutes=1)
    floor.later(minutes=1)
    red, blue = deck_at(table, "A"), deck_at(table, "B")
    acts.change(floor, blue)
    floor.later(minutes=1)

    assert codes_of(floor, table, a_round(played_at=iso(played_at), deck=red.pk)) == ["deck_out_of_turn"]
    assert log(floor, table, a_round(played_at=iso(played_at))).deck == blue
    assert log(floor, table).deck == red


# ── Order


def test_rounds_are_logged_in_the_order_of_play() -> None:
    floor = Floor("md")
    table = floor.open_table()
    forgotten = floor.later(minutes=1)
    floor.later(minutes=1)
    log(floor, table, a_round(seed=1))

    (gate,) = acts.gates_of(floor, table, a_round(seed=2, played_at=iso(forgotten)))
    round_ = acts.in_breach(floor, table, a_round(seed=2, played_at=iso(forgotten)))

    assert (gate.code, gate.cite, gate.remedy) == ("out_of_order", "house policy", None)
    assert (round_.number, round_.played_at) == (2, forgotten)
    assert fresh(table).last_played_at == floor.at
    assert fresh(table).rounds_since_count == 2


def test_a_round_that_is_still_to_come_is_refused() -> None:
    floor = Floor("md")
    table = floor.open_table()

    with pytest.raises(Refused) as caught:
        log(floor, table, a_round(played_at=iso(floor.at + timedelta(seconds=6))))

    assert [problem.path for problem in caught.value.problems] == ["played_at"]
    assert log(floor, table, a_round(played_at=iso(floor.at + timedelta(seconds=5)))).number == 1


def test_a_round_without_a_time_is_not_before_the_last_round() -> None:
    floor = Floor("md")
    table = floor.open_table()
    log(floor, table, a_round(seed=1, played_at=iso(floor.at + timedelta(seconds=4))))

    round_ = log(floor, table, a_round(seed=2))

    assert round_.played_at == floor.at + timedelta(seconds=4)
    assert Round.objects.count() == 2


def test_a_round_that_waited_for_a_change_of_deck_is_of_the_new_deck() -> None:
    floor = Floor("md")
    table = floor.open_table()
    floor.later(seconds=2)
    new = acts.change(floor, deck_at(table))
    floor.later(seconds=-1)

    answer = answer_to(floor, table)

    assert answer["deck"]["id"] == new.pk


def test_a_round_before_the_first_opening_is_refused() -> None:
    floor = Floor("md")
    before = floor.at
    floor.later(hours=1)
    table = floor.open_table()
    floor.later(minutes=1)

    with refused("table_not_open"):
        log(floor, table, a_round(played_at=iso(before)))
