"""One of any five rounds is counted, in the editions and methods that require it."""

import pytest

from compliance.errors import RuleViolation
from games.engine.rulebook.base import Method
from games.models import Round, Violation
from games.rounds.marks import MARKS
from games.rounds.stub_tally import tally_at
from games.totals.services import differences
from tables.models import Device
from tests.floor import Floor, deck_at, fresh
from tests.games import acts
from tests.games.acts import codes_of, gates_of
from tests.games.sample_rounds import a_round, answer_to, counted, log

pytestmark = pytest.mark.django_db

# Edition, method and shuffler, with the paragraph that demands the count; None where nothing does.
SCHEDULE = [
    ("md", "manual_shoe", "none", "MD Ch. 8 §E"),
    ("md", "manual_shoe", "automated", "MD Ch. 8 §E"),
    ("md", "manual_shoe", "counting", None),
    ("md", "hand", "automated", "MD Ch. 9 §C"),
    ("md", "hand", "counting", None),
    ("md", "automated_shoe", "none", None),
    ("md-1.0", "manual_shoe", "none", "MD 1.0 Ch. 8 §E"),
    ("md-1.0", "hand", "automated", "MD 1.0 Ch. 9 §C"),
    ("md-1.0", "hand", "counting", None),
    ("md-1.0", "automated_shoe", "none", None),
    ("house", "manual_shoe", "none", None),
    ("house", "hand", "automated", None),
    ("house", "automated_shoe", "none", None),
    ("ma", "manual_shoe", "none", "MA §7(e); §7(f)"),
    ("ma", "manual_shoe", "counting", None),
    ("ma", "hand", "automated", "MA §8(e)"),
    ("ma", "hand", "counting", "MA §8(e)"),
    ("ma", "automated_shoe", "none", "MA §9(d)"),
    ("ma", "automated_shoe", "counting", "MA §9(d)"),
    ("nj", "manual_shoe", "none", "NJ 13:69F-40.7(e); 13:69F-40.7(f)"),
    ("nj", "manual_shoe", "counting", None),
    ("nj", "hand", "automated", "NJ 13:69F-40.8(e)"),
    ("nj", "hand", "counting", None),
    ("nj", "automated_shoe", "none", None),
]


@pytest.mark.parametrize(("edition", "method", "shuffler", "cite"), SCHEDULE)
def test_after_four_rounds_without_a_count_the_fifth_is_counted(
    edition: str, method: str, shuffler: str, cite: str | None
) -> None:
    floor = Floor(edition)
    table = acts.open_with(floor, method, shuffler)
    rounds = acts.play(floor, table, 4)

    if cite is None:
        rounds.append(log(floor, table))
    else:
        (gate,) = gates_of(floor, table)
        assert (gate.code, gate.cite) == (
            "stub_count_missing",
            f"{cite} ({'R17, R22' if cite.endswith('8 §E') else 'R17'})",
        )
    sixth = log(floor, table, counted(a_round(edition, seed=9), edition))

    assert not any(round_.count_due for round_ in rounds)
    assert sixth.count_due is (cite is not None)


def test_the_answer_says_that_the_next_round_is_counted() -> None:
    floor = Floor("md")
    table = floor.open_table()
    acts.play(floor, table, 3)

    answer = answer_to(floor, table, a_round(seed=8))

    assert answer["next"]["count_due"] is True
    assert "stub_count" in [found["code"] for found in answer["next"]["findings"]]


def test_a_count_in_any_round_starts_the_schedule_anew() -> None:
    floor = Floor("md")
    table = floor.open_table()
    acts.play(floor, table, 2)
    log(floor, table, counted(a_round()))
    acts.play(floor, table, 4)

    assert codes_of(floor, table) == ["stub_count_missing"]


def test_a_deck_change_does_not_start_the_schedule_anew() -> None:
    floor = Floor("md")
    table = floor.open_table()
    acts.play(floor, table, 4)
    acts.change(floor, deck_at(table))

    assert codes_of(floor, table) == ["stub_count_missing"]


