"""Play at the demo's tables: rounds logged by the real service, some of them irregular."""

import json
from collections.abc import Iterator
from datetime import datetime, timedelta
from functools import partial
from random import Random
from typing import TYPE_CHECKING, Any

from compliance.api.idempotency import request_with
from compliance.models import Staff
from compliance.signatures.services import Confirmation
from games.engine.problems import Refused
from games.models import Round
from games.rounds.log.batches import log_lines
from games.rounds.log.context import lock_context
from games.rounds.log.input import read_entry
from games.rounds.log.services import BREACH, log_round
from tables.dealers.roster import dealer_at, floorperson_at
from tables.decks.stub_count import StubCount, stub_count
from tables.devices.dealing_method import dealing_method_at
from tables.findings.decks import stub_count_at
from tables.models import Table

from .dealing import INCIDENTS, Guest, Json, deal, guests
from .scenario import MANAGER, PIT_BOSS, duration

if TYPE_CHECKING:
    from .runner import Runner

# Guests come and go after so many rounds.
STAY = 12


def seeded(what: str) -> Random:
    """Return a random generator that is the same every time the demo is loaded."""
    return Random(what)  # noqa: S311 (not for security)


def play(runner: "Runner", at: datetime, *, on: int, until: str, every: int = 3) -> None:
    """Let guests play until then, a round every `every` minutes."""
    ago, end = runner.now - at, runner.now - duration(until)
    random, there, number = seeded(f"{runner.code} {on} {ago // timedelta(minutes=1)}"), list[Guest](), 0
    while at < end:
        runner.timeline.plan(at, partial(_play, runner.table_code(on), number, random, there))
        at, number = at + timedelta(minutes=every), number + 1


def _play(code: str, number: int, random: Random, there: list[Guest], at: datetime) -> None:
    table = _cached(code, at)
    offer = table.offer_at(at)
    assert offer is not None
    if number % STAY == 0:
        there[:] = guests(offer.terms, table.positions, random)
    _log(table, at, deal(offer.terms, there, random, counted=_count_due(table, at)))


def _cached(code: str, at: datetime) -> Table:
    """Return a table with its people and decks, read only if it changed since the last round."""
    context = lock_context(code, at)
    assert context is not None
    return context.table


def log_batch(runner: "Runner", at: datetime, *, on: int, rounds: int, every: int, random: Random) -> None:
    """Log the rounds played until now as a batch: one by one they would take several times as long."""
    table = _cached(runner.table_code(on), at)
    lines = (json.dumps(body).encode() for body in _batch(table, rounds, every, random, at))
    for answer in log_lines(table, enumerate(lines, start=1), by=floorperson_of(table), at=at):
        if answer.status != 201:
            raise RuntimeError(answer.body.decode())


def _batch(table: Table, rounds: int, every: int, random: Random, at: datetime) -> Iterator[Json]:
    """Yield the rounds of a table since it opened, with the stub counts that were due."""
    offer, dealing, uncounted = table.offer_at(at), dealing_method_at(table), 0
    assert offer is not None
    for number in range(rounds):
        if number % STAY == 0:
            there = guests(offer.terms, table.positions, random)
        counted = _is_due(stub_count(offer.book, dealing, uncounted))
        uncounted = 0 if counted else uncounted + 1
        played_at = at - timedelta(minutes=every * (rounds - 1 - number))
        yield deal(offer.terms, there, random, counted=counted) | {"played_at": played_at.isoformat()}


def log_one_round(
    runner: "Runner", at: datetime, *, on: int, stub_off_by: int = 0, incident: str = "", **given: Any
) -> None:
    """Log one unusual round: as given, or dealt at random except for what is given. `incident`: see INCIDENTS."""
    table, body = runner.table(on), given
    if "seats" not in given:
        # No count is owed in a void round.
        counted = bool(stub_off_by or incident) or ("void" not in given and _count_due(table, at))
        body = _dealt(runner, table, at, counted=counted) | given
    if stub_off_by:
        body["stub"] += stub_off_by
    if incident:
        body |= INCIDENTS[incident](body)
    _log(table, at, body)


def log_breach(runner: "Runner", at: datetime, *, on: int, reason: str) -> None:
    """Deal a round from the wrong deck, and log it as a violation."""
    table = runner.table(on)
    again = table.decks.get(position=table.last_position)
    body = _dealt(runner, table, at, counted=True)
    body |= {"deck": again.pk, "breach_reason": reason, "second_badge": "-", "second_pin": "-"}
    _log(table, at, body, second=runner.confirmation(BREACH, PIT_BOSS))


def _dealt(runner: "Runner", table: Table, at: datetime, *, counted: bool) -> Json:
    """Return a round of guests who stay for one round only."""
    random, offer = seeded(f"{table} {(runner.now - at) / timedelta(minutes=1)}"), table.offer_at(at)
    assert offer is not None
    return deal(offer.terms, guests(offer.terms, table.positions, random), random, counted=counted)


def void_last_round(
    runner: "Runner", at: datetime, *, on: int, reason: str, by: str = "", corrected: bool = False
) -> None:
    """Void the last round of a table; if `corrected`, log it again without its last seat."""
    table = runner.table(on)
    wrong = Round.objects.filter(table=table, voiding=None).latest("number")
    doer = runner.staff(by) if by else floorperson_of(table)
    # Signed by a shift manager: the shift may have changed since the round was played.
    runner.perform("round.void", at, on=wrong, reason=reason, by=doer, second=MANAGER)
    if corrected:
        body = wrong.entered()
        body["seats"] = body["seats"][:-1] or body["seats"]
        _log(table, at, body | {"replaces": wrong.pk, "stub": None}, by=doer)


def _log(table: Table, at: datetime, body: Json, second: Confirmation | None = None, by: Staff | None = None) -> None:
    """Log a round, by default by the table's floorperson."""
    entry, problems = read_entry(body)
    if problems:
        raise Refused(problems)
    request = request_with(f"demo-{table.code}-{at:%Y%m%dT%H%M%S}", table.code, body)
    log_round(table.code, entry=entry, request=request, by=by or floorperson_of(table), at=at, second=second)


def _count_due(table: Table, at: datetime) -> bool:
    return _is_due(stub_count_at(table, at))


def _is_due(count: StubCount | None) -> bool:
    return count is not None and count.is_due


def dealer_of(table: Table) -> Staff:
    """Return the dealer of a table, which must have one."""
    return _present(dealer_at(table), table)


def floorperson_of(table: Table) -> Staff:
    """Return the floorperson of a table, which must have one."""
    return _present(floorperson_at(table), table)


def _present(person: Staff | None, table: Table) -> Staff:
    if person is None:
        raise RuntimeError(f"{table} has no dealer or no floorperson")
    return person
