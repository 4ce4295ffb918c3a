"""Templates format amounts and times with the functions that messages use."""

from datetime import timedelta

import pytest
from django.utils import timezone

from casino.web.template_filters import countdown, elapsed, money, result


@pytest.mark.parametrize("amount", [-123450, "-1234.50"])
def test_an_amount_is_cents_or_a_decimal_string(amount: int | str) -> None:
    assert money(amount) == "−$1,234.50"
    assert result(amount) == ("−$1,234.50", "lost")


@pytest.mark.parametrize(
    ("cents", "text", "word"), [(0, "$0.00", "even"), (2000, "+$20.00", "won"), (-5, "−$0.05", "lost")]
)
def test_a_result_has_a_sign_and_a_word(cents: int, text: str, word: str) -> None:
    assert result(cents) == (text, word)


@pytest.mark.parametrize(
    ("minutes", "text"), [(35.5, "0:35 left"), (-4.5, "overdue 0:04"), (150.5, "2:30 left"), (None, "")]
)
def test_a_countdown_says_what_is_left_or_overdue(minutes: float | None, text: str) -> None:
    due = None if minutes is None else timezone.now() + timedelta(minutes=minutes)

    assert countdown(due) == text


def test_elapsed_time_is_a_duration() -> None:
    assert elapsed(timezone.now() - timedelta(minutes=42, seconds=30)) == "0:42"
