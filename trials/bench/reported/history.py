"""Create a floor with many rounds and everything else a report may read.

That includes shifts and signed reports, stints, decks, alerts, failed devices, idle tables and their journal entries.
The last shift is the same, however long the history before it.
"""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from math import ceil
from random import Random
from zoneinfo import ZoneInfo

from django.db import connection, transaction
from django.test.utils import override_settings

from casino.reports.figures.sums import Sums
from casino.reports.models import SignedReport
from compliance.facilities.gaming_day import gaming_day
from compliance.journal import triggers
from compliance.models import Posting, Staff, Stream
from compliance.staff.roles import Role
from games.models import HourlyTotal, Round
from games.totals.services import FIGURES
from tables.models import Deck, Device, Shift, Stint, Supervision, Table
from tests.casino.reports.shifts import sign
from tests.floor import Floor
from tests.games.acts import in_breach, spread, void
from tests.games.sample_rounds import counted, log
from tests.many import copies_of
from trials.bench.documents import OFFERS, documents

from .beside import Beside
from .dealt import PACE, Dealing, Place, execute

# 10 p.m. in Maryland. The clocks do not change in the months before.
END = datetime(2026, 12, 31, 3, tzinfo=UTC)
SHIFTS = {"Day": (6, 14), "Swing": (14, 22), "Night": (22, 6)}
HOURS_OF_A_SHIFT = 8
PITS = 5
# Sample rounds: how many to generate, the seats in each, and the most wagered (cents) in one that is kept.
DOCUMENTS = 200
SEATS = 1
MOST_STAKED = 300_00

_HOUR = timedelta(hours=1)


def hours_for(tables: int, rounds: int) -> int:
    """Return the hours it takes to deal this many rounds, at least those of one shift."""
    return max(HOURS_OF_A_SHIFT, ceil(rounds / tables / PACE))


