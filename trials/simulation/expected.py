"""Compute which alerts should be raised when: evaluate the model at each tick, and record the changes."""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from datetime import datetime
from heapq import heapify, heappop, heappush
from typing import NamedTuple, Protocol

from . import rules
from .model import Act, Condition, Facility, Table
from .rules import NOTICE, TICK, WARNING, tick_at


class Told(NamedTuple):
    """Hold an expected journal entry about an alert: when, what, for which condition, severity and role."""

    at: datetime
    what: str
    check: str
    subject: str
    which: str
    severity: str
    level: str


class Row(NamedTuple):
    """Hold the expected final row of an alert, notices included."""

    check: str
    subject: str
    which: str
    severity: str
    opened_at: datetime
    closed_at: datetime | None


class Expected(NamedTuple):
    told: list[Told]
    rows: list[Row]


class Watched(Protocol):
    def take(self, act: Act) -> None: ...
    def conditions(self, at: datetime) -> dict[Condition, int]: ...


@dataclass
class Standing:
    """Hold the expected state of an alert; `rung_at` is when it last called someone."""

    condition: Condition
    which: str
    severity: int
    level: str
    opened_at: datetime
    rung_at: datetime
    closed_at: datetime | None = None


@dataclass
class Watch:
    """Evaluate the conditions of one table or facility, and keep the results."""

    thing: Watched
    first_level: str = "floorperson"
    open: dict[Condition, Standing] = field(default_factory=dict)
    known: dict[tuple[str, str, str], Standing] = field(default_factory=dict)
    times: Counter[tuple[str, str]] = field(default_factory=Counter)
    told: list[Told] = field(default_factory=list)

    def look(self, at: datetime) -> None:
        now = self.thing.conditions(at)
        for condition, severity in now.items():
            standing = self.open.get(condition)
            if standing is None:
                self._open(condition, severity, at)
            elif severity > standing.severity:
                standing.severity, standing.rung_at = severity, at
                self._tell(at, "raised", standing)
            else:
                standing.severity = severity  # a lower severity calls nobody
        for condition in [each for each in self.open if each not in now]:
            standing = self.open.pop(condition)
            standing.closed_at = at
            self._tell(at, "closed", standing)
        for standing in self.open.values():
            wait = rules.TAKEN_ON.get(standing.severity)
            if wait and standing.level in rules.ABOVE and at >= standing.rung_at + wait:
                standing.level, standing.rung_at = rules.ABOVE[standing.level], at
                self._tell(at, "escalated", standing)

    def _open(self, condition: Condition, severity: int, at: datetime) -> None:
        self.times[condition.check, condition.subject] += 1
        which = condition.which or f"time {self.times[condition.check, condition.subject]}"
        before = self.known.get((condition.check, condition.subject, which))
        opened_at = before.opened_at if before else at
        standing = Standing(condition, which, severity, self.first_level, opened_at, at)
        self.open[condition] = self.known[condition.check, condition.subject, which] = standing
        self._tell(at, "reopened" if before else "opened", standing)

    def _tell(self, at: datetime, what: str, standing: Standing) -> None:
        """Note an expected journal entry; notices have none."""
        if standing.severity < WARNING:
            assert standing.severity == NOTICE
            return
        level = standing.level if what != "closed" else ""
        condition = standing.condition
        severity = rules.SEVERITIES[standing.severity]
        self.told.append(Told(at, what, condition.check, condition.subject, standing.which, severity, level))

    def rows(self) -> Iterator[Row]:
        for (check, subject, which), each in self.known.items():
            severity = rules.SEVERITIES[each.severity]
            yield Row(check, subject, which, severity, each.opened_at, each.closed_at)

    def watch(self, acts: Iterable[Act], ticks: list[datetime], until: datetime) -> "Watch":
        """Evaluate the model at each of these ticks, after the acts up to it; also compute escalations."""
        waiting = sorted(acts, key=lambda act: act.at)
        heapify(ticks)
        place, last = 0, None
        while ticks:
            at = heappop(ticks)
            if at == last or at > until:
                continue
            last = at
            while place < len(waiting) and waiting[place].at <= at:
                self.thing.take(waiting[place])
                place += 1
            before = len(self.told)
            self.look(at)
            if len(self.told) > before:
                for wait in rules.TAKEN_ON.values():
                    heappush(ticks, at + wait)
        return self


def all_ticks(began: datetime, until: datetime) -> list[datetime]:
    """Return every tick of a period."""
    first, how_many = tick_at(began), int((until - tick_at(began)) / TICK) + 1
    return [first + place * TICK for place in range(how_many)]


def ticks_of_interest(acts: Iterable[Act], began: datetime, until: datetime) -> list[datetime]:
    """Return ticks that include every one at which anything can change.

    A condition depends on time only by comparison with a moment that is one of `SPANS` after an event or after the turn
    of a gaming day. So nothing changes between two of these ticks.
    """
    turned = {tick_at(turn + span) for turn in rules.turns(began, until) for span in rules.SPANS}
    return list({tick_at(act.at + span) for act in acts for span in rules.SPANS} | turned)


def expected(
    tables: dict[str, rules.Kind], acts: list[Act], began: datetime, until: datetime, *, every_tick: bool = False
) -> Expected:
    """Return everything that should be raised at these tables and their facilities, by time."""

    def ticks(some: list[Act]) -> list[datetime]:
        return all_ticks(began, until) if every_tick else ticks_of_interest(some, began, until)

    by_place: dict[str, list[Act]] = {}
    for act in acts:
        by_place.setdefault(act.place, []).append(act)
    watches = []
    for code, kind in tables.items():
        own = by_place.get(code, [])
        watches.append(Watch(Table.of(code, kind)).watch(own, ticks(own), until))
    for facility in sorted({code.partition("-")[0] for code in tables}):
        here = {code: Table.of(code, kind) for code, kind in tables.items() if code.startswith(f"{facility}-")}
        own = [act for act in acts if act.place in here or act.place == facility]
        watches.append(Watch(Facility(facility, here), "pit_boss").watch(own, ticks(own), until))
    told = [each for watch in watches for each in watch.told]
    return Expected(sorted(told), sorted((row for watch in watches for row in watch.rows()), key=str))
