"""Two people log at one table at once: no duplicate number, no gate bypassed, no key used twice.

Each race runs twice: without the table's lock, to prove that it happens, and with it. Two threads meet before they
write. With the lock the second has not read yet, and the first goes on after a moment. On SQLite transactions do not
overlap, so the race never happens.
"""

import json
from collections.abc import Callable
from contextlib import suppress
from threading import Barrier, BrokenBarrierError
from typing import Any, NamedTuple
from uuid import uuid4

import pytest
from django.db import connection
from django.test import Client
from django.utils import timezone

from compliance.journal.verify import find_misfits
from compliance.models import Receipt
from games.models import Round, RoundVoid
from games.rounds.log import context
from games.rounds.log import services as rounds
from games.rounds.void import void_round
from games.totals.services import differences
from tables.decks import changes as deck_changes
from tables.openings import services as opening
from tests.floor import Floor, deck_at, fresh, signed_by
from tests.games.sample_rounds import a_round, counted, log
from tests.races import PATIENCE_S, SURELY_S, WRITE, Act, Meeting, run

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.both_databases("locks")]


class Race(NamedTuple):
    """What two people do; what comes of it with the lock, and what is then true of the table."""

    acts: tuple[Act, Act]
    told: list[str | None]
    holds: Callable[[], bool] = lambda: True


def two_rounds(floor: Floor) -> Race:
    table = floor.open_table()

    def numbers() -> bool:
        return list(table.rounds.order_by("number").values_list("number", flat=True)) == [1, 2]

    return Race(
        (lambda: log(floor, table, a_round(seed=1)), lambda: log(floor, table, a_round(seed=2))), [None, None], numbers
    )


def the_fifth_round_twice(floor: Floor) -> Race:
    """Of the fourth and the fifth round without a count only one is let through."""
    table = floor.open_table()
    for seed in range(3):
        log(floor, table, a_round(seed=seed))
    acts = (lambda: log(floor, table, a_round(seed=4)), lambda: log(floor, table, a_round(seed=5)))
    return Race(acts, [None, "stub_count_missing"], lambda: fresh(table).rounds_since_count == 4)


def two_decks(floor: Floor) -> Race:
    """Two rounds at once are dealt from two decks."""
    table = floor.open_table("hand", decks=2)

    def both() -> bool:
        return sorted(table.rounds.values_list("position", flat=True)) == ["A", "B"]

    acts = (lambda: log(floor, table, a_round(seed=1)), lambda: log(floor, table, a_round(seed=2)))
    return Race(acts, [None, None], both)


def one_key(floor: Floor) -> Race:
    """The same request twice makes one round, and both get the same answer."""
    table, key, body = floor.open_table(), str(uuid4()), a_round(seed=1)
    acts = (lambda: log(floor, table, body, key=key), lambda: log(floor, table, body, key=key))
    return Race(acts, [None, None], lambda: table.rounds.count() == 1)


def a_round_and_a_wrong_count(floor: Floor) -> Race:
    """Whoever comes after a wrong count finds no deck in play."""
    table = floor.open_table()
    wrong = counted(a_round(seed=2), off_by=-1)
    acts = (lambda: log(floor, table, wrong), lambda: log(floor, table, wrong))
    return Race(acts, [None, "deck_not_whole"], lambda: deck_at(table).state == "pulled")


def void_one_round_twice(floor: Floor) -> Race:
    table = floor.open_table()
    wrong = log(floor, table, a_round(seed=1))

    def void() -> object:
        return void_round(
            wrong,
            reason="Entered twice",
            by=floor.pit_boss,
            at=floor.at,
            second=signed_by(floor.shift_manager, "shift_manager"),
        )

    return Race((void, void), [None, "voided_already"], lambda: RoundVoid.objects.filter(round=wrong).count() == 1)


RACES = [two_rounds, the_fifth_round_twice, two_decks, one_key, a_round_and_a_wrong_count, void_one_round_twice]


