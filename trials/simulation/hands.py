"""Play a script on the product's floor through its services."""

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import NamedTuple

from compliance.db.write_batch import WriteBatch
from compliance.facilities.gaming_day import gaming_day
from compliance.journal.write import HasStream, HasSubject, append, locked_stream, next_entry
from compliance.models import Staff
from compliance.signatures.services import Confirmation
from compliance.staff.roles import Role
from games.engine.questions import count_is_due
from games.models import HourlyTotal
from games.totals.services import hour_of
from tables.dealers import services as dealers
from tables.dealers.roster import stint_at
from tables.decks import changes as deck_changes
from tables.decks import services as decks
from tables.devices import services as devices
from tables.devices.dealing_method import DealingMethod, dealing_method_at
from tables.floor import services as floor
from tables.models import Deck, Device, Table
from tables.openings import services as opening
from tests.floor import Floor, fresh

from .model import Act
from .world import World

# Rounds per hour at every open table. The script records only some of them.
ROUNDS_AN_HOUR = 25
LONGEST_OPEN = 40  # hours


class Telling(NamedTuple):
    """Hold a journal entry to write to a table's stream."""

    action: str
    subject: HasSubject
    needs_scan: bool = True
    changes_floor: bool = True


class RoundName(NamedTuple):
    """Name a round that is recorded without being settled."""

    subject_key: str


