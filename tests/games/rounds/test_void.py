"""A round logged wrongly is voided with a second person: it stays, but no longer counts."""

from collections.abc import Callable
from typing import Any

import pytest
from django.db import DatabaseError, transaction

from compliance.journal.verify import find_misfits
from compliance.models import Entry, Staff
from games.engine.problems import Refused
from games.models import HourlyTotal, Round, RoundVoid
from games.totals.services import FIGURES, differences
from tables.models import Deck
from tables.shifts import services as shifts
from tests.floor import EDITIONS, Floor, deck_at, fresh, refused
from tests.games import acts
from tests.games.acts import codes_of, void
from tests.games.sample_rounds import a_round, counted, log

pytestmark = pytest.mark.django_db


def figures() -> list[tuple[Any, ...]]:
    """Return every total that is not nothing, or only that a round was struck out."""
    rows = HourlyTotal.objects.order_by("hour", "wager").values_list("hour", "dealer", "wager", *FIGURES[:-1])
    return [row for row in rows if any(row[3:])]


# ── By whom


def test_a_voided_round_stays_with_who_voided_it_and_why() -> None:
    floor = Floor("md")
    round_ = log(floor, floor.open_table())
    before = (round_.input, round_.settlement)
    floor.later(minutes=5)

    voided = void(floor, round_)

    assert voided.is_voided
    assert (voided.input, voided.settlement) == before
    struck = RoundVoid.objects.get()
    assert (struck.voided_by, struck.signature.signer) == (floor.floorperson, floor.shift_manager)
    assert (struck.reason, struck.voided_at) == ("Seat 2 had folded", floor.at)
    entry = Entry.objects.get(action="round.voided")
    assert (entry.subject, entry.facts["number"], entry.facts["reason"]) == (round_.subject_key, 1, "Seat 2 had folded")
    assert entry.facts["staked_cents"] == round_.staked_cents
    assert list(find_misfits([])) == []


def test_voiding_needs_a_second_person() -> None:
    floor = Floor("md")
    round_ = log(floor, floor.open_table())

    with refused("same_person"):
        void(floor, round_, by=floor.shift_manager, signer=floor.shift_manager)

    assert not RoundVoid.objects.exists()


def test_who_logged_a_round_may_request_the_void_but_not_sign_it() -> None:
    floor = Floor("md")
    round_ = log(floor, floor.open_table(), by=floor.pit_boss)

    with refused("signed_by_logger", "house policy, after COMAR 36.05.03.04"):
        void(floor, round_, by=floor.shift_manager, signer=floor.pit_boss)
    void(floor, round_, by=floor.pit_boss, signer=floor.shift_manager)

    assert fresh(round_).is_voided


def test_a_round_is_voided_once() -> None:
    floor = Floor("md")
    round_ = log(floor, floor.open_table())
    void(floor, round_)

    with refused("voided_already"):
        void(floor, round_)

    assert RoundVoid.objects.count() == 1
    assert list(differences()) == []


def test_within_its_shift_the_floor_voids_a_round() -> None:
    floor = Floor("md")
    table = floor.open_table()
    floor.begin_shift()
    round_ = log(floor, table)

    void(floor, round_, signer=floor.pit_boss)

    assert fresh(round_).is_voided


@pytest.mark.parametrize(
    ("by", "signer", "may"),
    [
        (lambda floor: floor.floorperson, lambda floor: floor.pit_boss, False),
        (lambda floor: floor.floorperson, lambda floor: floor.shift_manager, True),
        (lambda floor: floor.shift_manager, lambda floor: floor.pit_boss, True),
    ],
    ids=["floor", "manager signs", "manager asks"],
)
@pytest.mark.parametrize("another", [True, False], ids=["next shift", "no shift"])
def test_after_its_shift_a_shift_manager_is_one_of_the_two(
    by: Callable[[Floor], Staff], signer: Callable[[Floor], Staff], may: bool, another: bool
) -> None:
    floor = Floor("md")
    table = floor.open_table()
    shift = floor.begin_shift()
    round_ = log(floor, table)
    floor.later(hours=4)
    shifts.end_shift(shift, by=floor.shift_manager, at=floor.at)
    if another:
        floor.begin_shift("Evening", 14, 22)

    if may:
        void(floor, round_, by=by(floor), signer=signer(floor))
    else:
        with refused("shift_over"):
            void(floor, round_, by=by(floor), signer=signer(floor))

    assert fresh(round_).is_voided is may


