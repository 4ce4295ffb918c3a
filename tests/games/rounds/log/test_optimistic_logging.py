"""On PostgreSQL a plain round is written without a lock if nothing has changed since the table was read.

A change in between takes effect as if it had come first. Each act is done between reading and writing: once with a
guard that always matches, and once with the real one. An entry in the table's own stream would make the database refuse
the round anyway; only the guard sees changes recorded elsewhere. SQLite logs every round under its only write lock, so
there the act comes first.
"""

from collections.abc import Callable
from datetime import datetime
from typing import Any, NamedTuple
from uuid import uuid4

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

from compliance.db.write_batch import Statement, WriteBatch, takes_guarded_statements
from compliance.errors import RuleViolation
from compliance.journal.verify import find_misfits
from compliance.models import Receipt
from games.models import Round
from games.rounds.log import services as rounds
from games.rounds.log.context import LoggingContext, lock_context
from games.rounds.void import void_round
from games.totals.services import differences
from tables.decks import changes as deck_changes
from tables.models import Table
from tables.openings import services as opening
from tests.floor import Floor, deck_at, fresh, gone, signed_by
from tests.games.sample_rounds import a_round, counted, log
from tests.races import Act, run

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.both_databases("the guarded statement")]


class Between(NamedTuple):
    """What happens in between, and what the round is told then."""

    act: Act
    told: str | None
    holds: Callable[[], bool]
    told_elsewhere: bool = False


def a_deck_change(floor: Floor, table: Table) -> Between:
    old, new = deck_at(table), floor.deck()

    def change() -> object:
        return deck_changes.change_deck(
            old, replacement=new, reason="scheduled", by=floor.floorperson, at=floor.at, second=signed_by(floor.dealer)
        )

    return Between(change, None, lambda: Round.objects.get(table=table, number=2).deck == new)


def a_closing(floor: Floor, table: Table) -> Between:
    def close() -> object:
        return opening.close_table(table, by=floor.floorperson, at=floor.at, second=signed_by(floor.dealer))

    return Between(close, "table_not_open", lambda: table.rounds.count() == 1)


def a_dealer_who_leaves_the_house(floor: Floor, table: Table) -> Between:
    def leave() -> None:
        gone(floor, floor.dealer, "disabled")

    return Between(leave, "dealer_not_posted", lambda: table.rounds.count() == 1, told_elsewhere=True)


def a_void(floor: Floor, table: Table) -> Between:
    """The count of the stub goes back with it."""
    for seed in (2, 3):
        log(floor, table, a_round(seed=seed))
    wrong = log(floor, table, counted(a_round(seed=4)))

    def void() -> object:
        return void_round(
            wrong,
            reason="Entered twice",
            by=floor.pit_boss,
            at=floor.at,
            second=signed_by(floor.shift_manager, "shift_manager"),
        )

    return Between(void, None, lambda: fresh(table).rounds_since_count == 4)


ACTS = [a_deck_change, a_closing, a_dealer_who_leaves_the_house, a_void]


def log_with(floor: Floor, table: Table, act: Act, patch: pytest.MonkeyPatch, **more: Any) -> str | None:
    """Log a round while something is done between its reading and its writing; return what it was told."""
    if not takes_guarded_statements():
        (told,) = run(lambda: (act(), log(floor, table, a_round(seed=9), **more)))
        return told
    send_if, done = WriteBatch.send_if, list[Statement]()

    def send_after(writing: WriteBatch, guard: Statement) -> bool:
        if not done:
            done.append(guard)
            act()
        return send_if(writing, guard)

    keep(floor, table)
    patch.setattr(WriteBatch, "send_if", send_after)
    (told,) = run(lambda: log(floor, table, a_round(seed=9), **more))
    assert done
    return told


def keep(floor: Floor, table: Table) -> None:
    """Let this process cache the table as it is now, as it does when it has logged a round there."""
    with transaction.atomic():
        assert lock_context(table.code, floor.at)


def finds_something(here: LoggingContext) -> Statement:
    return Statement("SELECT 1 FROM tables_table WHERE id = %s", [str(here.table.pk)])