def test_players_who_come_back_do_not_start_the_schedule_anew() -> None:
    floor = Floor("md")
    table = floor.open_table()
    acts.play(floor, table, 4)
    acts.spread(floor, table)
    floor.later(minutes=1)
    acts.come_back(floor, table)

    assert codes_of(floor, table) == ["stub_count_missing"]


def test_opening_the_table_starts_the_schedule_anew() -> None:
    floor = Floor("md")
    table = floor.open_table()
    acts.play(floor, table, 4)
    acts.close(floor, table)
    floor.later(minutes=1)
    acts.open_again(floor, table)

    acts.play(floor, table, 4)

    assert codes_of(floor, table) == ["stub_count_missing"]
    assert fresh(table).round_number == 8


def test_a_void_round_counts_for_the_schedule() -> None:
    floor = Floor("md")
    table = floor.open_table()
    acts.play(floor, table, 2, void="face_up_card")
    acts.play(floor, table, 2)

    assert codes_of(floor, table) == ["stub_count_missing"]


@pytest.mark.parametrize(
    ("edition", "device", "reason"),
    [
        ("md", "automated_shoe", "face_up_card"),
        ("ma", "automated_shoe", "shoe_failure"),
        ("ma", "hand", "face_up_card"),
    ],
)
def test_no_count_is_owed_in_a_void_round_and_the_next_complete_one_owes_it(
    edition: str, device: Method, reason: str
) -> None:
    floor = Floor(edition)
    table = acts.open_with(
        floor, device if edition == "ma" else "manual_shoe", "automated" if device == "hand" else "none"
    )
    acts.play(floor, table, 4)
    more = {"failed_device": table.devices.get().pk} if reason == "shoe_failure" else {}

    void = log(floor, table, a_round(edition, seed=5, void=reason, **more))
    if more:
        acts.handle(floor, table.devices.get(), "removed")
        acts.repair(floor, Device.objects.get(pk=more["failed_device"]), table)

    assert (void.status, void.in_breach, void.count_missed, void.passes_count_on) == ("void", False, False, True)
    assert Violation.objects.count() == 0
    assert codes_of(floor, table, a_round(edition, seed=6)) == ["stub_count_missing"]
    assert log(floor, table, counted(a_round(edition, seed=7), edition)).number == 6


def test_a_void_round_passes_a_due_count_on_without_making_it_a_missed_one() -> None:
    floor = Floor("md")
    table = floor.open_table()
    acts.play(floor, table, 4)

    for seed in (5, 6):
        log(floor, table, a_round(seed=seed, void="face_up_card"))
        floor.later(minutes=1)

    (finding,) = [
        each
        for each in answer_to(floor, table, a_round(seed=7, void="face_up_card"))["next"]["findings"]
        if each["code"] == "stub_count"
    ]
    assert finding["severity"] == "notice"
    assert fresh(table).rounds_since_count == tally_at(table, floor.at).rounds_since_count == 4
    assert list(differences()) == []


def test_a_round_with_a_missed_count_is_marked_and_a_void_one_is_not() -> None:
    floor = Floor("md")
    table = floor.open_table()
    acts.play(floor, table, 4)
    log(floor, table, a_round(seed=5, void="face_up_card"))
    floor.later(minutes=1)

    missed = acts.in_breach(floor, table, a_round(seed=6))

    assert [round_.pk for round_ in Round.objects.filter(MARKS["missed_count"].of)] == [missed.pk]
    assert fresh(table).rounds_since_count == 5


def test_both_decks_share_one_schedule() -> None:
    floor = Floor("md")
    table = floor.open_table(decks=2)
    acts.play(floor, table, 4)

    gates = gates_of(floor, table)

    assert [gate.code for gate in gates] == ["stub_count_missing"]


def test_a_counting_shuffler_that_is_covered_exempts_no_longer() -> None:
    floor = Floor("md")
    table = acts.open_with(floor, "manual_shoe", "counting")
    acts.play(floor, table, 6)
    shuffler = table.devices.get(kind=Device.Kind.SHUFFLER)
    acts.fail(floor, shuffler)
    acts.handle(floor, shuffler, "covered")

    gates: list[RuleViolation] = gates_of(floor, table)

    assert [gate.code for gate in gates] == ["stub_count_missing"]
    assert log(floor, table, counted(a_round())).count_due
