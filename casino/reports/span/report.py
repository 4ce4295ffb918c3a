"""Build the report of a range of gaming days at one or more facilities, with the table-days outside expected hold
(COMAR 36.05.03.25)."""

from collections.abc import Sequence
from datetime import UTC, date, datetime, timedelta
from typing import Any

from django.utils import timezone

from casino.reports.document import Report, ReportCopy, ReportPlace
from casino.reports.figures.baselines import DAYS
from casino.reports.models import ENDED, LIVE
from compliance.facilities.gaming_day import day_bounds, gaming_day
from compliance.formatting import format_date, format_weekday
from compliance.models import Facility
from compliance.staff.scope import Scope

from .figures import RangeFigures, figures_of
from .forms import RangeForm
from .sheets import by_day, by_dealer, by_facility, by_game, by_hour, by_table, by_wager, outside, summary


def facilities_of(scope: Scope, code: str | None) -> list[Facility]:
    """Return the facility with this code, or all facilities where this person may see reports."""
    return [scope.facility(code)] if code else scope.facilities()


def form_of(scope: Scope, code: str | None, data: Any) -> RangeForm:
    """Return the bound form; its today is the latest gaming day that has begun at any facility."""
    now = timezone.now()
    return RangeForm(data, max(gaming_day(facility, now) for facility in facilities_of(scope, code)))


def issued_range(scope: Scope, code: str | None, cleaned: dict[str, Any]) -> ReportCopy:
    """Return the report of the range in a form's cleaned data."""
    report = range_report(facilities_of(scope, code), cleaned["from"], cleaned["until"], timezone.now())
    return ReportCopy(report, ENDED if report.until else LIVE)


def range_report(facilities: Sequence[Facility], first: date, last: date, at: datetime) -> Report:
    """Return the report of the gaming days from first to last, up to `at`."""
    figures = figures_of(facilities, first, last, at)
    since = min(day_bounds(facility, first)[0].astimezone(UTC) for facility in facilities)
    until = max(day_bounds(facility, last)[1].astimezone(UTC) for facility in facilities)
    alone = facilities[0] if len(facilities) == 1 else None
    several = () if alone else (by_facility,)
    sheets = (summary, *several, by_day, by_table, by_game, by_dealer, by_wager, by_hour, outside)
    return Report(
        title=format_days(first, last),
        subtitle=alone.name if alone else f"{len(facilities)} facilities",
        facilities=tuple(ReportPlace(each.code, each.name, each.jurisdiction, each.time_zone) for each in facilities),
        time_zone=alone.time_zone if alone else "UTC",
        since=since,
        until=until if until <= at else None,
        made_at=at,
        facts=_facts(figures),
        sheets=tuple(sheet(figures) for sheet in sheets),
    )


def format_days(first: date, last: date) -> str:
    """Return a range as text: Sat, March 7, 2026; March 2026; February 28 to March 7, 2026."""
    if first == last:
        return f"{first:%a, %B %-d, %Y}"
    if (first.year, first.month) == (last.year, last.month):
        is_whole = first.day == 1 and (last + timedelta(days=1)).day == 1
        return f"{first:%B %Y}" if is_whole else f"{first:%B %-d} to {last.day}, {last.year}"
    year = f", {first.year}" if first.year != last.year else ""
    return f"{first:%B %-d}{year} to {last:%B %-d, %Y}"


def _facts(figures: RangeFigures) -> tuple[tuple[str, str], ...]:
    days = [format_weekday(each) for each in (figures.first, figures.last)]
    begins = figures.first - timedelta(days=DAYS)
    return (
        ("Gaming days", " to ".join(dict.fromkeys(days))),
        ("Length", f"{figures.length} day{'s' if figures.length > 1 else ''}"),
        ("Facilities", " · ".join(each.name for each in figures.facilities.values())),
        ("Expected hold", f"from the {DAYS} gaming days starting {format_date(begins)}"),
    )
