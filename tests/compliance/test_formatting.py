"""Durations have one format on every page, in every message and in every report."""

from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from django.utils import timezone

from compliance import formatting
from compliance.formatting import format_due, format_duration

AT = datetime(2026, 11, 19, 3, 5, 9, tzinfo=UTC)
ZONE = ZoneInfo("America/New_York")


def test_times_are_those_of_the_page_unless_a_zone_is_given() -> None:
    with timezone.override(ZONE):
        shown = [
            formatting.format_date(AT),
            formatting.format_weekday(AT),
            formatting.format_time(AT),
            formatting.format_moment(AT),
            formatting.format_weekday_moment(AT),
            formatting.format_full_moment(AT),
            formatting.format_second(AT),
        ]

    assert shown == [
        "Nov 18, 2026",
        "Wed Nov 18, 2026",
        "22:05",
        "Nov 18 22:05",
        "Wed Nov 18 22:05",
        "Wed Nov 18, 2026 22:05",
        "Wed Nov 18, 2026 22:05:09",
    ]
    assert formatting.format_time(AT, ZONE) == "22:05"


def test_a_date_has_no_time_zone() -> None:
    with timezone.override(ZoneInfo("Pacific/Kiritimati")):
        shown = formatting.format_date(date(2026, 11, 18)), formatting.format_short_weekday(date(2026, 11, 18))

    assert shown == ("Nov 18, 2026", "Wed Nov 18")


def test_a_recent_time_has_its_date_unless_it_is_today() -> None:
    with timezone.override(ZONE):
        shown = [formatting.format_recent(AT, AT + timedelta(hours=hours)) for hours in (1, 2)]

    assert shown == ["22:05", "Wed Nov 18 22:05"]


@pytest.mark.parametrize(
    ("seconds", "text"),
    [
        (-30, "0:00"),
        (0, "0:00"),
        (1, "1 s"),
        (59, "59 s"),
        (60, "0:01"),
        (3599, "0:59"),
        (4320, "1:12"),
        (86400, "24:00"),
        (183600, "51:00"),
    ],
)
def test_durations_are_hours_and_minutes_or_seconds(seconds: int, text: str) -> None:
    assert format_duration(timedelta(seconds=seconds)) == text


@pytest.mark.parametrize(
    ("seconds", "text"), [(2100, "0:35 left"), (45, "45 s left"), (0, "overdue 0:00"), (-240, "overdue 0:04")]
)
def test_a_deadline_is_so_far_ahead_or_overdue_by_so_much(seconds: int, text: str) -> None:
    assert format_due(timedelta(seconds=seconds)) == text
