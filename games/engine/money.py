"""Money: whole cents inside, decimal strings at the edges, never floats."""

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

# Twelve digits of dollars: more than any table takes, and small enough for every database's integers.
_AMOUNT = re.compile(r"([0-9]{1,12})\.([0-9]{2})")
_ODDS = re.compile(r"([1-9][0-9]{0,8}):([1-9][0-9]{0,8})")

_REMEMBERED = 65536

MINUS = "−"
AMOUNT_FORM = 'dollars with two places, such as "25.00"'


class Odds(NamedTuple):
    """`win` paid for every `stake` wagered: 3:2 is Odds(3, 2)."""

    win: int
    stake: int

    def __str__(self) -> str:
        return f"{self.win}:{self.stake}"

    def at_least(self, other: "Odds") -> bool:
        return self.win * other.stake >= other.win * self.stake


class _Amounts(dict[str, int]):
    """Cents by the text of an amount. Amounts repeat, so each text is parsed once."""

    def __missing__(self, text: str) -> int | None:
        match = _AMOUNT.fullmatch(text)
        found = int(match[1]) * 100 + int(match[2]) if match else 0
        if found:
            if len(self) >= _REMEMBERED:
                self.clear()
            self[text] = found
        return found or None


_amounts = _Amounts()


def cents(text: object) -> int | None:
    """Return the cents of a positive amount with two places, or None for anything else."""
    return _amounts[text] if isinstance(text, str) else None


def cents_of(text: str) -> int:
    """Return the cents of a known valid amount, such as one from a rulebook."""
    found = cents(text)
    if found is None:
        raise ValueError(f"{text!r} is not an amount in {AMOUNT_FORM}")
    return found


def signed_cents(text: str) -> int:
    """Return the cents of an amount from a settlement, which may be zero or negative."""
    whole, _, part = text.lstrip("-").partition(".")
    found = int(whole) * 100 + int(part)
    return -found if text.startswith("-") else found


def format_money(amount_cents: int) -> str:
    """Format cents for people: $1,234.50, or −$5.00 with a real minus sign."""
    sign, whole = MINUS if amount_cents < 0 else "", abs(amount_cents)
    return f"{sign}${whole // 100:,}.{whole % 100:02d}"


@lru_cache(maxsize=_REMEMBERED)
def dollars(amount_cents: int) -> str:
    """Format cents for programs: the decimal string of the round format and the API."""
    if amount_cents < 0:
        return "-" + dollars(-amount_cents)
    return f"{amount_cents // 100}.{amount_cents % 100:02d}"


def parse_odds(text: object) -> Odds | None:
    """Parse odds such as "3:2"; None if the text is not odds."""
    match = _ODDS.fullmatch(text) if isinstance(text, str) else None
    return Odds(int(match[1]), int(match[2])) if match else None


def shares(total_cents: int, parts: Sequence[int]) -> list[int]:
    """Divide an amount in proportion to parts, to the cent, by the method of the largest remainder.

    Every share is rounded down. The cents left over go, one each, to the shares that lost the largest fractions; of
    equal ones, to those that come first. So the shares add up to the amount exactly.
    """
    whole = sum(parts)
    found = [total_cents * part // whole for part in parts]
    largest_first = sorted(range(len(parts)), key=lambda place: -(total_cents * parts[place] % whole))
    for place in largest_first[: total_cents - sum(found)]:
        found[place] += 1
    return found


def winnings(stake_cents: int, odds: Odds) -> int:
    """Return what the stake wins, with a fraction of a cent rounded up.

    Odds state the minimum payout ("no less than", MA §11(b)): reading R14.
    """
    return -(-stake_cents * odds.win // odds.stake)