@pytest.mark.parametrize("make", ACTS, ids=lambda make: make.__name__)
def test_a_change_between_read_and_write_is_applied_before_the_round(
    make: Callable[[Floor, Table], Between], monkeypatch: pytest.MonkeyPatch
) -> None:
    outcomes = []
    for guarded in (False, True):
        floor = Floor("md", code=f"MD{guarded:d}").manned()
        table = floor.open_table()
        log(floor, table, a_round(seed=1))
        between = make(floor, table)
        with monkeypatch.context() as patch:
            if not guarded:
                patch.setattr(rounds, "unchanged", finds_something)
            told = log_with(floor, table, between.act, patch)
        outcomes.append(told == between.told and between.holds())
    assert outcomes == [not between.told_elsewhere or not takes_guarded_statements(), True]


def test_a_round_logged_between_read_and_write_gets_the_earlier_number(monkeypatch: pytest.MonkeyPatch) -> None:
    floor = Floor("md").manned()
    table = floor.open_table()
    log(floor, table, a_round(seed=1))

    told = log_with(floor, table, lambda: log(floor, table, a_round(seed=2)), monkeypatch)

    assert told is None
    assert list(table.rounds.order_by("pk").values_list("number", flat=True)) == [1, 2, 3]
    assert fresh(table).rounds_since_count == 3
    assert list(find_misfits([])) == []
    assert list(differences()) == []


def test_a_key_used_at_another_table_between_read_and_write_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    floor, key = Floor("md").manned(), str(uuid4())
    table, other = floor.open_table(), floor.open_table(dealer=floor.new_dealer())
    for each in (table, other):
        log(floor, each, a_round(seed=1))

    told = log_with(floor, table, lambda: log(floor, other, a_round(seed=2), key=key), monkeypatch, key=key)

    assert told == "IdempotencyError"
    assert (table.rounds.count(), other.rounds.count(), Receipt.objects.count()) == (1, 2, 3)


def test_a_plain_round_is_read_without_a_lock_and_written_in_one_statement() -> None:
    """Whoever has the table locked is waited for under the lock, with all that then has changed."""
    floor = Floor("md").manned()
    table = floor.open_table()
    log(floor, table, a_round(seed=1))

    with CaptureQueriesContext(connection) as unhindered:
        log(floor, table, a_round(seed=2))
    statements = [query["sql"] for query in unhindered.captured_queries]

    (reading,) = [sql for sql in statements if sql.startswith("SELECT here.id")]
    assert "FOR NO KEY UPDATE" not in reading
    if takes_guarded_statements():
        (writing,) = [sql for sql in statements if "INSERT" in sql]
        assert writing.startswith("WITH part0 AS (SELECT FROM")
    else:
        assert statements.index("BEGIN IMMEDIATE") < statements.index(reading) < statements.index("COMMIT")
    assert Round.objects.filter(table=table).count() == 2


def watched_locks(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return which tables are locked from now on to log a round, as they come."""
    locked: list[str] = []

    def lock(code: str, at: datetime, key: str) -> LoggingContext | None:
        locked.append(code)
        return lock_context(code, at, key)

    monkeypatch.setattr(rounds, "lock_context", lock)
    return locked


def test_rounds_that_are_read_at_one_time_have_keys_of_their_own(monkeypatch: pytest.MonkeyPatch) -> None:
    """Else one of them would be refused by the database, and logged a second time under the lock."""
    floor = Floor("md").manned()
    table, other = floor.open_table(), floor.open_table(dealer=floor.new_dealer())
    for each in (table, other):
        log(floor, each, a_round(seed=1))
        keep(floor, each)
    locked = watched_locks(monkeypatch)

    told = log_with(floor, table, lambda: log(floor, other, a_round(seed=2)), monkeypatch)

    assert told is None
    assert not locked or not takes_guarded_statements()
    assert Round.objects.count() == 4


def test_a_refusal_is_decided_under_the_lock(monkeypatch: pytest.MonkeyPatch) -> None:
    floor = Floor("md").manned()
    table = floor.open_table()
    for seed in range(4):
        log(floor, table, a_round(seed=seed))
    locked = watched_locks(monkeypatch)

    with pytest.raises(RuleViolation, match="stub count was due"):
        log(floor, table, a_round(seed=5))

    assert locked == [table.code]