class History:
    """Build a floor and its history. `shift` is the last ended shift; its report is not signed yet."""

    def __init__(self, tables: int, rounds: int) -> None:
        self.hours = hours_for(tables, rounds)
        self.start = END - self.hours * _HOUR
        with override_settings(PASSWORD_HASHERS=["django.contrib.auth.hashers.MD5PasswordHasher"]):
            self.floor = Floor("md", at=self.start - 4 * _HOUR).manned()
            self._open(tables)
        self.shift: Shift = self._begun(self.start)
        self._write()

    def _open(self, tables: int) -> None:
        """Open a table through the services, log the sample rounds there, and copy the table."""
        floor = self.floor
        floor.__dict__["offer"] = floor.new_offer(OFFERS["md"])
        self.first = floor.open_table()
        samples = list(self._samples())
        self.tables = copies_of(self.first, tables)
        spread(floor, self.first)  # so that any round dealt there is in breach
        pits = [floor.pit, *(floor.new_pit() for _ in range(PITS - 1))]
        for n, table in enumerate(self.tables):
            table.pit = pits[n % PITS]
        Table.objects.bulk_update(self.tables, ["pit"])
        # Decks, devices and people came to the tables recently.
        Stint.objects.filter(table__in=self.tables).update(started_at=END)
        Deck.objects.filter(table__in=self.tables).update(in_play_at=END - _HOUR, change_due_at=END + 20 * _HOUR)
        Device.objects.filter(table__in=self.tables).update(inspected_on=gaming_day(floor.facility, END))
        # Entries that the services write at the copies come after all entries written directly.
        Stream.objects.filter(key__in=[table.stream_key for table in self.tables]).update(length=2 * 10**9)
        self.dealing = Dealing(floor.facility, samples)
        self.streams = dict(Stream.objects.values_list("key", "pk"))
        self.beside = Beside(floor.facility, self.tables)
        self.people = self._hired(3 * (tables + ceil(tables / 3)))

    def _samples(self) -> Iterator[Round]:
        """Log rounds, with a stub count whenever one is due, and yield them."""
        for document in documents("md", DOCUMENTS):
            body = document["round"] | {"seats": document["round"]["seats"][:SEATS]}
            stakes = [stake for seat in body["seats"] for stake in seat["wagers"].values()]
            if sum(int(stake.replace(".", "")) for stake in stakes) <= MOST_STAKED:
                self.first.refresh_from_db()
                yield log(self.floor, self.first, counted(body) if self.first.rounds_since_count >= 4 else body)
                self.floor.later(minutes=1)

    def _hired(self, how_many: int) -> list[Staff]:
        facility, at = self.floor.facility, self.floor.at
        people = Staff.objects.bulk_create(
            Staff(badge=f"{facility.code}-H{n:03}", name=f"Dealer H{n:03}", facility=facility, created_at=at)
            for n in range(how_many)
        )
        Posting.objects.bulk_create(
            Posting(staff=each, facility=facility, role=Role.DEALER, started_at=at) for each in people
        )
        return people

    # ── Hour by hour

    def _write(self) -> None:
        if connection.vendor == "sqlite":  # the trigger would compare each stint with all earlier ones
            for of in ("staff", "table"):
                execute(f"DROP TRIGGER one_stint_of_a_{of}_at_a_time_insert")
        analysed = 3 * HOURS_OF_A_SHIFT
        for n in range(self.hours):
            hour, left = self.start + n * _HOUR, self.hours - n
            with transaction.atomic():
                self._turn(hour)
                self.dealing.deal(hour, self.shift, seed=left)
                self.beside.write(self.places, hour, Random(left))
            if n >= 2 * analysed:  # as often as autovacuum would
                analysed = n
                self._analyse()
        self._begun(END)
        self._strike_out(self.shift)
        self.floor.later(minutes=10)
        triggers.install(connection)
        self._analyse()

    def _analyse(self) -> None:
        if connection.vendor == "postgresql":  # SQLite has no autovacuum
            execute("VACUUM ANALYZE")

    def _turn(self, hour: datetime) -> None:
        """Begin the shift of an hour if it is a new one; sign the report of the shift before."""
        name = _name(hour)
        if hour == self.start:
            self._man(name)
        elif self.shift.template.name != name:
            before = self.shift
            self.shift = self._begun(hour)
            self._strike_out(before)
            self._sign(before)
            self._man(name)

    def _begun(self, at: datetime) -> Shift:
        self.floor.at = at
        return self.floor.begin_shift(_name(at), *SHIFTS[_name(at)])

    def _strike_out(self, shift: Shift) -> None:
        """Void some rounds of a shift, and record one that was played against a gate."""
        found = Round.objects.filter(table=self.tables[0].pk, shift=shift, voiding=None).order_by("-pk")
        for round_ in found.select_related("table", "facility")[:2]:
            void(self.floor, round_)
        in_breach(self.floor, self.first)

    def _sign(self, shift: Shift) -> None:
        """Sign a shift's report: the first and last through the service, the others as copies of the first."""
        first = SignedReport.objects.order_by("pk").first()
        if first is None or END - self.floor.at <= HOURS_OF_A_SHIFT * _HOUR:
            sign(self.floor, shift, second=self.floor.compliance_officer)
            return
        sums = Sums.of(HourlyTotal.objects.filter(shift=shift.pk, wager=""))
        first.pk, first.shift = None, shift
        first.figures, first.signed_at = dict(zip(FIGURES, sums.figures, strict=True)), self.floor.at
        first.save(force_insert=True)

    def _man(self, name: str) -> None:
        """Give every table a dealer for this shift, and every third table a relief."""
        many = len(self.people) // len(SHIFTS)
        here = self.people[list(SHIFTS).index(name) * many :][:many]
        decks = dict(Deck.objects.filter(state=Deck.State.IN_PLAY).values_list("table", "pk"))
        over = dict(Supervision.objects.filter(ended_at=None).values_list("table", "staff"))
        self.places = [
            Place(
                n,
                table.pk,
                self.streams[table.stream_key],
                decks[table.pk],
                here[n].pk,
                here[len(self.tables) + n // 3].pk,
                over[table.pk],
            )
            for n, table in enumerate(self.tables)
        ]
        self.dealing.man(self.places)


def _name(at: datetime) -> str:
    """Return the name of the shift at a given time."""
    hour = at.astimezone(ZoneInfo("America/New_York")).hour
    return "Day" if 6 <= hour < 14 else "Swing" if 14 <= hour < 22 else "Night"
