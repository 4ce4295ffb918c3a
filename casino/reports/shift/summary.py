"""Compare a shift with a week ago and with its average; add the month and year to date."""

from datetime import timedelta
from fractions import Fraction

from casino.reports.figures.labels import HOLD
from casino.reports.figures.sums import Sums, grouped, sum_up
from games.models import DayTotal, HourlyTotal
from tables.models import Shift

from ..columns import MEASURES, PACE, PERIOD, Group, changed, group_sheet
from ..document import Sheet
from ..models import SignedReport, sums_kept
from .data import ShiftData
from .opened import OpenHours

# The average is over up to this many signed reports of the same shift.
USUAL = 28


SUMMARY = group_sheet("summary", "Summary", (PERIOD, PACE, *MEASURES), empty="None.")


def summary(known: ShiftData, seconds: int) -> Sheet:
    now = SUMMARY.row(Group(sum_up(known.whole.values()), "This shift", seconds=seconds))
    rows = [now]
    if then := _week_ago(known):
        sums, about = Sums.of(HourlyTotal.objects.filter(shift=then.shift.pk, wager="")), {"report": str(then.shift.pk)}
        was = SUMMARY.row(Group(sums, "Same shift a week ago", about, OpenHours(then).all_seconds))
        rows += [was, changed("Change in a week", now, was)]
    if usual := _usual(known):
        rows.append(SUMMARY.row(usual))
    day, today = known.shift.gaming_day, _today(known)
    month, year = day.replace(day=1), day.replace(month=1, day=1)
    periods = (
        ("Month to date", month, (month + timedelta(days=31)).replace(day=1)),
        ("Year to date", year, (year + timedelta(days=366)).replace(day=1)),
    )
    for name, first, after in periods:
        days = DayTotal.objects.filter(facility=known.facility, gaming_day__gte=first, gaming_day__lt=day)
        # Rounds of the shift after its gaming day ended, unless in the next month or year.
        past = sum_up(sums for line, sums in known.whole.items() if day < line.gaming_day < after)
        about = {"from": first.isoformat(), "until": day.isoformat()}
        rows.append(SUMMARY.row(Group(Sums.of(days) + today + past, name, about)))
    note = f"{HOLD} Month and year to date are by gaming day, through the end of this shift."
    return SUMMARY.sheet(rows, note=note)


def _week_ago(known: ShiftData) -> ShiftData | None:
    shift = known.shift
    then = Shift.objects.filter(
        facility=known.facility, template=shift.template_id, gaming_day=shift.gaming_day - timedelta(days=7)
    ).first()
    if then is None:
        return None
    then.facility = known.facility
    return ShiftData(then, known.at)


def _usual(known: ShiftData) -> Group | None:
    """Return the average of the signed reports of the same shift before this one."""
    signed = SignedReport.objects.filter(shift__template=known.shift.template_id, shift__began_at__lt=known.since)
    found = list(signed.order_by("-shift__began_at").values_list("figures", "open_seconds")[:USUAL])
    if not found:
        return None
    every = sum_up(sums_kept(figures) for figures, _ in found)
    sums = (round(Fraction(figure, len(found))) for figure in every.figures)
    seconds = round(Fraction(sum(seconds for _, seconds in found), len(found)))
    return Group(Sums(tuple(sums)), "Average for this shift", seconds=seconds)


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
