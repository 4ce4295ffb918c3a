"""Model a floor with plain lists that say at any moment what is wrong there. Slow, but easy to read.

The model knows nothing of streams, inspections, findings or stored alerts. It receives events (`Act`) and returns what
is true now (`conditions`).
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import Literal, NamedTuple

from . import rules
from .rules import CRITICAL, DUE, NOTICE, WARNING

Round = Literal["counted", "uncounted", "void"]


@dataclass(frozen=True)
class Act:
    """Hold an event at a table or a facility. Fields that an event does not need stay empty."""

    at: datetime
    place: str
    what: str
    position: str = ""
    deck: str = ""
    decks: tuple[str, ...] = ()
    dealer: str = ""
    device: str = ""
    # For consecutive rounds: whether the stub was counted, or not, or the round was void and not counted.
    rounds: tuple[Round, ...] = ()


class Condition(NamedTuple):
    """Hold what is wrong with something, and its occurrence; empty if the rules do not name one."""

    check: str
    subject: str
    which: str = ""


@dataclass
class Deck:
    name: str
    in_play_at: datetime
    due_at: datetime
    pulled_at: datetime | None = None


@dataclass
class Device:
    name: str
    kind: str
    here: bool = True
    failed: bool = False
    handled: bool = False
    inspected_on: date | None = None

    @property
    def used(self) -> bool:
        """Return whether cards are dealt with it; a failed device counts until it is handled."""
        return self.here and not self.handled


@dataclass
class Table:
    code: str
    kind: rules.Kind
    state: str = "closed"
    state_since: datetime | None = None  # when it was opened or went idle, or when players came back
    decks: dict[str, Deck] = field(default_factory=dict)
    deck_left_at: datetime | None = None
    devices: dict[str, Device] = field(default_factory=dict)
    dealer: str = ""
    dealer_since: datetime | None = None
    dealer_left_at: datetime | None = None
    rounds: int = 0
    uncounted: int = 0
    limits_from: datetime | None = None

    @classmethod
    def of(cls, code: str, kind: rules.Kind) -> "Table":
        devices = {each: Device(f"{code} {each}", each) for each in kind.devices}
        return cls(code, kind, devices=devices)

    @property
    def is_live(self) -> bool:
        return self.state in ("open", "idle")

    # ── How it deals

    @property
    def method(self) -> str:
        used = {device.kind for device in self.devices.values() if device.used}
        return next((shoe for shoe in ("automated_shoe", "manual_shoe") if shoe in used), "hand")

    @property
    def shuffler(self) -> str:
        used = {device.kind for device in self.devices.values() if device.used}
        return next((each for each in ("counting_shuffler", "shuffler") if each in used), "")

    @property
    def is_lawful(self) -> bool:
        edition = rules.EDITIONS[self.kind.edition]
        return self.method != "hand" or bool(self.shuffler) or not edition.by_hand_needs_shuffler

    @property
    def counted_every(self) -> int | None:
        edition = rules.EDITIONS[self.kind.edition]
        exempt = self.shuffler == "counting_shuffler" and self.method in edition.exempt
        return rules.COUNTED_EVERY if self.method in edition.counted and not exempt else None

    @property
    def is_count_due(self) -> bool:
        return self.counted_every is not None and self.uncounted + 1 >= self.counted_every

    def is_inspected(self, at: datetime) -> bool:
        in_order = [device for device in self.devices.values() if device.here and not device.failed]
        return all(device.inspected_on == rules.gaming_day(at) for device in in_order)

    # ── Events

    def take(self, act: Act) -> None:
        """Apply an event."""
        getattr(self, f"_{act.what}")(act)

    def _opened(self, act: Act) -> None:
        self.state, self.state_since, self.uncounted = "open", act.at, 0
        for position, name in zip("AB", act.decks, strict=False):
            self._put(position, name, act.at)
        self._assigned(act)
        self._inspected(act)

    def _put(self, position: str, name: str, at: datetime) -> None:
        interval = rules.CHANGE_BY_HAND if self.method == "hand" else rules.CHANGE_FROM_SHOE
        self.decks[position] = Deck(name, at, at + interval)

    def _changed(self, act: Act) -> None:
        self._put(act.position, act.deck, act.at)

    _added = _changed

    def _pulled(self, act: Act) -> None:
        self.decks[act.position].pulled_at = act.at

    def _removed(self, act: Act) -> None:
        deck = self.decks.pop(act.position)
        self.deck_left_at = deck.pulled_at or act.at

    def _assigned(self, act: Act) -> None:
        self.dealer, self.dealer_since = act.dealer, act.at

    def _left(self, act: Act) -> None:
        self.dealer, self.dealer_since, self.dealer_left_at = "", None, act.at

    def _failed(self, act: Act) -> None:
        device = self.devices[act.device]
        device.failed, device.handled, device.inspected_on = True, False, None

    def _handled(self, act: Act) -> None:
        device = self.devices[act.device]
        device.handled, device.here = True, self.kind.edition not in rules.REMOVED_WHEN_FAILED
        if self.method == "hand":  # dealt by hand from now on: the stricter limit applies, but not before now
            for deck in self.decks.values():
                if deck.pulled_at is None:
                    deck.due_at = min(deck.due_at, max(deck.in_play_at + rules.CHANGE_BY_HAND, act.at))

    def _repaired(self, act: Act) -> None:
        device = self.devices[act.device]
        device.failed, device.handled, device.here, device.inspected_on = False, False, True, None

    def _inspected(self, act: Act) -> None:
        for device in self.devices.values():
            if device.here and not device.failed:
                device.inspected_on = rules.gaming_day(act.at)

    def _played(self, act: Act) -> None:
        for round_ in act.rounds:
            self.rounds += 1
            if round_ == "counted":
                self.uncounted = 0
            elif round_ == "uncounted" or not self.is_count_due:
                self.uncounted += 1  # a void round counts too, but it owes no count: the next one does

    def _idle(self, act: Act) -> None:
        self.state, self.state_since = "idle", act.at

    def _resumed(self, act: Act) -> None:
        self.state, self.state_since = "opening", act.at

    def _reopened(self, act: Act) -> None:
        self.state, self.state_since = "open", act.at

    def _announced(self, act: Act) -> None:
        self.limits_from = act.at + rules.LIMITS_ANNOUNCED

    def _withdrawn(self, act: Act) -> None:
        self.limits_from = None

    def _closed(self, act: Act) -> None:
        self.state, self.dealer, self.dealer_since = "closed", "", None
        self.decks.clear()

    # ── Conditions

    def conditions(self, at: datetime) -> dict[Condition, int]:
        """Return everything that is wrong at the table at a moment, with its severity."""
        return {found: severity for found, severity in self._conditions(at) if severity}

    def _conditions(self, at: datetime) -> Iterator[tuple[Condition, int]]:
        if self.state == "closed":
            return
        yield from self._of_decks(at)
        if not self.is_live:
            return
        yield from self._of_stub()
        yield from self._of_devices(at)
        if self.limits_from and at < self.limits_from:
            yield Condition("limit_notice", f"table {self.code}", self.limits_from.isoformat()), NOTICE
        if self.state == "open":
            yield from self._of_dealer(at)
            if not self.decks:
                late = at >= self._since(self.deck_left_at) + rules.WITHOUT_DECK
                yield Condition("no_deck", f"table {self.code}"), DUE if late else NOTICE

    def _of_decks(self, at: datetime) -> Iterator[tuple[Condition, int]]:
        for deck in self.decks.values():
            if deck.pulled_at:
                yield Condition("deck_not_whole", f"deck {deck.name}", deck.pulled_at.isoformat()), CRITICAL
            else:
                found = Condition("deck_change", f"deck {deck.name}", deck.in_play_at.isoformat())
                yield found, _stage(at, deck.due_at - rules.ANNOUNCED, deck.due_at, deck.due_at + rules.OVERDUE)

    def _of_stub(self) -> Iterator[tuple[Condition, int]]:
        every = self.counted_every
        if every and self.is_count_due:
            found = Condition("stub_count", f"table {self.code}", f"after {self.rounds - self.uncounted}")
            yield found, DUE if self.uncounted >= every else NOTICE

    def _of_devices(self, at: datetime) -> Iterator[tuple[Condition, int]]:
        for device in self.devices.values():
            if device.failed and not device.handled:
                yield Condition("device_neglected", f"device {device.name}"), CRITICAL
        if not self.is_inspected(at):
            day = rules.gaming_day(at)
            late = rules.turn_of(day) + rules.INSPECTED_WITHIN
            yield Condition("device_not_inspected", f"table {self.code}", f"{day}"), DUE if at >= late else WARNING
        if not self.is_lawful:
            yield Condition("method_not_lawful", f"table {self.code}"), CRITICAL

    def _of_dealer(self, at: datetime) -> Iterator[tuple[Condition, int]]:
        if self.dealer_since:
            found = Condition("dealer_too_long", f"dealer at {self.code}", self.dealer_since.isoformat())
            late = self.dealer_since + rules.RELIEVED_LATE
            yield found, (DUE if at >= late else WARNING) if at >= self.dealer_since + rules.DEALT_AT_MOST else 0
        else:
            waited = at >= self._since(self.dealer_left_at) + rules.WITHOUT_DEALER
            yield Condition("no_dealer", f"table {self.code}"), DUE if waited else NOTICE

    def _since(self, left_at: datetime | None) -> datetime:
        """Return since when an open table lacks something: since it left, or since players came back."""
        assert self.state_since
        return max(left_at or self.state_since, self.state_since)


def _stage(at: datetime, announced: datetime, due: datetime, overdue: datetime) -> int:
    return CRITICAL if at >= overdue else DUE if at >= due else WARNING if at >= announced else 0


@dataclass
class Facility:
    """Model a facility, which sees the events at its tables and collects their decks."""

    code: str
    tables: dict[str, Table]
    removed: list[datetime] = field(default_factory=list)

    def take(self, act: Act) -> None:
        table = self.tables.get(act.place)
        if table is None:
            if act.what == "collected":
                self.removed.clear()
            return
        leaving = {"changed": [act.position], "removed": [act.position], "closed": list(table.decks)}
        for position in leaving.get(act.what, ()):
            self.removed.append(table.decks[position].pulled_at or act.at)
        table.take(act)

    def conditions(self, at: datetime) -> dict[Condition, int]:
        day = rules.gaming_day(at)
        found = Condition("decks_uncollected", f"facility {self.code}", f"{day}")
        return {found: DUE} if any(each < rules.turn_of(day) for each in self.removed) else {}
