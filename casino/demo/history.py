"""The days before the demo's evening: shifts with handovers and signed reports, and tables open for a while."""

from collections.abc import Iterator
from datetime import date, datetime, time, timedelta
from typing import NamedTuple

from .play import seeded
from .runner import Runner
from .scenario import Sitting
from .setup import TEMPLATES, draw_decks, receive_decks

# How long before the end of a shift its pits are handed over, and how long after it the report is signed.
HANDED_OVER, SIGNED = timedelta(minutes=4), timedelta(minutes=35)
# This many shifts before the one on duty cover at least 32 hours: as far back as a timeline reaches.
BEFORE = 4
# Local times on the next day while no table is open: a batch of rounds is logged quickly only if nothing has changed at
# the facility since they were played.
NEXT_DAY = {"collect-decks": time(5, 40), "examine-decks": time(9, 30), "destroy-decks": time(12, 30)}
# Minutes between two rounds.
EVERY = 3


def plan_shifts(runner: Runner) -> None:
    """Plan the shift on duty and those before it, with their pit bosses. Earlier shifts end with their pits handed over
    and their report signed."""
    shifts, days = runner.scenario.shifts, runner.scenario.history.days
    opened = {pit: runner.ago(text) for pit, text in shifts.opened.items()}
    begun = list(shifts_until_now(runner, days or 2))
    begun = begun if days else begun[-1 - BEFORE :]
    for place, (name, began) in enumerate(begun):
        left = len(begun) - place
        now, then = left % 2, (left - 1) % 2
        manager = shifts.managers[now]
        pits = [pit for pit in shifts.pit_bosses if pit not in opened or opened[pit] <= began]
        runner.plan(began, "facility.begin-shift", template=name, by=manager)
        for pit in pits:
            runner.plan(began, "shift.give-pit", pit=pit, pit_boss=shifts.pit_bosses[pit][now], by=manager)
        if left == 1:
            break
        ends, unsigned = begun[place + 1][1], shifts.last_is_unsigned and left == 2
        for pit in pits[: -1 if unsigned else None]:
            boss, next_boss = shifts.pit_bosses[pit][now], shifts.pit_bosses[pit][then]
            to = next_boss if next_boss != boss else shifts.managers[then]
            runner.plan(ends - HANDED_OVER, "hand-over", pit=pit, by=boss, to=to)
        if not unsigned and ends + SIGNED <= runner.now:
            runner.plan(ends + SIGNED, "sign-report", began=began, by=manager)


def shifts_until_now(runner: Runner, days: int) -> Iterator[tuple[str, datetime]]:
    """Yield the name and the start of each shift of today and of `days` gaming days before."""
    today = runner.day(runner.now)
    for ago in range(days, -1, -1):
        for name, starts, _ in TEMPLATES:
            began = runner.clock(today - timedelta(days=ago), starts)
            if began <= runner.now:
                yield name, began


class PlayedSitting(NamedTuple):
    """A sitting on one day: when it begins, and with which deck."""

    sitting: Sitting
    day: date
    at: datetime
    serial: str
    seed: str


def plan_sittings(runner: Runner) -> None:
    """Plan that guests play at some tables on each day before, as far as the timeline leaves them free."""
    played = list(_sittings(runner))
    if not played:
        return
    begins = runner.ago(f"{runner.scenario.history.days + 2}d")
    receive_decks(runner, begins, [each.serial for each in played], "red")
    for each in played:
        _plan_sitting(runner, each)
    for day in dict.fromkeys(each.day for each in played):
        serials = [each.serial for each in played if each.day == day]
        for act, clock in NEXT_DAY.items():
            at = runner.clock(day + timedelta(days=1), clock)
            if at <= runner.now:
                runner.plan(at, act, serials=serials)


def _sittings(runner: Runner) -> Iterator[PlayedSitting]:
    history, number = runner.scenario.history, 0
    for ago in range(history.days, -1, -1):
        day = runner.day(runner.now) - timedelta(days=ago)
        for sitting in history.sittings:
            at = runner.clock(day, sitting.opens)
            if at <= runner.ago(sitting.until):
                number += 1
                seed = f"{runner.code} {sitting.table} {ago} days ago at {sitting.opens}"
                yield PlayedSitting(sitting, day, at, f"{history.deck_prefix}-{number:03d}", seed)


def _plan_sitting(runner: Runner, played: PlayedSitting) -> None:
    """Open a table, let guests play, log their rounds, and close it."""
    sitting, at, serial, random = played.sitting, played.at, played.serial, seeded(played.seed)
    rounds = random.randint(24, 34)
    over = at + timedelta(minutes=EVERY * rounds)
    people = {"dealer": sitting.dealer, "floorperson": sitting.floorperson}
    draw_decks(runner, at - timedelta(minutes=25), [serial], sitting.pit)
    runner.plan(at, "open-table", on=sitting.table, **people, decks=[serial])
    runner.plan(over, "log-batch", on=sitting.table, rounds=rounds, every=EVERY, random=random)
    runner.plan(over + timedelta(minutes=2), "table.close", on=sitting.table)
