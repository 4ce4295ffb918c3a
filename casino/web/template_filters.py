"""Filters and tags of every template."""

from datetime import datetime, timedelta

from django import template
from django.utils import timezone
from django.utils.html import format_html
from django.utils.safestring import SafeString

from compliance.formatting import format_due, format_duration
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
def duration(span: timedelta | None) -> str:
    """Format a duration as 2:51; a dash if there is none."""
    return format_duration(span) if isinstance(span, timedelta) else "–"


@register.simple_tag
def status(value: str, word: str = "") -> SafeString:
    """Show a status by its shape and word."""
    word = word or ("due soon" if value == "soon" else value)
    return format_html('<span class="status" data-status="{}"><span class="status-word">{}</span></span>', value, word)


# A clock is on every card and at every item that is due; as an included template it would take ten times as long.
_CLOCK = (
    '<button type="button" class="clock" id="clock-{}" title="{} {}"><time datetime="{}" data-{}="{}" '
    'data-absolute="{}"{}>{}</time></button>'
)


@register.simple_tag
def clock(
    key: str,
    *,
    due: datetime | None = None,
    since: datetime | None = None,
    text: str = "",
    words: str = "",
    stages: str = "",
) -> SafeString:
    """Show a running clock (clock.js): the time to `due`, or the time since. `key` is unique on the page.

    `stages` are what its row shows when, `words` follow a time since.
    """
    kind, at = ("due", due) if due else ("since", since)
    assert at is not None
    local, now = timezone.localtime(at), timezone.now()
    more: SafeString | str = ""
    if due and stages:
        more = format_html(' data-stages="{}"', stages)
    elif since and words:
        more = format_html(' data-words="{}"', words)
    absolute = f"at {local:%H:%M}" if due else f"{local:%H:%M}"
    shown = text or (format_due(at - now) if due else f"{format_duration(now - at)} {words}".strip())
    return format_html(
        _CLOCK, key, kind, f"{local:%a %b %-d %H:%M}", moment := local.isoformat(), kind, moment, absolute, more, shown
    )


def _cents(amount: int | str) -> int:
    return signed_cents(amount) if isinstance(amount, str) else amount