def meet(monkeypatch: pytest.MonkeyPatch, race: Race, *, locks: bool) -> list[Act]:
    """Return the acts such that both meet before they write, with the lock of the table or without any."""
    meeting_point = Meeting()
    patience = SURELY_S if connection.vendor == "postgresql" and not locks else PATIENCE_S
    # What is logged without the lock has tests of its own (test_optimistic_logging.py).
    monkeypatch.setattr(rounds, "_log_optimistically", lambda *args, **kwargs: None)
    if not locks:
        monkeypatch.setattr(context, "_locks_rows", lambda: False)

    def meeting(act: Act) -> Act:
        came: list[str] = []

        def execute(run: Callable[..., Any], sql: str, *rest: Any) -> Any:
            if sql.startswith(WRITE) and not came:
                came.append(sql)
                meeting_point.wait(patience)
            return run(sql, *rest)

        def act_and_meet() -> object:
            with connection.execute_wrapper(execute):
                return act()

        return act_and_meet

    return [meeting(act) for act in race.acts]


@pytest.mark.parametrize("make", RACES, ids=lambda make: make.__name__)
def test_the_race_happens_without_the_lock_and_not_with_it(
    make: Callable[[Floor], Race], monkeypatch: pytest.MonkeyPatch
) -> None:
    unguarded, guarded = make(Floor("md", code="MD1").manned()), make(Floor("md", code="MD2").manned())

    with monkeypatch.context() as patch:
        without = run(*meet(patch, unguarded, locks=False))
    outcomes = run(*meet(monkeypatch, guarded, locks=True))

    assert outcomes == guarded.told
    assert guarded.holds()
    assert list(find_misfits([])) == []
    assert list(differences()) == []
    # SQLite has one writer, so that there is nothing to lock.
    assert (without == unguarded.told and unguarded.holds()) is (connection.vendor == "sqlite")


def test_a_round_that_waited_for_a_deck_change_is_dealt_from_the_new_deck() -> None:
    """What is kept of a table is asked for after its lock: before it, the old deck would still be in play."""
    floor = Floor("md").manned()
    table = floor.open_table()
    log(floor, table, a_round(seed=1))
    old, new = deck_at(table), floor.deck()
    changed, looked = Barrier(2), Meeting()

    def change() -> None:
        def pause(run: Callable[..., Any], sql: str, *rest: Any) -> Any:
            done = run(sql, *rest)
            if sql.startswith("UPDATE") and "tables_deck" in sql and not changed.broken:
                with suppress(BrokenBarrierError):
                    changed.wait(SURELY_S)
                    looked.wait()
                changed.abort()
            return done

        with connection.execute_wrapper(pause):
            deck_changes.change_deck(
                old,
                replacement=new,
                reason="scheduled",
                by=floor.floorperson,
                at=floor.at,
                second=signed_by(floor.dealer),
            )

    def play() -> None:
        with suppress(BrokenBarrierError):
            changed.wait(SURELY_S)
        log(floor, table, a_round(seed=2))

    assert run(change, play) == [None, None]
    assert Round.objects.get(number=2).deck == new


def test_no_round_is_logged_at_a_table_that_closes_meanwhile() -> None:
    floor = Floor("md").manned()
    table = floor.open_table()

    def close() -> object:
        return opening.close_table(table, by=floor.floorperson, at=floor.at, second=signed_by(floor.dealer))

    outcomes = run(close, *[lambda seed=seed: log(floor, table, a_round(seed=seed)) for seed in range(3)])

    assert set(outcomes) <= {None, "table_not_open"}
    assert table.rounds.count() == outcomes.count(None) - 1
    assert list(find_misfits([])) == []


def test_sixty_four_posts_of_one_key_make_one_round_and_get_the_same_bytes() -> None:
    floor = Floor("md", at=timezone.now()).manned()
    table = floor.open_table()
    body, key, answers = json.dumps(a_round(seed=1)), str(uuid4()), []
    clients = [Client() for _ in range(8)]
    for client in clients:
        client.force_login(floor.floorperson)

    def post(client: Client) -> Act:
        def eight_times() -> None:
            for _ in range(8):
                answer = client.post(
                    f"/api/v1/tables/{table.code}/rounds/", body, "application/json", headers={"Idempotency-Key": key}
                )
                answers.append((answer.status_code, answer.content))

        return eight_times

    assert run(*[post(client) for client in clients]) == [None] * 8
    assert len(answers) == 64
    assert len(set(answers)) == 1
    assert answers[0][0] == 201
    assert table.rounds.count() == Receipt.objects.count() == 1
