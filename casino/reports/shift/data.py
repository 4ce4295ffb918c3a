"""What all the sheets of a shift's report are made from, read once."""

from datetime import date, datetime, timedelta
from functools import cached_property
from typing import NamedTuple
from zoneinfo import ZoneInfo

from django.db.models import OuterRef, QuerySet, Subquery

from casino.reports.figures.labels import game_names
from casino.reports.figures.sums import Sums
from compliance.models import Entry, Facility, Staff, Stream
from games.models import HourlyTotal, Round, RoundVoid
from games.totals.services import FIGURES
from tables.models import Pit, Shift, Table


class TotalsLine(NamedTuple):
    """Of what a total by the hour is one."""

    table: int
    hour: datetime
    day: date
    dealer: int
    edition: str
    wager: str


Lines = dict[TotalsLine, Sums]


class ShiftData:
    """A shift up to a moment: while it is on duty until now, afterwards until it ended."""

    def __init__(self, shift: Shift, at: datetime) -> None:
        self.shift, self.at = shift, at
        self.facility: Facility = shift.facility
        self.since: datetime = shift.began_at
        self.until: datetime = min(shift.ended_at, at) if shift.ended_at else at

    def overlap(self, started: datetime, ended: datetime | None) -> int:
        """Return for how many seconds of the shift something went on."""
        lasted = min(ended or self.until, self.until) - max(started, self.since)
        return max(0, int(lasted / timedelta(seconds=1)))

    def clock(self, at: str) -> str:
        """Return a moment as the facility's clock shows it, with its day, for words."""
        return f"{datetime.fromisoformat(at).astimezone(ZoneInfo(self.facility.time_zone)):%a %d %b %H:%M}"

    @cached_property
    def tables(self) -> dict[int, Table]:
        tables = Table.objects.filter(facility=self.facility).select_related("pit").order_by("code")
        return {table.pk: table for table in tables}

    @cached_property
    def pits(self) -> dict[int, Pit]:
        return {pit.pk: pit for pit in Pit.objects.filter(facility=self.facility).order_by("code")}

    @cached_property
    def _lines(self) -> Lines:
        totals = HourlyTotal.objects.filter(shift=self.shift.pk).order_by()
        rows = totals.values_list("table", "hour", "gaming_day", "dealer", "edition", "wager", *FIGURES)
        return {TotalsLine(*row[:6]): Sums(row[6:]) for row in rows}

    @cached_property
    def whole(self) -> Lines:
        """The totals of all wagers together."""
        return {line: sums for line, sums in self._lines.items() if not line.wager}

    @cached_property
    def kinds(self) -> Lines:
        """The totals of each kind of wager."""
        return {line: sums for line, sums in self._lines.items() if line.wager}

    @cached_property
    def games(self) -> dict[str, str]:
        return game_names(sorted({line.edition for line in self.whole}))

    @cached_property
    def dealers(self) -> dict[int, Staff]:
        return Staff.objects.in_bulk({line.dealer for line in self.whole})

    @cached_property
    def told(self) -> list[Round]:
        """The rounds that stand out, in the order of play; those struck out are told of apart."""
        rounds = Round.objects.filter(shift=self.shift, stands_out=True, voiding=None).defer("input", "settlement")
        return list(rounds.select_related("table", "dealer", "offer").order_by("played_at", "pk"))

    @cached_property
    def struck(self) -> list[RoundVoid]:
        voids = RoundVoid.objects.filter(shift=self.shift).defer("round__input", "round__settlement")
        return list(voids.select_related("round__table", "voided_by", "signature__signer").order_by("voided_at", "pk"))

    @cached_property
    def streams(self) -> dict[int, str]:
        """The streams of the facility's tables, by the tables' codes, and its own, which has none."""
        codes = {table.stream_key: table.code for table in self.tables.values()} | {self.facility.stream_key: ""}
        return {pk: codes[key] for pk, key in Stream.objects.filter(key__in=codes).values_list("pk", "key")}

    @cached_property
    def _marks(self) -> dict[str, int]:
        """The numbers of the entries that tell of its beginning and its end: an index finds what lies between them."""
        told = Entry.objects.filter(subject=self.shift.subject_key, action__in=("shift.began", "shift.ended"))
        return dict(told.values_list("action", "pk"))

    def entries(self, *actions: str) -> QuerySet[Entry]:
        """Return what was told of these while it was on duty, in order."""
        told = Entry.objects.filter(stream__in=list(self.streams), action__in=actions, pk__gte=self._began)
        if "shift.ended" in self._marks:
            told = told.filter(pk__lte=self._marks["shift.ended"])
        return told.exclude(action="round.logged").select_related("actor", "signature__signer").order_by("pk")

    def last_before(self, *actions: str) -> dict[int, str | None]:
        """Return which of these was the last at each table before it began, by the table's stream."""
        earlier = Entry.objects.filter(stream=OuterRef("pk"), action__in=actions, pk__lt=self._began)
        last = earlier.exclude(action="round.logged").order_by("-pk").values("action")[:1]
        # Not in the facility's, which tells of no table: it would be read back to its beginning.
        tables = [stream for stream, code in self.streams.items() if code]
        return dict(Stream.objects.filter(pk__in=tables).values_list("pk", Subquery(last)))

    @property
    def _began(self) -> int:
        return self._marks.get("shift.began", 0)


def moment(at: datetime | None) -> str | None:
    return at.isoformat() if at else None
