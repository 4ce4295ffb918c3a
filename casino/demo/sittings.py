"""Play on the days before the demo's evening: a few tables, each open for a while with its own deck."""

import json
from collections.abc import Iterator
from datetime import date, datetime, time, timedelta
from functools import partial
from random import Random
from typing import NamedTuple
from zoneinfo import ZoneInfo

from games.engine.questions import count_is_due
from games.rounds.batches import log_lines
from tables.decks import services as decks
from tables.devices.dealing_method import dealing_method_at
from tables.models import Deck, Table

from .dealing import Json, deal, guests
from .evening import people_at
from .history import History, gaming_date
from .place import PIT_BOSS, SECURITY
from .play import seeded
from .refs import Ref, pit, signed
from .story import DAY

# Local times on the next day while no table is open: a batch of rounds is logged quickly only if nothing has changed at
# the facility since they were played.
COLLECTED, EXAMINED, DESTROYED = time(5, 40), time(9, 30), time(12, 30)
# Minutes between two rounds.
EVERY = 3


class Sitting(NamedTuple):
    """A table that is open for a while each day; it is free for that until `until` minutes ago."""

    table: int
    pit: str
    opens: time
    dealer: str
    floorperson: str
    until: float


class PlayedSitting(NamedTuple):
    """A sitting on one day: when it begins, and with which deck."""

    sitting: Sitting
    day: date
    at: datetime
    serial: str
    seed: str


class Sittings(History):
    def sat(self, sittings: tuple[Sitting, ...], *, days: int, time_zone: str, design: str, prefix: str) -> None:
        """Let guests play at some tables on each day before, as far as the evening's story leaves them free."""
        told, zone = list(self._told(sittings, days, ZoneInfo(time_zone), prefix)), ZoneInfo(time_zone)
        self.do(
            (days + 2) * DAY,
            decks.receive_decks,
            None,
            design=design,
            back_colour="red",
            by="2201",
            serials=[each.serial for each in told],
            second=signed(decks.RECEIPT, SECURITY),
        )
        for each in told:
            self._sits(each)
        for day in dict.fromkeys(each.day for each in told):
            serials = [each.serial for each in told if each.day == day]
            for act, clock in ((self._collect, COLLECTED), (self._examine, EXAMINED), (self._destroy, DESTROYED)):
                ago = self.ago(datetime.combine(day + timedelta(days=1), clock, zone))
                if ago >= 0:
                    self.story.tell(ago, partial(act, serials))

    def _told(self, sittings: tuple[Sitting, ...], days: int, zone: ZoneInfo, prefix: str) -> Iterator[PlayedSitting]:
        number, today = 0, gaming_date(self.story.now, zone)
        for ago in range(days, -1, -1):
            day = today - timedelta(days=ago)
            for sitting in sittings:
                at = datetime.combine(day, sitting.opens, zone)
                if self.ago(at) >= sitting.until:
                    number += 1
                    seed = f"{self.code} {sitting.table} {ago} days ago at {sitting.opens}"
                    yield PlayedSitting(sitting, day, at, f"{prefix}-{number:03d}", seed)

    def _sits(self, told: PlayedSitting) -> None:
        """Open a table, let guests play, log their rounds, and close it."""
        sitting, ago, random = told.sitting, self.ago(told.at), seeded(told.seed)
        deck, rounds = Ref(lambda scene: scene.decks(told.serial)[0]), random.randint(24, 34)
        self.do(
            ago + 25,
            decks.draw_decks,
            None,
            decks=[deck],
            pit=pit(sitting.pit),
            by="2201",
            second=signed(decks.DRAW, SECURITY),
        )
        self.opens(sitting.table, ago, dealer=sitting.dealer, floorperson=sitting.floorperson, cards=[deck])
        over = ago - EVERY * rounds
        self.story.tell(over, partial(self._note, sitting.table, rounds, random))
        self.closes(sitting.table, over - 2)

    def _note(self, number: int, rounds: int, random: Random, at: datetime) -> None:
        """Log the rounds played until now as a batch: one by one they would take several times as long."""
        found = self.standing(number, at)
        _, by = people_at(found)
        lines = (json.dumps(body).encode() for body in _played(found, rounds, random, at))
        for answer in log_lines(found, enumerate(lines, start=1), by=by, at=at):
            if answer.status != 201:
                raise RuntimeError(answer.body.decode())

    # ── Decks ──

    def _those(self, serials: list[str], state: Deck.State) -> list[Deck]:
        """Return the decks that are in a state; the evening's story may have moved others on."""
        return [deck for deck in self.decks(*serials) if deck.state == state]

    def _collect(self, serials: list[str], at: datetime) -> None:
        if removed := self._those(serials, Deck.State.REMOVED):
            second = self.confirmation(decks.COLLECTION, SECURITY)
            decks.collect_decks(self.facility, decks=removed, by=self.who("2201"), at=at, second=second)

    def _examine(self, serials: list[str], at: datetime) -> None:
        for deck in self._those(serials, Deck.State.COLLECTED):
            order = f"WO-{deck.serial}"
            decks.examine_deck(deck, work_order=order, discrepancy="", by=self.who(SECURITY), at=at)

    def _destroy(self, serials: list[str], at: datetime) -> None:
        for deck in self._those(serials, Deck.State.EXAMINED):
            second = self.confirmation(decks.DESTRUCTION, PIT_BOSS)
            decks.destroy_deck(deck, how="shredded", by=self.who(SECURITY), at=at, second=second)


def _played(found: Table, rounds: int, random: Random, at: datetime) -> Iterator[Json]:
    """Yield the rounds of a table since it opened, with the stub counts that were due."""
    offer, dealing, uncounted = found.offer_at(at), dealing_method_at(found), 0
    assert offer is not None
    for place in range(rounds):
        if place % 12 == 0:
            there = guests(offer.terms, found.positions, random)
        counted = count_is_due(offer.book, dealing.method, dealing.shuffler, uncounted).value
        uncounted = 0 if counted else uncounted + 1
        played_at = at - timedelta(minutes=EVERY * (rounds - 1 - place))
        yield deal(offer.terms, there, random, counted=counted) | {"played_at": played_at.isoformat()}
