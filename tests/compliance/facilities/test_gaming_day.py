"""The gaming day of a moment, in every time zone and when the clocks change."""

from datetime import UTC, date, datetime, timedelta
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from compliance.facilities.gaming_day import day_bounds, gaming_day
from compliance.models import Facility

INSTANT = timedelta(microseconds=1)
ZONES = ["America/New_York", "Europe/London", "Australia/Lord_Howe", "Asia/Kolkata", "America/Havana", "UTC"]


def facility(hour: int = 6, zone: str = "America/New_York") -> Facility:
    return Facility(time_zone=zone, day_turns_at_hour=hour)


def test_the_gaming_day_turns_at_its_hour() -> None:
    turn = datetime(2026, 3, 3, 11, tzinfo=UTC)  # six in the morning in New York

    assert gaming_day(facility(), turn - INSTANT) == date(2026, 3, 2)
    assert gaming_day(facility(), turn) == date(2026, 3, 3)


def test_a_gaming_day_that_turns_at_midnight_is_the_calendar_day() -> None:
    assert gaming_day(facility(hour=0), datetime(2026, 3, 3, 5, tzinfo=UTC)) == date(2026, 3, 3)
    assert gaming_day(facility(hour=0), datetime(2026, 3, 3, 5, tzinfo=UTC) - INSTANT) == date(2026, 3, 2)


@pytest.mark.parametrize("day,hours", [(date(2026, 3, 7), 23), (date(2026, 10, 31), 25), (date(2026, 6, 1), 24)])
def test_a_gaming_day_has_an_hour_less_or_more_when_the_clocks_change(day: date, hours: int) -> None:
    begins, ends = day_bounds(facility(), day)

    assert ends.astimezone(UTC) - begins.astimezone(UTC) == timedelta(hours=hours)


@pytest.mark.parametrize("hour", [0, 1, 2, 3])
@pytest.mark.parametrize("day", [date(2026, 3, 8), date(2026, 11, 1)])
def test_a_day_turns_once_even_in_the_hour_that_is_missing_or_comes_twice(day: date, hour: int) -> None:
    place = facility(hour=hour)
    start = datetime(day.year, day.month, day.day, tzinfo=UTC)

    days = [gaming_day(place, start + timedelta(minutes=minute)) for minute in range(30 * 60)]

    assert days == sorted(days)
    turns = [(before, after) for before, after in pairwise(days) if before != after]
    assert all(after - before == timedelta(days=1) for before, after in turns)


@given(
    at=st.datetimes(min_value=datetime(2000, 1, 1), max_value=datetime(2100, 1, 1), timezones=st.just(UTC)),  # noqa: DTZ001
    hour=st.integers(0, 23),
    zone=st.sampled_from(ZONES),
)
def test_an_instant_lies_within_the_bounds_of_its_gaming_day(at: datetime, hour: int, zone: str) -> None:
    place = facility(hour, zone)

    begins, ends = (bound.astimezone(UTC) for bound in day_bounds(place, gaming_day(place, at)))

    assert begins <= at < ends
