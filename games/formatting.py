"""Format wins and losses for pages: an amount with its sign, and a word."""

from typing import NamedTuple

from games.engine.money import format_money


class SignedAmount(NamedTuple):
    text: str
    word: str


def format_result(cents: int) -> SignedAmount:
    """Format a result: +$20.00 won, −$5.00 lost, or $0.00 even."""
    if cents == 0:
        return SignedAmount(format_money(0), "even")
    return SignedAmount(f"+{format_money(cents)}", "won") if cents > 0 else SignedAmount(format_money(cents), "lost")
