"""Perform the acts of a facility's timeline through the real services, in order of time.

An act is a name and its arguments: a registered act ("device.fail") or one of the demo's own (acts.py). `on` is its
subject, `by` who does it and `second` who signs; by default the table's floorperson and dealer. References to people,
decks and so on are resolved when the act happens.
"""

from collections.abc import Callable
from datetime import date, datetime, time, timedelta
from functools import cached_property, partial
from heapq import heappop, heappush
from itertools import count
from typing import Any
from zoneinfo import ZoneInfo

from django.db.models import Model

from compliance.acts.registry import REGISTERED
from compliance.models import Facility, Key, Posting, Staff
from compliance.signatures.services import Confirmation, Signing
from compliance.staff.roles import Role
from tables.models import CoverCard, Deck, Device, Layout, Offer, Pit, ShiftTemplate, Table
from tables.shifts.services import on_duty

from .acts import ACTS, COMPOSED
from .play import dealer_of, floorperson_of
from .scenario import Scenario, duration

# Every facility's gaming day begins with the first shift.
DAY_TURNS_AT = time(6)


class Timeline:
    """Acts, each at a moment before now. An act may plan further ones."""

    def __init__(self, now: datetime) -> None:
        self.now = now.replace(second=0, microsecond=0)
        self._acts: list[tuple[datetime, int, Callable[[datetime], object]]] = []
        self._order = count()

    def plan(self, at: datetime, act: Callable[[datetime], object]) -> None:
        """Plan an act; of two at the same moment the one planned first comes first."""
        heappush(self._acts, (at.astimezone(self.now.tzinfo), next(self._order), act))

    def run(self, before: Callable[[datetime], bool]) -> None:
        """Do all acts; `before` gets the next moment and returns whether it did something first."""
        while self._acts:
            if before(self._acts[0][0]):
                continue
            at, _, act = heappop(self._acts)
            act(at)


