"""The data behind all sheets of a shift report, read once."""

from datetime import date, datetime, timedelta
from functools import cached_property
from typing import Any, NamedTuple
from zoneinfo import ZoneInfo

from django.db.models import OuterRef, QuerySet, Subquery

from casino.reports.figures.labels import game_names
from casino.reports.figures.sums import OF_WAGERS, Sums, grouped
from compliance.formatting import format_weekday_moment
from compliance.models import Entry, Facility, Staff, Stream
from games.models import HourlyTotal, Round, RoundVoid
from games.totals.services import FIGURES
from tables.models import Pit, Shift, Table


class TotalsLine(NamedTuple):
    """The key of an hourly total of all wagers together."""

    table: int
    hour: datetime
    gaming_day: date
    dealer: int
    edition: str


Lines = dict[TotalsLine, Sums]


class ShiftData:
    """A shift's data up to `at`, or up to its end."""

    def __init__(self, shift: Shift, at: datetime) -> None:
        self.shift, self.at = shift, at
        self.facility: Facility = shift.facility
        self.since: datetime = shift.began_at
        self.until: datetime = min(shift.ended_at, at) if shift.ended_at else at

    def overlap(self, started: datetime, ended: datetime | None) -> int:
        """Return how many seconds of the shift an interval covers."""
        lasted = min(ended or self.until, self.until) - max(started, self.since)
        return max(0, int(lasted / timedelta(seconds=1)))

    def clock(self, at: str) -> str:
        """Return a time with its date, in the facility's time zone."""
        return format_weekday_moment(datetime.fromisoformat(at), ZoneInfo(self.facility.time_zone))

    @cached_property
    def tables(self) -> dict[int, Table]:
        tables = Table.objects.filter(facility=self.facility).select_related("pit").order_by("code")
        return {table.pk: table for table in tables}

    @cached_property
    def pits(self) -> dict[int, Pit]:
        return {pit.pk: pit for pit in Pit.objects.filter(facility=self.facility).order_by("code")}

    @cached_property
    def whole(self) -> Lines:
        """The totals of all wagers together."""
        totals = HourlyTotal.objects.filter(shift=self.shift.pk, wager="").order_by()
        rows = totals.values_list(*TotalsLine._fields, *FIGURES)
        return {TotalsLine(*row[:5]): Sums(row[5:]) for row in rows}

    @cached_property
    def cut(self) -> Lines:
        """Of these totals, those with a payout limit applied."""
        return {line: sums for line, sums in self.whole.items() if sums["limit_cut_cents"]}

    def wagers(self, *fields: str) -> dict[tuple[Any, ...], Sums]:
        """Return the sums of each wager type for each value of the fields, with the wager last in the key."""
        totals = HourlyTotal.objects.filter(shift=self.shift.pk).exclude(wager="")
        return grouped(totals, *fields, "wager", of=OF_WAGERS)

    @cached_property
    def wagers_at_tables(self) -> dict[tuple[Any, ...], Sums]:
        """The sums of each wager type by table and edition."""
        return self.wagers("table", "edition")

    @cached_property
    def games(self) -> dict[str, str]:
        return game_names(sorted({line.edition for line in self.whole}))

    @cached_property
    def dealers(self) -> dict[int, Staff]:
        return Staff.objects.in_bulk({line.dealer for line in self.whole})

    @cached_property
    def told(self) -> list[Round]:
        """Rounds that the report lists individually, in order of play, without voided rounds."""
        rounds = Round.objects.filter(shift=self.shift, stands_out=True, voiding=None).defer("input", "settlement")
        return list(rounds.select_related("table", "dealer", "offer").order_by("played_at", "pk"))

    @cached_property
    def struck(self) -> list[RoundVoid]:
        voids = RoundVoid.objects.filter(shift=self.shift).defer("round__input", "round__settlement")
        return list(voids.select_related("round__table", "voided_by", "signature__signer").order_by("voided_at", "pk"))

    @cached_property
    def streams(self) -> dict[int, str]:
        """The journal streams of the facility (code "") and its tables, with the table codes."""
        codes = {table.stream_key: table.code for table in self.tables.values()} | {self.facility.stream_key: ""}
        return {pk: codes[key] for pk, key in Stream.objects.filter(key__in=codes).values_list("pk", "key")}

    @cached_property
    def _marks(self) -> dict[str, int]:
        """The IDs of the journal entries of the shift's beginning and end. Entries between them are found by index."""
        told = Entry.objects.filter(subject=self.shift.subject_key, action__in=("shift.began", "shift.ended"))
        return dict(told.values_list("action", "pk"))

    def entries(self, *actions: str) -> QuerySet[Entry]:
        """Return the journal entries with these actions during the shift, in order."""
        told = Entry.objects.filter(stream__in=list(self.streams), action__in=actions, pk__gte=self._began)
        if "shift.ended" in self._marks:
            told = told.filter(pk__lte=self._marks["shift.ended"])
        return told.exclude(action="round.logged").order_by("pk")

    def last_before(self, *actions: str) -> dict[int, str | None]:
        """Return the last of these actions at each table before the shift, by the table's stream."""
        earlier = Entry.objects.filter(stream=OuterRef("pk"), action__in=actions, pk__lt=self._began)
        last = earlier.exclude(action="round.logged").order_by("-pk").values("action")[:1]
        # Skip the facility's own stream: it has no such entries and would be read in full.
        tables = [stream for stream, code in self.streams.items() if code]
        return dict(Stream.objects.filter(pk__in=tables).values_list("pk", Subquery(last)))

    @property
    def _began(self) -> int:
        return self._marks.get("shift.began", 0)
