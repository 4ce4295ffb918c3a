"""Compare a shift with a week ago and with its average; add the month and year to date."""

from datetime import timedelta
from fractions import Fraction
from typing import NamedTuple

from casino.reports.figures.comparison import HOLD, changed
from casino.reports.figures.sums import Sums, grouped, pace, sum_up
from games.models import DayTotal, HourlyTotal
from tables.models import Shift

from ..columns import COLUMNS, TITLES
from ..document import Row, Sheet, Value, sheet_of
from ..models import SignedReport, sums_kept
from .data import ShiftData
from .opened import OpenHours

# The average is over up to this many signed reports of the same shift.
USUAL = 28


class SummarySpan(NamedTuple):
    """The sums of a period, and how long tables were open in it, if known."""

    sums: Sums
    seconds: int | None = None

    def cells(self, name: str) -> tuple[Value, ...]:
        speed = pace(self.sums["rounds"], self.seconds) if self.seconds else None
        return (name, speed, *self.sums.measures())


def summary(known: ShiftData, seconds: int) -> Sheet:
    now = SummarySpan(sum_up(known.whole.values()), seconds)
    rows = [Row(now.cells("This shift"))]
    if then := _week_ago(known):
        was = SummarySpan(
            Sums.of(HourlyTotal.objects.filter(shift=then.shift.pk, wager="")), OpenHours(then).all_seconds
        )
        rows.append(Row(was.cells("Same shift a week ago"), {"report": str(then.shift.pk)}))
        rows.append(changed("Change in a week", rows[0], rows[1]))
    if usual := _usual(known):
        rows.append(Row(usual.cells("Average for this shift")))
    day, today = known.shift.gaming_day, _today(known)
    month, year = day.replace(day=1), day.replace(month=1, day=1)
    periods = (
        ("Month to date", month, (month + timedelta(days=31)).replace(day=1)),
        ("Year to date", year, (year + timedelta(days=366)).replace(day=1)),
    )
    for name, first, after in periods:
        days = DayTotal.objects.filter(facility=known.facility, gaming_day__gte=first, gaming_day__lt=day)
        # Rounds of the shift after its gaming day ended, unless in the next month or year.
        past = sum_up(sums for line, sums in known.whole.items() if day < line.day < after)
        about = {"from": first.isoformat(), "until": day.isoformat()}
        rows.append(Row(SummarySpan(Sums.of(days) + today + past).cells(name), about))
    note = f"{HOLD} Month and year to date are by gaming day, through the end of this shift."
    return sheet_of("summary", TITLES["summary"], COLUMNS["summary"], rows, note=note)


def _week_ago(known: ShiftData) -> ShiftData | None:
    shift = known.shift
    then = Shift.objects.filter(
        facility=known.facility, template=shift.template_id, gaming_day=shift.gaming_day - timedelta(days=7)
    ).first()
    if then is None:
        return None
    then.facility = known.facility
    return ShiftData(then, known.at)


def _usual(known: ShiftData) -> SummarySpan | None:
    """Return the average of the signed reports of the same shift before this one."""
    signed = SignedReport.objects.filter(shift__template=known.shift.template_id, shift__began_at__lt=known.since)
    found = list(signed.order_by("-shift__began_at").values_list("figures", "open_seconds")[:USUAL])
    if not found:
        return None
    every = sum_up(sums_kept(figures) for figures, _ in found)
    sums = (round(Fraction(figure, len(found))) for figure in every.figures)
    return SummarySpan(Sums(tuple(sums)), round(Fraction(sum(seconds for _, seconds in found), len(found))))


def _today(known: ShiftData) -> Sums:
    """Return the sums of the shift's gaming day up to the shift's end, with earlier shifts and rounds outside any."""
    shift = known.shift
    late = Shift.objects.filter(facility=known.facility, began_at__gt=shift.began_at, gaming_day__gte=shift.gaming_day)
    others = set(late.filter(gaming_day__lte=shift.gaming_day + timedelta(days=1)).values_list("pk", flat=True))
    totals = HourlyTotal.objects.filter(facility=known.facility, wager="", gaming_day=shift.gaming_day)
    found = []
    for (dealt_in, hour), sums in grouped(totals, "shift", "hour").items():
        if dealt_in not in others and (dealt_in or hour < known.until):
            found.append(sums)
    return sum_up(found)