class Runner:
    """The acts of one facility."""

    def __init__(self, timeline: Timeline, scenario: Scenario) -> None:
        self.timeline, self.scenario = timeline, scenario
        self.now, self.code, self.zone = timeline.now, scenario.code, ZoneInfo(scenario.time_zone)

    # ── Times ──

    def ago(self, text: str) -> datetime:
        return self.now - duration(text)

    def day(self, at: datetime) -> date:
        """Return the gaming day of a time, also before the facility is added."""
        return (at.astimezone(self.zone) - timedelta(hours=DAY_TURNS_AT.hour)).date()

    def clock(self, day: date, clock: time) -> datetime:
        return datetime.combine(day, clock, self.zone).astimezone(self.now.tzinfo)

    # ── Acts ──

    def plan_timeline(self) -> None:
        for section in self.scenario.timeline.values():
            for row in section:
                self._plan_row(**row)

    def _plan_row(
        self, act: str, ago: str = "", day: int | None = None, clock: time | None = None, **arguments: Any
    ) -> None:
        """Plan an act so long ago, or at a local time so many gaming days ago."""
        if day is not None and clock is not None:
            self.plan(self.clock(self.day(self.now) - timedelta(days=day), clock), act, **arguments)
        else:
            self.plan(self.ago(ago), act, **arguments)

    def plan(self, at: datetime, act: str, /, **arguments: Any) -> None:
        """Plan an act. One that is composed of others plans them."""
        if act in COMPOSED:
            COMPOSED[act](self, at, **arguments)
        else:
            self.timeline.plan(at, partial(self.perform, act, **arguments))

    def perform(self, act: str, at: datetime, /, **arguments: Any) -> None:
        """Do an act now."""
        if act in ACTS:
            ACTS[act](self, at, **arguments)
        else:
            self._perform_registered(act, at, **arguments)

    def _perform_registered(
        self,
        name: str,
        at: datetime,
        /,
        *,
        on: Any = None,
        by: str | Staff = "",
        second: str | Staff = "",
        **arguments: Any,
    ) -> None:
        kind = name.partition(".")[0]
        act = REGISTERED[name]
        subject = self._find(_SUBJECTS, kind, on)
        found = {key: self._find(_ARGUMENTS, key, value) for key, value in arguments.items()}
        table = subject if isinstance(subject, Table) else getattr(subject, "table", None)
        if act.signing and act.signing.expected and table:
            second = second or dealer_of(table)
        if act.signing and second:
            found["second"] = self.confirmation(act.signing, second)
        # A facility's first administrator is hired by nobody.
        doer = self.staff(by) if by else table and floorperson_of(table)
        act.run(subject, by=doer, at=at, **found)

    def _find(self, finders: "dict[str, Finder]", key: str, value: Any) -> Any:
        return value if isinstance(value, Model) or key not in finders else finders[key](self, value)

    def confirmation(self, signing: Signing, person: str | Staff) -> Confirmation:
        signer = self.staff(person)
        return Confirmation(signer, min(signer.roles_at(self.facility) & signing.roles))

    # ── References ──

    @cached_property
    def facility(self) -> Facility:
        return Facility.objects.get(code=self.code)

    def staff(self, badge: str | Staff) -> Staff:
        """Find someone by badge, or at this facility by number."""
        if isinstance(badge, Staff):
            return badge
        return Staff.objects.get(badge=badge if "-" in badge else f"{self.code}-{badge}")

    def table_code(self, number: int | str) -> str:
        return f"{self.code}-{int(number):02d}"

    def table(self, number: int) -> Table:
        return Table.objects.select_related("facility").get(code=self.table_code(number))

    def deck(self, text: str) -> Deck:
        """Find a deck: "1A" at table 1, "P1 red" or "P1 red sealed" the next in a pit's reserve, or by serial."""
        decks = Deck.objects.filter(facility=self.facility)
        if " " in text:
            pit, color, *sealed = text.split()
            reserve = decks.filter(pit__code=pit, back_colour=color, state=Deck.State.PIT).order_by("serial")
            return (reserve.exclude(seal="") if sealed else reserve.filter(seal=""))[0]
        if text[:-1].isdecimal():
            at_table = decks.select_related("table__facility").filter(table__code=self.table_code(text[:-1]))
            return at_table.get(position=text[-1])
        return decks.get(serial=text)

    def decks(self, serials: list[str]) -> list[Deck]:
        return list(Deck.objects.filter(facility=self.facility, serial__in=serials))

    def decks_in(self, state: Deck.State, serials: list[str] | None = None) -> list[Deck]:
        """Return the decks that are in a state now, of these serials if any are given."""
        decks = Deck.objects.filter(facility=self.facility, state=state).order_by("serial")
        return list(decks if serials is None else decks.filter(serial__in=serials))


Finder = Callable[[Runner, Any], Any]


def _here(model: type[Model], field: str) -> Finder:
    """Find something at the facility by a field; of several versions the last."""
    objects = model._default_manager
    return lambda runner, value: objects.filter(facility=runner.facility, **{field: value}).latest("pk")


# What `on` refers to, by the kind of the act's subject.
_SUBJECTS: dict[str, Finder] = {
    "facility": lambda runner, _: runner.facility,
    "pit": _here(Pit, "code"),
    "table": Runner.table,
    "deck": Runner.deck,
    "device": _here(Device, "serial"),
    "layout": _here(Layout, "name"),
    "offer": _here(Offer, "name"),
    "key": _here(Key, "name"),
    "staff": Runner.staff,
    "dealer": lambda runner, number: Posting.objects.get(
        staff=runner.staff(number), facility=runner.facility, role=Role.DEALER, ended_at=None
    ),
    "shift": lambda runner, _: on_duty(runner.facility),
}
# The arguments that refer to something.
_ARGUMENTS: dict[str, Finder] = {
    "facility": lambda _, code: Facility.objects.get(code=code),
    "facilities": lambda _, codes: list(Facility.objects.filter(code__in=codes)),
    "role": lambda _, role: Role(role),
    "dealer": Runner.staff,
    "floorperson": Runner.staff,
    "pit_boss": Runner.staff,
    "cover_card": _here(CoverCard, "colour"),
    "deck": Runner.deck,
    "donor": Runner.deck,
    "replacement": Runner.deck,
    "decks": Runner.decks,
    "template": _here(ShiftTemplate, "name"),
    **{name: _SUBJECTS[name] for name in ("pit", "device", "layout", "offer")},
}
