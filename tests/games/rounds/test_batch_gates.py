"""Gates within a batch: each line sees the table as the lines before it left it."""

from datetime import timedelta

import pytest

from games.models import Round
from games.rounds.log import batches
from tables.models import Deck
from tests.floor import Floor, deck_at, fresh
from tests.games import acts
from tests.games.lines import an_evening, send_lines, statuses, whole
from tests.games.sample_rounds import a_round, counted, log

pytestmark = pytest.mark.django_db


def test_a_count_is_due_in_the_fifth_line() -> None:
    floor = Floor("md")
    table = floor.open_table()
    bodies = an_evening(floor, 6, count_every=100)
    sixth = counted(bodies[5])

    answers = send_lines(floor, table, *bodies[:5], sixth)

    assert statuses(answers) == [201] * 4 + [409, 201]
    assert answers[4]["code"] == "stub_count_missing"
    assert answers[4]["violations"][0]["cite"] == "MD Ch. 8 §E (R17, R22)"
    assert answers[5]["number"] == 5


def test_decks_alternate_from_line_to_line() -> None:
    floor = Floor("md")
    table = floor.open_table(decks=2)
    red, blue = deck_at(table, "A"), deck_at(table, "B")
    first, second, third = an_evening(floor, 3)

    answers = send_lines(floor, table, first, second | {"deck": red.pk}, second | {"deck": blue.pk}, third)

    assert statuses(answers) == [201, 409, 201, 201]
    assert answers[1]["code"] == "deck_out_of_turn"
    assert [round_.deck for round_ in Round.objects.order_by("number")] == [red, blue, red]


@pytest.mark.parametrize("at_once", [2, 100])
def test_a_wrong_count_in_the_middle_stops_the_lines_after_it(monkeypatch: pytest.MonkeyPatch, at_once: int) -> None:
    monkeypatch.setattr(batches, "AT_ONCE", at_once)
    floor = Floor("md")
    table = floor.open_table()
    bodies = an_evening(floor, 6)
    bodies[2] = counted(bodies[2], off_by=-1)

    answers = send_lines(floor, table, *bodies)

    assert statuses(answers) == [201, 201, 201, 409, 409, 409]
    assert {answer["code"] for answer in answers[3:]} == {"deck_not_whole"}
    assert (Deck.objects.get().state, fresh(table).round_number) == (Deck.State.PULLED, 3)
    assert whole()


def test_lines_out_of_the_order_of_play_are_refused() -> None:
    floor = Floor("md")
    table = floor.open_table()
    first, second, third = an_evening(floor, 3)

    answers = send_lines(floor, table, first, third, second)

    assert statuses(answers) == [201, 201, 409]
    assert answers[2]["code"] == "out_of_order"


def test_lines_of_a_table_that_has_closed_since_are_logged() -> None:
    floor = Floor("md")
    table = floor.open_table()
    bodies = an_evening(floor, 7)
    acts.close(floor, table)
    floor.later(hours=3)

    answers = send_lines(floor, table, *bodies)

    assert statuses(answers) == [201] * 7
    assert fresh(table).rounds_since_count == 2
    assert whole()


def test_lines_from_before_and_after_a_change_of_deck_are_of_their_decks() -> None:
    floor = Floor("md")
    table = floor.open_table()
    old = deck_at(table)
    before = an_evening(floor, 3)
    new = acts.change(floor, old)
    after = an_evening(floor, 3, begun_at=floor.at + timedelta(minutes=1))

    answers = send_lines(floor, table, *before, *(counted(body) for body in after))

    assert statuses(answers) == [201] * 6
    assert [round_.deck for round_ in Round.objects.order_by("number")] == [old] * 3 + [new] * 3


def test_a_device_that_fails_in_a_line_stops_the_next() -> None:
    floor = Floor("md")
    table = floor.open_table()
    shoe = table.devices.get()
    first, second = an_evening(floor, 2)

    answers = send_lines(floor, table, first | {"failed_device": shoe.pk}, second)

    assert statuses(answers) == [201, 409]
    assert answers[1]["code"] == "device_neglected"


def test_a_rolled_back_batch_leaves_nothing_in_the_table_cache(monkeypatch: pytest.MonkeyPatch) -> None:
    floor = Floor("md")
    table = floor.open_table()
    first, second = an_evening(floor, 2)

    def breaks(*args: object) -> None:
        raise OSError("out of space")

    with monkeypatch.context() as patch:
        patch.setattr(batches._Batch, "_say", breaks)
        with pytest.raises(OSError, match="out of space"):
            send_lines(floor, table, counted(first, off_by=-1), second)

    assert not Round.objects.exists()
    assert log(floor, table, a_round(seed=3)).deck == deck_at(table)
