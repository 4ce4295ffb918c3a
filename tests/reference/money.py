"""Dollars as exact fractions, so that no amount is ever rounded before it is paid."""

import math
import re
from fractions import Fraction
from typing import Any

ZERO = Fraction(0)

_AMOUNT = re.compile(r"[0-9]+\.[0-9]{2}", re.ASCII)
_ODDS = re.compile(r"[1-9][0-9]*:[1-9][0-9]*", re.ASCII)


def parse_amount(value: Any) -> Fraction | None:
    """The amount, or None for anything but a positive amount with two places."""
    if not isinstance(value, str) or not _AMOUNT.fullmatch(value):
        return None
    amount = Fraction(value)
    return amount if amount > 0 else None


def parse_odds(text: str) -> Fraction | None:
    """ "3:2" as three halves; None if the text is not of that form."""
    if not _ODDS.fullmatch(text):
        return None
    gain, stake = text.split(":")
    return Fraction(int(gain), int(stake))


def winnings(stake: Fraction, odds: str) -> Fraction:
    """What a stake wins, a broken cent rounded up.

    The odds are what is paid at least (MA section 11(b) and (c) say so outright), so rounding may never take from the
    player.
    """
    ratio = parse_odds(odds)
    assert ratio is not None
    return Fraction(math.ceil(stake * ratio * 100), 100)


def dollars(amount: Fraction) -> str:
    cents = amount * 100
    assert cents.denominator == 1
    sign = "-" if cents < 0 else ""
    whole, rest = divmod(abs(cents.numerator), 100)
    return f"{sign}{whole}.{rest:02d}"