class Services:
    """Do every act through the product's service. Only rounds are recorded without settlement."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.rounds = 10**9  # no real round has such a key
        # The dealing methods of tables; dropped when a device comes, fails or goes.
        self.dealing: dict[str, DealingMethod] = {}

    def do(self, act: Act) -> None:
        self.world.floor_of(act.place).at = act.at
        if act.device:
            self.dealing.pop(act.place, None)
        getattr(self, f"_{act.what}")(act)

    # ── What an act is about

    def _floor(self, act: Act) -> Floor:
        return self.world.floor_of(act.place)

    def _table(self, act: Act) -> Table:
        """Return the table as it is now; its facility and pit do not change."""
        known = self.world.tables[act.place]
        table = fresh(known)
        table.facility, table.pit = known.facility, known.pit
        return table

    def _dealing(self, table: Table) -> DealingMethod:
        if table.code not in self.dealing:
            self.dealing[table.code] = dealing_method_at(table)
        return self.dealing[table.code]

    def _by(self, act: Act) -> Staff:
        return self.world.floorpersons[act.place]

    def _device(self, act: Act) -> Device:
        return Device.objects.get(pk=self.world.devices[f"{act.place} {act.device}"])

    def _deck_at(self, act: Act) -> Deck:
        return Deck.objects.get(table=self.world.tables[act.place], position=act.position)

    def _signature(self, act: Act) -> Confirmation:
        """Return the signature of the dealer at the table, or of another of its dealers if there is none."""
        stint = stint_at(self.world.tables[act.place])
        return Confirmation(stint.staff if stint else self.world.dealers[f"{act.place} a"], Role.DEALER)

    def _new_deck(self, act: Act, name: str, position: str) -> Deck:
        pit = self.world.tables[act.place].pit
        deck = self._floor(act).deck("red" if position == "A" else "blue", pit=pit)
        self.world.decks[name] = deck.pk
        return deck

    # ── Opening and closing

    def _opened(self, act: Act) -> None:
        here, table, by = self._floor(act), self._table(act), self._by(act)
        floor.supervise(table, floorperson=by, by=here.pit_boss, at=act.at)
        self._assigned(act)
        self._inspected(act)
        brought = [self._new_deck(act, name, position) for position, name in zip("AB", act.decks, strict=False)]
        here.begin(table, *brought)
        for deck in brought:
            here.do_steps(deck)
        here.open(fresh(table))
        self._note_pace(act)

    def _note_pace(self, act: Act) -> None:
        """Write totals that show play at the table, even if the script records no round."""
        table = self.world.tables[act.place]
        first = hour_of(table.facility, act.at)
        hours = [first + timedelta(hours=place) for place in range(LONGEST_OPEN)]
        dealer = self.world.dealers[f"{act.place} a"]
        totals = [
            HourlyTotal(
                facility=table.facility,
                table=table,
                hour=hour,
                gaming_day=gaming_day(table.facility, hour),
                dealer=dealer,
                edition=self._floor(act).edition,
                rounds=ROUNDS_AN_HOUR,
            )
            for hour in hours
        ]
        HourlyTotal.objects.bulk_create(totals, ignore_conflicts=True)

    def _closed(self, act: Act) -> None:
        opening.close_table(self._table(act), by=self._by(act), at=act.at, second=self._signature(act))

    def _idle(self, act: Act) -> None:
        opening.spread_cards(self._table(act), by=self._by(act), at=act.at)

    def _resumed(self, act: Act) -> None:
        opening.resume_table(self._table(act), by=self._by(act), at=act.at)

    def _reopened(self, act: Act) -> None:
        here, table = self._floor(act), self._table(act)
        for deck in table.decks.filter(state=Deck.State.IN_PLAY):
            here.do_steps(deck)
        here.open(fresh(table))

    # ── Decks

    def _changed(self, act: Act) -> None:
        deck_changes.change_deck(
            self._deck_at(act),
            replacement=self._new_deck(act, act.deck, act.position),
            reason=Deck.Reason.SCHEDULED,
            by=self._by(act),
            at=act.at,
            second=self._signature(act),
        )

    def _removed(self, act: Act) -> None:
        deck_changes.remove_deck(
            self._deck_at(act), reason=Deck.Reason.SCHEDULED, by=self._by(act), at=act.at, second=self._signature(act)
        )

    def _added(self, act: Act) -> None:
        deck = self._new_deck(act, act.deck, act.position)
        deck_changes.add_deck(self._table(act), deck=deck, by=self._by(act), at=act.at, second=self._signature(act))

    def _pulled(self, act: Act) -> None:
        table = self._table(act)
        deck_changes.pull_deck(
            table,
            self._deck_at(act),
            cite="",
            by=self._by(act),
            at=act.at,
            round_number=table.round_number,
            stream=locked_stream(table),
        )

    def _collected(self, act: Act) -> None:
        here = self._floor(act)
        removed = list(Deck.objects.filter(facility=here.facility, state=Deck.State.REMOVED))
        second = Confirmation(here.security, Role.SECURITY)
        decks.collect_decks(here.facility, decks=removed, by=here.floorperson, at=act.at, second=second)

    # ── Dealers

    def _assigned(self, act: Act) -> None:
        dealer = self.world.dealers[act.dealer]
        dealers.assign_dealer(self._table(act), dealer=dealer, by=self._by(act), at=act.at)

    def _left(self, act: Act) -> None:
        """Remove the dealer without a relief: no service allows that at an open table, but it can happen."""
        stint = stint_at(self.world.tables[act.place])
        assert stint
        dealers.end_stint(stint, "off", by=self._by(act), at=act.at)

    # ── Devices

    def _failed(self, act: Act) -> None:
        devices.fail_device(self._device(act), fault="It jams", by=self._by(act), at=act.at)

    def _handled(self, act: Act) -> None:
        handling = Device.Handling.REMOVED if self._floor(act).edition == "ma" else Device.Handling.COVERED
        devices.handle_device(self._device(act), handling=handling, by=self._by(act), at=act.at)

    def _repaired(self, act: Act) -> None:
        device = devices.repair_device(self._device(act), report="Cleaned", by=self._by(act), at=act.at)
        if device.table_id is None:
            devices.place_device(self._table(act), device=device, by=self._by(act), at=act.at)

    def _inspected(self, act: Act) -> None:
        for device in Device.objects.filter(table=self.world.tables[act.place], failed_at=None):
            devices.inspect_device(device, by=self._by(act), at=act.at)

    # ── Rounds and limits

    def _played(self, act: Act) -> None:
        table, book = self._table(act), self._floor(act).book
        dealing = self._dealing(table)

        def due() -> bool:
            return count_is_due(book, dealing.method, dealing.shuffler, table.rounds_since_count).value

        telling = []
        for round_ in act.rounds:
            was_due = due()
            table.round_number += 1
            if round_ == "counted":
                table.rounds_since_count = 0
            elif round_ == "uncounted" or not was_due:
                table.rounds_since_count += 1
            self.rounds += 1
            name = RoundName(f"round:{self.rounds}")
            telling.append(Telling("round.logged", name, needs_scan=was_due or due(), changes_floor=False))
        table.last_played_at = act.at
        table.save(update_fields=["round_number", "rounds_since_count", "last_played_at"])
        tell(table, telling, by=self._by(act), at=act.at)

    def _went_on(self, act: Act) -> None:
        """Write totals for uneventful rounds; keep only when the last one was."""
        Table.objects.filter(code__in=act.decks).update(last_played_at=act.at)

    def _announced(self, act: Act) -> None:
        table = self._table(act)
        first, second = self.world.offers[act.place.partition("-")[0]]
        offer = second if table.offer_at(act.at) == first else first
        floor.put_offer(table, offer=offer, sign=True, announced=True, by=self._floor(act).pit_boss, at=act.at)

    def _withdrawn(self, act: Act) -> None:
        floor.withdraw_notice(self._table(act), by=self._floor(act).pit_boss, at=act.at)


def tell(on: HasStream, telling: Iterable[Telling], *, by: Staff, at: datetime) -> None:
    """Write entries to a stream as the services do; some trigger a scan of it."""
    stream, writing = locked_stream(on), WriteBatch()
    entries = [
        next_entry(
            stream,
            each.action,
            each.subject,
            on=on,
            by=by,
            at=at,
            needs_scan=each.needs_scan,
            changes_floor=each.changes_floor,
        )
        for each in telling
    ]
    append(writing, stream, entries)
    writing.send()
