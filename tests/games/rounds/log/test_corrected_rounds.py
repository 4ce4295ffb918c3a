"""A corrected round replaces a voided one: the same time, deck and dealer."""

import pytest

from compliance.models import Entry
from games.engine.problems import Refused
from games.totals.services import differences
from tests.floor import Floor, deck_at, fresh
from tests.games import acts
from tests.games.acts import codes_of, iso, void
from tests.games.sample_rounds import a_round, counted, log

pytestmark = pytest.mark.django_db


def test_a_correction_takes_the_time_deck_and_dealer_of_the_voided_round() -> None:
    floor = Floor("md")
    table = floor.open_table(decks=2)
    wrong = log(floor, table, a_round(seed=1))
    red, dealer = wrong.deck, floor.dealer
    floor.later(minutes=1)
    log(floor, table, a_round(seed=2))
    floor.later(minutes=1)
    void(floor, wrong)
    acts.rotate(floor, table)
    acts.change(floor, red, dealer=table.stints.get(ended_at=None).staff)
    floor.later(minutes=1)

    right = log(floor, table, a_round(seed=3, replaces=wrong.pk))

    assert (right.replaces, right.number) == (wrong, 3)
    assert (right.played_at, right.deck, right.position, right.dealer) == (wrong.played_at, red, "A", dealer)
    assert (right.logged_at, right.in_breach) == (floor.at, False)
    assert Entry.objects.get(subject=right.subject_key).facts["replaces"] == 1
    assert (fresh(table).last_position, fresh(table).last_played_at) == ("B", right.played_at.replace(minute=1))
    assert list(differences()) == []


def test_the_totals_are_those_of_the_right_round() -> None:
    floor = Floor("md")
    table = floor.open_table()
    wrong = log(floor, table, a_round(seed=1, seats=6))
    floor.later(hours=2)
    void(floor, wrong)

    right = log(floor, table, a_round(seed=1, seats=2, replaces=wrong.pk))

    assert right.gaming_day == wrong.gaming_day
    assert list(differences()) == []


def test_the_schedule_is_as_if_it_had_been_right_at_first() -> None:
    floor = Floor("md")
    table = floor.open_table()
    first, *_ = acts.play(floor, table, 3)
    void(floor, first)

    log(floor, table, counted(a_round(seed=9, replaces=first.pk)))

    assert fresh(table).rounds_since_count == 2
    acts.play(floor, table, 2)
    assert codes_of(floor, table) == ["stub_count_missing"]


def test_a_count_that_was_due_is_due_in_the_correction_too() -> None:
    floor = Floor("md")
    table = floor.open_table()
    acts.play(floor, table, 4)
    fifth = log(floor, table, counted(a_round(seed=5)))
    floor.later(minutes=1)
    void(floor, fifth)

    assert codes_of(floor, table, a_round(seed=6, replaces=fifth.pk)) == ["stub_count_missing"]
    assert log(floor, table, counted(a_round(seed=6, replaces=fifth.pk))).count_due


def test_a_mistyped_count_is_corrected_though_the_deck_has_left_play() -> None:
    floor = Floor("md")
    table = floor.open_table()
    mistyped = log(floor, table, counted(a_round(seed=1), off_by=-1))
    floor.later(minutes=1)
    void(floor, mistyped)
    new = acts.change(floor, deck_at(table))
    floor.later(minutes=1)

    right = log(floor, table, counted(a_round(seed=1, replaces=mistyped.pk)))

    assert (right.status, right.deck, right.deck_removed) == ("settled", mistyped.deck, False)
    assert log(floor, table, a_round(seed=2)).deck == new


def test_a_round_in_which_a_device_failed_is_corrected_though_the_device_is_out_of_use() -> None:
    floor = Floor("md")
    table = floor.open_table("automated_shoe")
    shoe = table.devices.get()
    wrong = log(floor, table, a_round(seed=1, void="shoe_failure", failed_device=shoe.pk))
    void(floor, wrong)
    floor.later(minutes=1)

    right = log(floor, table, a_round(seed=2, void="shoe_failure", failed_device=shoe.pk, replaces=wrong.pk))

    assert (right.failed_device, right.method) == (shoe, "automated_shoe")
    assert fresh(shoe).failed_at == wrong.played_at
    assert codes_of(floor, table) == ["device_neglected"]


def test_a_correction_may_change_the_time_or_the_deck() -> None:
    floor = Floor("md")
    table = floor.open_table(decks=2)
    wrong = log(floor, table)
    played_at = floor.later(minutes=1)
    floor.later(minutes=1)
    void(floor, wrong)
    blue = deck_at(table, "B")

    right = log(floor, table, a_round(seed=2, replaces=wrong.pk, played_at=iso(played_at), deck=blue.pk))

    assert (right.played_at, right.deck, right.position) == (played_at, blue, "B")


def test_a_correction_may_itself_be_voided_and_corrected() -> None:
    floor = Floor("md")
    table = floor.open_table()
    first = log(floor, table, a_round(seed=1))
    void(floor, first)
    second = log(floor, table, a_round(seed=2, replaces=first.pk))
    void(floor, second)

    third = log(floor, table, a_round(seed=3, replaces=second.pk))

    assert third.played_at == first.played_at
    assert fresh(table).rounds_since_count == 1
    assert list(differences()) == []


@pytest.mark.parametrize("which", ["replaced already", "another table's", "unknown"])
def test_only_a_voided_round_of_this_table_is_corrected_and_only_once(which: str) -> None:
    floor = Floor("md")
    table, other = floor.open_table(), floor.open_table(dealer=floor.new_dealer())
    wrong, elsewhere = log(floor, table, a_round(seed=1)), log(floor, other, a_round(seed=2))
    void(floor, wrong)
    void(floor, elsewhere)
    log(floor, table, a_round(seed=3, replaces=wrong.pk))
    number = {"replaced already": wrong.pk, "another table's": elsewhere.pk, "unknown": 10**12}[which]

    with pytest.raises(Refused) as caught:
        log(floor, table, a_round(seed=4, replaces=number))

    assert [problem.path for problem in caught.value.problems] == ["replaces"]


def test_gates_at_the_time_of_play_hold_for_a_correction() -> None:
    floor = Floor("md")
    table = floor.open_table()
    floor.later(hours=9)
    wrong = acts.in_breach(floor, table)
    void(floor, wrong)
    floor.later(minutes=1)
    acts.change(floor, deck_at(table))
    floor.later(minutes=1)

    assert codes_of(floor, table, a_round(seed=2, replaces=wrong.pk)) == ["deck_change"]
    assert acts.in_breach(floor, table, a_round(seed=2, replaces=wrong.pk)).deck == wrong.deck
