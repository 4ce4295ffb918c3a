"""Templates format amounts and times with the functions that messages use."""

from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from django.utils import timezone

from casino.web.template_filters import clock, money, result, status


@pytest.mark.parametrize("amount", [-123450, "-1234.50"])
def test_an_amount_is_cents_or_a_decimal_string(amount: int | str) -> None:
    assert money(amount) == "−$1,234.50"
    assert result(amount) == ("−$1,234.50", "lost")


@pytest.mark.parametrize(
    ("cents", "text", "word"), [(0, "$0.00", "even"), (2000, "+$20.00", "won"), (-5, "−$0.05", "lost")]
)
def test_a_result_has_a_sign_and_a_word(cents: int, text: str, word: str) -> None:
    assert result(cents) == (text, word)


@pytest.mark.parametrize(("minutes", "text"), [(35.5, "0:35 left"), (-4.5, "overdue 0:04"), (150.5, "2:30 left")])
def test_a_countdown_says_what_is_left_or_overdue(minutes: float, text: str) -> None:
    assert f">{text}</time>" in clock("a", due=timezone.now() + timedelta(minutes=minutes))


def test_elapsed_time_is_a_duration() -> None:
    assert ">0:42</time>" in clock("a", since=timezone.now() - timedelta(minutes=42, seconds=30))


def test_a_clock_shows_what_clock_js_continues() -> None:
    now = datetime(2026, 3, 7, 22, 5, tzinfo=UTC)
    with time_machine.travel(now, tick=False), timezone.override("America/New_York"):
        due = clock("a<", due=now + timedelta(minutes=5), stages='[[0,"due"]]')
        since = clock("b", since=now - timedelta(minutes=77), words="ago")

    assert due == (
        '<button type="button" class="clock" id="clock-a&lt;" title="due Sat Mar 7 17:10">'
        '<time datetime="2026-03-07T17:10:00-05:00" data-due="2026-03-07T17:10:00-05:00" data-absolute="at 17:10"'
        ' data-stages="[[0,&quot;due&quot;]]">0:05 left</time></button>'
    )
    assert since == (
        '<button type="button" class="clock" id="clock-b" title="since Sat Mar 7 15:48">'
        '<time datetime="2026-03-07T15:48:00-05:00" data-since="2026-03-07T15:48:00-05:00" data-absolute="15:48"'
        ' data-words="ago">1:17 ago</time></button>'
    )


def test_a_status_is_a_shape_and_a_word_that_is_escaped() -> None:
    assert 'data-status="due"><span class="status-word">a&lt;b</span>' in status("due", "a<b")
    assert ">due soon<" in status("soon")
    assert ">fine<" in status("fine")
