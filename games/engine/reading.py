"""The parts that reading a round's JSON is made of: problems noted on the way, fields, choices, amounts, cards."""

from collections.abc import Collection
from functools import lru_cache
from typing import Any

from .money import AMOUNT_FORM, cents
from .problems import Code, Problem
from .rulebook import Rule
from .terms import Terms

_cents = lru_cache(maxsize=8192)(cents)


class Reading:
    """One reading of one round: what was found wrong, and which cards have been seen."""

    __slots__ = ("problems", "seen", "terms")

    def __init__(self, terms: Terms) -> None:
        self.terms = terms
        self.problems: list[Problem] = []
        self.seen: set[int] = set()

    def refuse(self, code: Code, path: str, message: str, rule: Rule | None = None) -> None:
        """Note a problem, with the paragraph behind it if there is one."""
        self.problems.append(Problem(code, path, message, self.terms.book.cite(rule) if rule else None))

    def fields(self, data: dict[str, Any], used: frozenset[str], known: frozenset[str], prefix: str) -> None:
        """Refuse fields without use. A null in a field of the format is the same as its absence."""
        if data.keys() <= used:
            return
        for name, value in data.items():
            if name not in used and not (name in known and value is None):
                why = "This edition has no use for it." if name in known else "There is no such field."
                self.refuse("unknown_field", prefix + name, f"{why} Remove it.")

    def choice(self, value: object, known: Collection[str], path: str, code: Code = "malformed") -> str | None:
        """Return one of the values known, or None for null and for anything refused."""
        if value is None or (isinstance(value, str) and value in known):
            return value
        self.refuse(code if isinstance(value, str) else "malformed", path, f"Give null or one of: {', '.join(known)}.")
        return None

    def amount(self, value: object, path: str) -> int | None:
        """Return the cents of an amount, or None where it is refused."""
        found = _cents(value) if isinstance(value, str) else None
        if found is None:
            self.refuse("bad_amount", path, f"Give a positive amount in {AMOUNT_FORM}.")
        return found

    def whole_number(self, value: object, path: str, message: str) -> int | None:
        """Return a JSON integer, or None where it is refused."""
        if isinstance(value, int) and not isinstance(value, bool):
            return value
        self.refuse("malformed", path, message)
        return None

    def hand(self, data: object, size: int, path: str, *, loose: bool) -> list[int]:
        """Return the cards of a list of `size`.

        A loose hand, of a void round or a forfeited seat, may be short, or too long: that may be why it is void.
        """
        if data is None:
            data = []
        if not isinstance(data, list):
            self.refuse("malformed", path, 'Cards must be a list such as ["As", "Kd"].')
            return []
        if len(data) != size and not loose:
            self.refuse("wrong_card_count", path, f"Enter {size} cards; there are {len(data)}.", self.terms.book.count)
        cards = []
        for place, name in enumerate(data):
            card = self.terms.law.deck.get(name) if isinstance(name, str) else None
            if card is None or card in self.seen:
                self.refuse_card(name, card, f"{path}[{place}]")
            if card is not None:
                self.seen.add(card)
                cards.append(card)
        return cards

    def refuse_card(self, name: object, card: int | None, path: str) -> None:
        if not isinstance(name, str):
            self.refuse("malformed", path, 'A card must be a string such as "Ts".')
        elif card is None:
            self.refuse("unknown_card", path, f"{name!r} is not in the deck. Write rank and suit, such as Ts or 9d.")
        else:
            self.refuse("duplicate_card", path, f"{name} is entered twice. Correct one of them.")
