"""The parts that reading a round's JSON is made of: problems noted on the way, fields, choices, amounts, cards."""

from collections.abc import Collection
from typing import Any

from .problems import Code, Problem
from .rulebook.base import Rule
from .terms import Terms


class Reader:
    """One reading of one round: what was found wrong, and which cards have been seen.

    Where something stands is told as the path of its parent and its own name, put together only to report it.
    """

    __slots__ = ("problems", "seen", "terms")

    def __init__(self, terms: Terms) -> None:
        self.terms = terms
        self.problems: list[Problem] = []
        self.seen: set[int] = set()

    def refuse(self, code: Code, path: str, message: str, rule: Rule | None = None) -> None:
        """Note a problem, with the paragraph behind it if there is one."""
        self.problems.append(Problem(code, path, message, self.terms.book.cite(rule) if rule else None))

    def fields(self, data: dict[str, Any], used: frozenset[str], known: frozenset[str], parent: str) -> None:
        """Refuse fields without use. A null in a field of the format is the same as its absence."""
        if data.keys() <= used:
            return
        for name, value in data.items():
            if name not in used and not (name in known and value is None):
                why = "This edition has no use for it." if name in known else "There is no such field."
                self.refuse("unknown_field", parent + name, f"{why} Remove it.")

    def choice(
        self, value: object, known: Collection[str], parent: str, name: str, code: Code = "malformed"
    ) -> str | None:
        """Return one of the values known, or None for null and for anything refused."""
        if value is None or (isinstance(value, str) and value in known):
            return value
        message = f"Give one of: {', '.join(known)}; or leave it out where nothing of the kind happened."
        self.refuse(code if isinstance(value, str) else "malformed", parent + name, message)
        return None

    def whole_number(self, value: object, path: str, message: str) -> int | None:
        """Return a JSON integer, or None where it is refused."""
        if isinstance(value, int) and not isinstance(value, bool):
            return value
        self.refuse("malformed", path, message)
        return None

    def hand(self, data: object, size: int, parent: str, name: str, *, void: bool, short: bool = False) -> list[int]:
        """Return the cards of a list of `size`.

        A hand of a void round may be short or too long: that may be why it is void. A forfeited one may be short.
        """
        if data is None:
            data = []
        if not isinstance(data, list):
            self.refuse("malformed", parent + name, 'Cards must be a list such as ["As", "Kd"].')
            return []
        if len(data) != size and not void and not (short and len(data) < size):
            message = f"Enter {size} cards; there are {len(data)}."
            self.refuse("wrong_card_count", parent + name, message, self.terms.book.count)
        return [card for place, each in enumerate(data) if (card := self.card(each, parent, name, place))]

    def card(self, value: object, parent: str, name: str, place: int | None = None) -> int | None:
        """Return a card of the deck, or None where it is refused."""
        card = self.terms.law.deck.get(value) if isinstance(value, str) else None
        if card is None or card in self.seen:
            self.refuse_card(value, card, parent + name + ("" if place is None else f"[{place}]"))
            return None
        self.seen.add(card)
        return card

    def refuse_card(self, name: object, card: int | None, path: str) -> None:
        if not isinstance(name, str):
            self.refuse("malformed", path, 'A card must be a string such as "Ts".')
        elif card is None:
            self.refuse(
                "unknown_card", path, "There is no such card in the deck. Write rank and suit, such as Ts or 9d."
            )
        else:
            self.refuse("duplicate_card", path, f"{name} is entered twice. Correct one of them.")
