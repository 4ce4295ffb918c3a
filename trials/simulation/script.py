"""Write the script of a run: everything that happens on the floor, generated from a seed beforehand.

Each table has its own random generator. Events depend on the table's state: nobody changes a deck at a closed table.
The script tracks that state with the model's table, never the product's.
"""

import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import datetime, timedelta
from heapq import heappop, heappush
from itertools import count
from typing import NamedTuple

from . import rules
from .habits import Habits, Range
from .model import Act, Deck, Round, Table
from .rules import HOUR, MINUTE

CODES = {"md": "MD", "ma": "MA", "nj": "NJ", "house": "HOUSE"}


class Script(NamedTuple):
    """Hold the script; `tables` maps codes to kinds of tables."""

    seed: int
    began: datetime
    until: datetime
    tables: dict[str, rules.Kind]
    acts: list[Act]


def write_script(
    seed: int, days: float, how_many: int, habits: Habits, *, began: datetime, kinds: Sequence[rules.Kind] = rules.KINDS
) -> Script:
    """Generate the events on a floor; the same seed gives the same script."""
    until = began + timedelta(days=days)
    tables = _numbered(how_many, kinds)
    scripts = [
        TableScript(code, kind, random.Random(f"{seed}/{code}"), habits, began, until) for code, kind in tables.items()
    ]
    acts = [act for each in scripts for act in each.write()]
    acts += _untold(scripts)
    for facility in sorted({CODES[kind.edition] for kind in tables.values()}):
        acts += _collections(facility, random.Random(f"{seed}/{facility}"), habits, began, until)
    return Script(seed, began, until, tables, sorted(acts, key=lambda act: act.at))


def _numbered(how_many: int, kinds: Sequence[rules.Kind]) -> dict[str, rules.Kind]:
    numbers = {code: count(1) for code in CODES.values()}
    chosen = [kinds[place % len(kinds)] for place in range(how_many)]
    return {f"{CODES[kind.edition]}-{next(numbers[CODES[kind.edition]]):02d}": kind for kind in chosen}


def _untold(scripts: "Iterable[TableScript]") -> Iterator[Act]:
    """Yield ongoing play at tables whose rounds are not recorded one by one, per facility."""
    going_on: dict[tuple[datetime, str], list[str]] = {}
    for each in scripts:
        for at in each.going_on:
            going_on.setdefault((at, CODES[each.kind.edition]), []).append(each.table.code)
    for (at, facility), codes in going_on.items():
        yield Act(at, facility, "went_on", decks=tuple(codes))


def _collections(facility: str, chance: random.Random, habits: Habits, began: datetime, until: datetime) -> list[Act]:
    acts = []
    for turn in rules.turns(began + HOUR, until):
        late = chance.random() < habits.collected_late_share
        within = habits.collected_late if late else habits.collected_before
        acts.append(Act(turn + _minutes(chance, within) * (1 if late else -1), facility, "collected"))
    return [act for act in acts if began < act.at <= until]


def _minutes(chance: random.Random, within: Range) -> timedelta:
    """Return a random duration within a range, to the second."""
    return timedelta(seconds=round(60 * chance.uniform(*within)))


Doing = Callable[..., None]


