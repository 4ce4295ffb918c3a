"""Filters of every template."""

from datetime import datetime, timedelta

from django import template
from django.utils import timezone

from compliance.formatting import format_duration
from compliance.web.citations import citation_texts
from games.engine.money import format_money, signed_cents
from games.formatting import SignedAmount, format_result

register = template.Library()
register.filter(citation_texts)


@register.filter
def money(amount: int | str) -> str:
    """Format cents, or an amount of the round format, as $1,234.50."""
    return format_money(_cents(amount))


@register.filter
def result(amount: int | str) -> SignedAmount:
    """Format cents, or an amount of the round format, as +$20.00 won."""
    return format_result(_cents(amount))


@register.filter
def elapsed(since: datetime) -> str:
    """Return the time since a moment, such as 0:42, as clock.js writes it."""
    return format_duration(timezone.now() - since)


@register.filter
def countdown(due: datetime | None) -> str:
    """Return the time to a moment, such as 0:35 left or overdue 0:04, as clock.js writes it."""
    if due is None:
        return ""
    left = due - timezone.now()
    return f"{format_duration(left)} left" if left > timedelta() else f"overdue {format_duration(-left)}"


def _cents(amount: int | str) -> int:
    return signed_cents(amount) if isinstance(amount, str) else amount
