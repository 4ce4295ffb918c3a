"""Helpers for reading a round's JSON: problems, fields, choices, amounts and cards."""

from collections.abc import Collection
from typing import Any

from games.engine.problems import Code, Problem
from games.engine.rulebook.base import Rule
from games.engine.terms import Terms


class Reader:
    """Reads one round: collects problems and the cards seen so far.

    Callers pass a parent path and a name; the full path is built only for a problem.
    """

    __slots__ = ("problems", "seen", "terms")

    def __init__(self, terms: Terms) -> None:
        self.terms = terms
        self.problems: list[Problem] = []
        self.seen: set[int] = set()

    def refuse(self, code: Code, path: str, message: str, rule: Rule | None = None) -> None:
        """Add a problem, with the paragraph behind it, if any."""
        self.problems.append(Problem(code, path, message, self.terms.book.cite(rule) if rule else None))

    def fields(self, data: dict[str, Any], used: frozenset[str], known: frozenset[str], parent: str) -> None:
        """Refuse unused fields. A null in a known field is the same as its absence."""
        if data.keys() <= used:
            return
        for name, value in data.items():
            if name not in used and not (name in known and value is None):
                why = "This edition does not use this field." if name in known else "There is no such field."
                self.refuse("unknown_field", parent + name, f"{why} Remove it.")

    def choice(
        self, value: object, known: Collection[str], parent: str, name: str, code: Code = "malformed"
    ) -> str | None:
        """Return one of the known values; None for null and for anything refused."""
        if value is None or (isinstance(value, str) and value in known):
            return value
        message = f"Give one of: {', '.join(known)}, or leave the field out."
        self.refuse(code if isinstance(value, str) else "malformed", parent + name, message)
        return None

    def whole_number(self, value: object, path: str, message: str) -> int | None:
        """Return a JSON integer; None if refused."""
        if isinstance(value, int) and not isinstance(value, bool):
            return value
        self.refuse("malformed", path, message)
        return None

    def hand(self, data: object, size: int, parent: str, name: str, *, void: bool, short: bool = False) -> list[int]:
        """Return the cards of a list of `size`; an empty list if they are incomplete or one is refused.

        A hand of a void round may be short or too long; that may be why it is void. A forfeited one may be short.
        """
        if data is None:
            data = []
        if not isinstance(data, list):
            self.refuse("malformed", parent + name, 'Cards must be a list such as ["As", "Kd"].')
            return []
        if len(data) != size and not void and not (short and len(data) < size):
            message = f"Enter {size} cards, not {len(data)}."
            self.refuse("wrong_card_count", parent + name, message, self.terms.book.count)
        cards = [self.card(each, parent, name, place) for place, each in enumerate(data)]
        known = [card for card in cards if card is not None]
        return known if len(known) == len(cards) == size else []

    def card(self, value: object, parent: str, name: str, place: int | None = None) -> int | None:
        """Return a card of the deck; None if refused."""
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
            self.refuse("unknown_card", path, "The deck has no such card. Write rank and suit, such as Ts or 9d.")
        else:
            self.refuse("duplicate_card", path, f"{name} is entered twice. Correct one of them.")
