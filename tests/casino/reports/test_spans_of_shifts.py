"""A shift compared with others: a week ago, month and year to date, and past the turn of the gaming day."""

from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from casino.reports.document import Report, Value
from casino.reports.figures.baselines import baselines
from games.models import DayTotal
from tables.models import Shift
from tables.openings import services as opening
from tables.shifts import services as shifts
from tests.floor import Floor, signed_by

from .shifts import only, play, report_of

pytestmark = pytest.mark.django_db


def rounds(report: Report, span: str) -> Value:
    return only(report, "summary", span=span)["rounds"]


def a_day(floor: Floor, number: int) -> Shift:
    """Play some rounds in a shift at a table of its own, and return the shift when it has ended."""
    table = floor.open_table(dealer=floor.new_dealer())
    shift = floor.begin_shift()
    play(floor, table, number)
    dealer = table.stints.get(ended_at=None).staff
    opening.close_table(table, by=floor.floorperson, at=floor.at, second=signed_by(dealer))
    shifts.end_shift(shift, by=floor.shift_manager, at=floor.at)
    return shift


def test_the_same_shift_a_week_ago_stands_beside_it() -> None:
    floor = Floor("md")
    a_day(floor, 2)
    floor.at = floor.at.replace(day=9)
    shift = a_day(floor, 3)

    report = report_of(shift, floor.at)

    assert (rounds(report, "This shift"), rounds(report, "Same shift a week ago")) == (3, 2)
    now, then, change = (dict(row) for row in list(report["summary"].records())[:3])
    assert change["span"] == "Change in a week"
    assert change["rounds"] == 1
    assert change["win"] == int(now["win"] or 0) - int(then["win"] or 0)
    assert now["pace"] == then["pace"] == 300


def test_month_and_year_begin_with_their_first_gaming_day() -> None:
    floor = Floor("md", at=datetime(2026, 1, 30, 17, tzinfo=UTC))
    a_day(floor, 2)
    DayTotal.objects.create(facility=floor.facility, table=floor.new_table(), gaming_day=date(2025, 12, 31), rounds=9)
    floor.at = datetime(2026, 2, 1, 17, tzinfo=UTC)
    a_day(floor, 3)
    floor.at = datetime(2026, 2, 2, 17, tzinfo=UTC)
    shift = a_day(floor, 4)

    report = report_of(shift, floor.at)

    assert (rounds(report, "Month to date"), rounds(report, "Year to date")) == (7, 9)


def test_to_date_ends_with_the_shift_though_others_follow_on_the_same_day() -> None:
    floor = Floor("md")
    table = floor.open_table()
    day = floor.begin_shift()
    play(floor, table, 2)
    floor.begin_shift("Swing", 11, 22)
    play(floor, table, 3)

    assert rounds(report_of(day, floor.at), "Month to date") == 2


def test_what_was_dealt_past_the_turn_of_the_day_is_the_shifts_all_the_same() -> None:
    # A shift begun an hour before the gaming day turns at six belongs to the day before.
    floor = Floor("md", at=datetime(2026, 3, 2, 10, tzinfo=UTC))
    table = floor.open_table()
    shift = floor.begin_shift("Grave", 22, 7)
    play(floor, table, 4, every=20)
    floor.later(minutes=1)
    shifts.end_shift(shift, by=floor.shift_manager, at=floor.at)

    report = report_of(shift, floor.at)

    assert f"{shift.gaming_day}" == "2026-03-01"
    days = dict(DayTotal.objects.values_list("gaming_day", "rounds"))
    assert sorted(days.values()) == [1, 3]
    assert rounds(report, "This shift") == rounds(report, "Month to date") == 4


@pytest.mark.parametrize(("month", "last", "year"), ((3, 31, 2026), (12, 31, 2026)))
def test_what_is_dealt_past_the_turn_of_a_month_is_the_next_ones(month: int, last: int, year: int) -> None:
    # The gaming day turns at six in the morning, which is ten or eleven by UTC.
    turn = datetime(year, month, last, 6, tzinfo=ZoneInfo("America/New_York")).astimezone(UTC) + timedelta(days=1)
    floor = Floor("md", at=turn - timedelta(minutes=40))
    table = floor.open_table()
    grave = floor.begin_shift("Grave", 22, 7)
    play(floor, table, 4, every=20)
    shifts.end_shift(grave, by=floor.shift_manager, at=floor.at)
    day = floor.begin_shift("Day", 6, 14)
    play(floor, table, 1)

    before, after = report_of(grave, floor.at), report_of(day, floor.at)

    assert (rounds(before, "This shift"), rounds(before, "Month to date"), rounds(after, "Month to date")) == (4, 2, 3)
    whole_year = (4, 5) if month == 3 else (2, 3)
    assert (rounds(before, "Year to date"), rounds(after, "Year to date")) == whole_year


def test_the_expected_hold_stands_with_tables_and_games_once_enough_days_tell_it() -> None:
    floor = Floor("md")
    table = floor.open_table()
    for day in range(1, 10):
        DayTotal.objects.create(
            facility=floor.facility,
            table=table,
            gaming_day=floor.at.date().replace(month=2, day=day),
            edition="md",
            rounds=100,
            staked_cents=1_000_000,
            pays_cents=600_000 + day * 10_000,
            returned_cents=300_000,
        )
    shift = floor.begin_shift()
    play(floor, table, 3)

    report = report_of(shift, floor.at)

    row = only(report, "tables", table=table.code)
    expected = baselines(floor.facility, shift.gaming_day)["md"].interval(int(row["staked"] or 0))
    assert (row["expected_low"], row["expected_high"]) == expected
    assert only(report, "games", edition="md")["expected_low"] == row["expected_low"]
