"""Format wins and losses for pages: a real minus sign and a word."""

from typing import NamedTuple

from tables.formatting import format_money

MINUS = "−"


class SignedAmount(NamedTuple):
    text: str
    word: str


def format_signed(cents: int) -> str:
    """Format an amount, with a real minus sign if it is negative."""
    return f"{MINUS}{format_money(-cents)}" if cents < 0 else format_money(cents)


def format_result(cents: int) -> SignedAmount:
    """Format a result: +$20.00 won, −$5.00 lost, or nothing."""
    if cents == 0:
        return SignedAmount(format_money(0), "even")
    return SignedAmount(f"+{format_money(cents)}", "won") if cents > 0 else SignedAmount(format_signed(cents), "lost")