# ── What goes back


@pytest.mark.parametrize("edition", EDITIONS)
def test_totals_go_back_to_the_cent(edition: str) -> None:
    floor = Floor(edition)
    table = floor.open_table()
    log(floor, table, a_round(edition, seats=3, seed=1))
    before = figures()
    floor.later(minutes=1)
    wrong = log(floor, table, counted(a_round(edition, seats=6, seed=2), edition))

    void(floor, wrong)

    assert figures() == before
    assert list(differences()) == []


def test_a_void_round_and_one_in_breach_leave_the_totals_too() -> None:
    floor = Floor("md")
    table = floor.open_table()
    rounds = [log(floor, table, a_round(void="face_up_card"))]
    acts.fail(floor, table.devices.get())
    rounds.append(acts.in_breach(floor, table))

    for round_ in rounds:
        void(floor, round_)

    assert figures() == []
    assert list(differences()) == []


def test_voiding_restores_the_count_and_the_deck_turn() -> None:
    floor = Floor("md")
    table = floor.open_table(decks=2)
    acts.play(floor, table, 3)
    counting = log(floor, table, counted(a_round(seed=4)))
    floor.later(minutes=1)

    void(floor, counting)

    now = fresh(table)
    assert (now.rounds_since_count, now.last_position, now.round_number) == (3, "A", 4)
    assert log(floor, table, a_round(seed=5)).deck == deck_at(table, "B")
    assert codes_of(floor, table) == ["stub_count_missing"]


def test_a_deck_that_failed_the_count_stays_out_of_play() -> None:
    floor = Floor("md")
    table = floor.open_table()
    wrong = log(floor, table, counted(a_round(), off_by=-1))

    void(floor, wrong)

    assert deck_at(table).state == Deck.State.PULLED
    assert codes_of(floor, table) == ["deck_not_whole"]


# ── For ever


@pytest.mark.both_databases("triggers and constraints")
@pytest.mark.parametrize(
    "alter",
    [
        lambda: Round.objects.update(pays_cents=0),
        lambda: Round.objects.all().delete(),
        lambda: Round.objects.all()._raw_delete("default"),
        lambda: RoundVoid.objects.update(reason="None"),
        lambda: RoundVoid.objects.all().delete(),
        lambda: HourlyTotal.objects.all()._raw_delete("default"),
    ],
)
def test_the_database_alters_no_round_and_no_voiding(alter: Callable[[], object]) -> None:
    floor = Floor("md")
    table = floor.open_table()
    log(floor, table, a_round(seed=1))
    void(floor, log(floor, table, a_round(seed=2)))

    with pytest.raises(DatabaseError), transaction.atomic():
        alter()

    assert (Round.objects.count(), RoundVoid.objects.count()) == (2, 1)


@pytest.mark.both_databases("triggers and constraints")
def test_the_database_has_no_two_voidings_and_no_two_corrections_of_a_round() -> None:
    floor = Floor("md")
    table = floor.open_table()
    wrong = log(floor, table, a_round(seed=1))
    void(floor, wrong)
    right = log(floor, table, a_round(seed=2, replaces=wrong.pk))
    again = RoundVoid.objects.get()
    again.pk = None

    with pytest.raises(DatabaseError), transaction.atomic():
        again.save(force_insert=True)
    right.pk, right.number = None, 3
    with pytest.raises(DatabaseError), transaction.atomic():
        right.save(force_insert=True)


def test_a_round_that_is_not_voided_is_not_replaced() -> None:
    floor = Floor("md")
    table = floor.open_table()
    standing = log(floor, table)

    with pytest.raises(Refused) as caught:
        log(floor, table, a_round(seed=2, replaces=standing.pk))

    assert [problem.path for problem in caught.value.problems] == ["replaces"]