class TableScript:
    """Generate the events at one table from an agenda, to which events may add more."""

    def __init__(
        self, code: str, kind: rules.Kind, chance: random.Random, habits: Habits, began: datetime, until: datetime
    ) -> None:
        self.table, self.kind = Table.of(code, kind), kind
        self.chance, self.habits, self.began, self.until = chance, habits, began, until
        self.acts: list[Act] = []
        self.agenda: list[tuple[datetime, int, Doing, tuple[object, ...]]] = []
        self.numbers, self.deck_numbers, self.dealer_numbers = count(), count(1), count()
        # When play continued without being recorded.
        self.going_on: list[datetime] = []
        # How often the table was opened: plans from an earlier opening are dropped.
        self.opening = 0

    def write(self) -> list[Act]:
        first = 60 * self.chance.uniform(*self.habits.first_opening_hours)
        self._later(self.began + _minutes(self.chance, (first, first)), self.open)
        for turn in rules.turns(self.began, self.until):
            self._later(turn, self.turn)
        while self.agenda:
            at, _, do, what = heappop(self.agenda)
            do(at, *what)
        return self.acts

    def _later(self, at: datetime, do: Doing, *what: object) -> None:
        """Add something to the agenda: at its time, or at the next walk over the floor after it."""
        if self._chance(self.habits.on_rounds_share):
            every = timedelta(minutes=self.habits.rounds_every)
            at = self.began + -((self.began - at) // every) * every
        if at <= self.until:
            heappush(self.agenda, (at, next(self.numbers), do, what))

    def _drawn(self, within: Range) -> timedelta:
        return _minutes(self.chance, within)

    def _chance(self, share: float) -> bool:
        return self.chance.random() < share

    def _act(self, at: datetime, what: str, **facts: object) -> None:
        act = Act(at, self.table.code, what, **facts)  # type: ignore[arg-type]
        self.table.take(act)
        self.acts.append(act)

    def _next_dealer(self) -> str:
        return f"{self.table.code} {'abc'[next(self.dealer_numbers) % 3]}"

    def _new_deck(self) -> str:
        return f"{self.table.code} {next(self.deck_numbers):04d}"

    # ── Opening and closing

    def open(self, at: datetime) -> None:
        habits = self.habits
        self.opening += 1
        for name, device in self.table.devices.items():
            if device.failed:
                self._mend(at, name)
        decks = tuple(self._new_deck() for _ in range(self.kind.decks))
        self._act(at, "opened", decks=decks, dealer=self._next_dealer())
        for position in self.table.decks:
            self._plan_change(position)
        self._plan_relief(at)
        closes = at + _minutes(self.chance, (60 * habits.open_hours[0], 60 * habits.open_hours[1]))
        self._later(closes, self.close)
        self._later(self._next_told(at), self.play, self.opening)
        if self._chance(habits.idle_share):
            self._later(at + self._drawn((60, 480)), self.rest, self.opening)
        if self._chance(habits.announced_share) and self.kind.edition != "house":
            self._later(at + self._drawn((20, 600)), self.announce, self.opening)
        if self.kind.fails:
            hours = self.chance.expovariate(1 / habits.fails_every_hours)
            self._later(at + self._drawn((60 * hours, 60 * hours)), self.fail, self.opening)

    def _mend(self, at: datetime, device: str) -> None:
        if not self.table.devices[device].handled:
            self._act(at, "handled", device=device)
        self._act(at, "repaired", device=device)

    def close(self, at: datetime) -> None:
        if self.table.state == "opening":
            self._later(at + 10 * MINUTE, self.close)
            return
        self._act(at, "closed")
        closed = self.habits.closed_hours
        self._later(at + self._drawn((60 * closed[0], 60 * closed[1])), self.open)

    # ── Decks

    def _plan_change(self, position: str) -> None:
        """Plan when a deck is changed: mostly before it is due."""
        habits, deck, draw = self.habits, self.table.decks[position], self.chance.random()
        if draw < habits.very_late_share:
            at = deck.due_at + self._drawn(habits.changed_very_late)
        elif draw < habits.very_late_share + habits.late_share:
            at = deck.due_at + self._drawn(habits.changed_late)
        else:
            at = deck.due_at - self._drawn(habits.changed_before)
        self._later(at, self.change, position, deck)

    def _here(self, position: str, deck: Deck) -> bool:
        return self.table.decks.get(position) is deck

    def change(self, at: datetime, position: str, deck: Deck) -> None:
        if not self._here(position, deck):
            return
        if not self.table.is_live or not self.table.is_lawful:
            self._later(at + 7 * MINUTE, self.change, position, deck)
        elif self._chance(self.habits.bare_share):
            self._act(at, "removed", position=position)
            self._later(at + self._drawn(self.habits.bare), self.add, position, self.opening)
        else:
            self._act(at, "changed", position=position, deck=self._new_deck())
            self._plan_change(position)

    def add(self, at: datetime, position: str, opening: int) -> None:
        if opening != self.opening or self.table.state == "closed":
            return
        if not self.table.is_live or not self.table.is_lawful:
            self._later(at + 3 * MINUTE, self.add, position, opening)
            return
        self._act(at, "added", position=position, deck=self._new_deck())
        self._plan_change(position)

    # ── Rounds

    def _next_told(self, at: datetime) -> datetime:
        """Return when rounds are recorded next: at the same minutes for all tables."""
        every = timedelta(minutes=self.habits.told_every)
        return self.began + ((at - self.began) // every + 1) * every

    def play(self, at: datetime, opening: int) -> None:
        if opening != self.opening or self.table.state == "closed":
            return
        self._later(self._next_told(at), self.play, opening)
        in_play = [position for position, deck in self.table.decks.items() if deck.pulled_at is None]
        if self.table.state != "open" or not in_play or not self.table.dealer_since:
            return
        if not self._chance(self.habits.played_share):
            self.going_on.append(at)
            return
        every, uncounted = self.table.counted_every, self.table.uncounted
        if every is None or uncounted + 1 < every:
            left = 6 if every is None else every - 1 - uncounted
            self._act(at, "played", rounds=self._uncounted(self.chance.randint(1, left)))
        elif self._chance(self.habits.void_share):
            self._act(at, "played", rounds=("void",))
        elif self._chance(self.habits.missed_share):
            self._act(at, "played", rounds=("uncounted",))
        else:
            self._act(at, "played", rounds=("counted",))
            if self._chance(self.habits.wrong_share):
                self.pull(at, in_play[-1])

    def _uncounted(self, rounds: int) -> tuple[Round, ...]:
        return tuple("void" if self._chance(self.habits.void_share) else "uncounted" for _ in range(rounds))

    def pull(self, at: datetime, position: str) -> None:
        """A count was wrong: take the deck out of play, and bring another."""
        self._act(at, "pulled", position=position)
        self._later(at + self._drawn(self.habits.replaced), self.change, position, self.table.decks[position])

    # ── Devices

    def fail(self, at: datetime, opening: int) -> None:
        if opening != self.opening or self.table.state == "closed":
            return
        if not self.table.is_live:
            self._later(at + 9 * MINUTE, self.fail, opening)
            return
        self._act(at, "failed", device=self.kind.fails)
        self._later(at + self._drawn(self.habits.handled), self.handle, opening)

    def handle(self, at: datetime, opening: int) -> None:
        if opening != self.opening:
            return  # it was repaired before the next opening
        if self.table.state == "opening":
            self._later(at + 9 * MINUTE, self.handle, opening)
            return
        self._act(at, "handled", device=self.kind.fails)
        self._later(at + self._drawn(self.habits.repaired), self.repair, opening)

    def repair(self, at: datetime, opening: int) -> None:
        if opening != self.opening:
            return
        if self.table.state == "opening":
            self._later(at + 9 * MINUTE, self.repair, opening)
            return
        self._act(at, "repaired", device=self.kind.fails)
        self._later(at + self._drawn(self.habits.inspected_after_repair), self.inspect, opening)

    def turn(self, at: datetime) -> None:
        """Turn the gaming day: devices at an open table are inspected again."""
        late = self._chance(self.habits.inspected_late_share)
        wait = self._drawn(self.habits.inspected_late if late else self.habits.inspected_after_turn)
        if self.table.state != "closed":
            self._later(at + wait, self.inspect, self.opening)

    def inspect(self, at: datetime, opening: int) -> None:
        if opening == self.opening and self.table.state != "closed" and not self.table.is_inspected(at):
            self._act(at, "inspected")

    # ── Dealers

    def _plan_relief(self, at: datetime) -> None:
        habits = self.habits
        late = self._chance(habits.relieved_late_share)
        moment = at + self._drawn(habits.relieved_late if late else habits.relieved_after)
        if not self._chance(habits.at_a_time_of_their_own) and not late:
            moment = self._next_told(moment - timedelta(minutes=habits.told_every))
        self._later(max(moment, at + MINUTE), self.relieve, self.opening)

    def relieve(self, at: datetime, opening: int) -> None:
        if opening != self.opening or self.table.state == "closed":
            return
        if self.table.state == "open" and self._chance(self.habits.walks_out_share):
            self._act(at, "left")
            self._later(at + self._drawn(self.habits.next_dealer), self.come, opening)
            return
        self._act(at, "assigned", dealer=self._next_dealer())
        self._plan_relief(at)

    def come(self, at: datetime, opening: int) -> None:
        if opening == self.opening and self.table.state != "closed":
            self._act(at, "assigned", dealer=self._next_dealer())
            self._plan_relief(at)

    # ── Idle times and limits

    def rest(self, at: datetime, opening: int) -> None:
        if opening != self.opening or self.table.state != "open":
            return
        self._act(at, "idle")
        self._later(at + self._drawn(self.habits.idle), self.resume, opening)

    def resume(self, at: datetime, opening: int) -> None:
        """Let players come back, unless something prevents it."""
        if opening != self.opening or self.table.state != "idle":
            return
        ready = at + self._drawn(self.habits.reopening)
        latest = ready + timedelta(minutes=self.habits.rounds_every)
        decks = self.table.decks.values()
        fit = self.table.dealer and len(decks) == self.kind.decks and self.table.is_lawful
        whole = all(deck.pulled_at is None and deck.due_at > latest for deck in decks)
        neglected = any(device.failed and not device.handled for device in self.table.devices.values())
        if not (fit and whole and self.table.is_inspected(at) and self.table.is_inspected(latest)) or neglected:
            self._later(at + 10 * MINUTE, self.resume, opening)
            return
        self._act(at, "resumed")
        self._later(ready, self.reopen, opening)

    def reopen(self, at: datetime, opening: int) -> None:
        if opening == self.opening and self.table.state == "opening":
            self._act(at, "reopened")

    def announce(self, at: datetime, opening: int) -> None:
        if opening != self.opening or self.table.state != "open":
            return
        self._act(at, "announced")
        if self._chance(self.habits.withdrawn_share):
            self._later(at + self._drawn((1, 25)), self.withdraw, opening)

    def withdraw(self, at: datetime, opening: int) -> None:
        if opening == self.opening and self.table.limits_from and at < self.table.limits_from:
            self._act(at, "withdrawn")
