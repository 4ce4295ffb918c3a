"""Durations have one format on every page, in every message and in every report."""

from datetime import timedelta

import pytest

from compliance.formatting import format_duration


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
