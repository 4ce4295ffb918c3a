"""Signing a report races with other acts: its figures are consistent, and it is signed once.

Each race runs with the locks and without, to prove that they are needed. On SQLite transactions do not overlap, so the
race never happens there.
"""

from collections.abc import Callable
from threading import Event
from typing import Any

import pytest
from django.db import connection

from casino.reports import services
from casino.reports.models import Handover, SignedReport
from casino.reports.shift import shift_report
from casino.reports.shift.adjustments import adjusted, adjustments
from games.models import Round
from tables.models import Shift
from tables.shifts import services as shifts
from tests.floor import Floor
from tests.games import acts
from tests.races import PATIENCE_S, SURELY_S, Meeting, run

from .shifts import hand, play, sign

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.both_databases("locks")]

LOCKS = pytest.mark.parametrize("locks", (True, False), ids=("with its lock", "without"))


def patience(*, locks: bool) -> float:
    """Return how long the first waits for the second, which comes only where no lock is in its way."""
    return SURELY_S if connection.vendor == "postgresql" and not locks else PATIENCE_S


def an_ended_shift(floor: Floor) -> Shift:
    table = floor.open_table()
    shift = floor.begin_shift()
    play(floor, table, 2)
    return shifts.end_shift(shift, by=floor.shift_manager, at=floor.at)


@LOCKS
def test_a_round_voided_during_signing_is_in_the_figures_or_an_adjustment(
    monkeypatch: pytest.MonkeyPatch, locks: bool
) -> None:
    floor = Floor("md")
    shift = an_ended_shift(floor)
    wrong = Round.objects.get(shift=shift, number=1)
    read, struck, made_by = Event(), Event(), shift_report

    def slowly(*given: Any) -> Any:
        made = made_by(*given)
        read.set()
        struck.wait(patience(locks=locks))
        return made

    def void() -> None:
        read.wait(SURELY_S)
        acts.void(floor, wrong)
        struck.set()

    monkeypatch.setattr(services, "shift_report", slowly)
    if not locks:
        monkeypatch.setattr(services, "lock_all", lambda rows: [])

    assert run(lambda: sign(floor, shift), void) == [None, None]

    signed = SignedReport.objects.select_related("shift").get()
    change = list(adjusted(signed).records())[1]
    told = sum(int(value or 0) for value in adjustments(signed).values("rounds"))
    assert (told == change["rounds"]) == (locks or connection.vendor == "sqlite")


@LOCKS
@pytest.mark.parametrize("act", ("sign", "hand"))
def test_of_two_parallel_signers_one_is_refused(monkeypatch: pytest.MonkeyPatch, act: str, locks: bool) -> None:
    floor = Floor("md")
    shift, pit = an_ended_shift(floor), floor.pit
    done: Callable[[], object] = {"sign": lambda: sign(floor, shift), "hand": lambda: hand(floor, shift, pit)}[act]
    told = {"sign": "signed_already", "hand": "handed_over"}[act]
    meeting_point = Meeting()

    def wait(*given: Any) -> Any:
        meeting_point.wait(patience(locks=locks))
        return made(*given)

    name = {"sign": "shift_report", "hand": "open_items"}[act]
    made = getattr(services, name)
    monkeypatch.setattr(services, name, wait)
    if not locks:
        monkeypatch.setattr(services, "locked", lambda shift: shift)
        monkeypatch.setattr(services, "lock_all", lambda rows: [])

    outcomes = run(done, done)

    safe = locks or connection.vendor == "sqlite"
    assert outcomes == sorted([None, told if safe else "IntegrityError"], key=str)
    assert (SignedReport if act == "sign" else Handover).objects.count() == 1
