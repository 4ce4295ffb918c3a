"""Form fields for the paytables that an edition leaves to its offers: one chosen by name, or posted odds by hand."""

import re
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from django import forms

from games.engine.rulebook import Rulebook
from games.engine.terms import Terms
from tables.form_fields import humanize


class OddsField(forms.CharField):
    """Odds as people type them: 3:2, 3 to 2, lose. Other text is left unchanged."""

    def to_python(self, value: Any) -> str:
        text = (super().to_python(value) or "").lower()
        odds = re.fullmatch(r"(\d+)\s*(?::|\bto\b)\s*(\d+)", text)
        return f"{odds[1]}:{odds[2]}" if odds else text


class StatedOdds(NamedTuple):
    """What a hand pays by a paytable that the edition leaves to the offer."""

    table: str
    hand: str
    pays: str


def paytable_fields(books: Iterable[Rulebook]) -> dict[str, forms.Field]:
    """Return a field for each paytable to choose, and for each hand whose odds are posted."""
    fields: dict[str, forms.Field] = {}
    for book in books:
        for name, table in book.paytables.items():
            title = humanize(name) if name in book.wagers else "Main game"
            if table.choices:
                empty = [("", "The edition's own" if table.rows else "None")]
                label = f"{title}: paytable"
                choices = [*empty, *((each, humanize(each)) for each in table.choices)]
                fields[field_of(name)] = forms.ChoiceField(required=False, label=label, choices=choices)
            for row in table.rows:
                if row.is_posted:
                    may_lose = " If it is not paid: lose." if row.pays == "posted_or_lose" else ""
                    fields[field_of(name, row.key)] = OddsField(
                        required=False,
                        max_length=20,
                        label=f"{title}: {humanize(row.key).lower()}",
                        help_text=f"Posted odds, such as 3:2.{may_lose}",
                    )
    return fields


def field_of(table: str, hand: str = "") -> str:
    """Return the name of the field for a paytable, or for one of its hands."""
    return f"paytable_{table}_{hand}" if hand else f"paytable_{table}"


def fields_of(table: str, fields: Iterable[str]) -> list[str]:
    """Return the names of all fields of a paytable."""
    own = field_of(table)
    return [name for name in fields if name == own or name.startswith(f"{own}_")]


def entered_paytables(books: Iterable[Rulebook], data: dict[str, Any]) -> dict[str, Any]:
    """Return the paytables of an offer's document, from the fields of its wagers that are filled in."""
    found: dict[str, Any] = {}
    for book in books:
        for name, table in book.paytables.items():
            posted = {row.key: data.get(field_of(name, row.key)) for row in table.rows if row.is_posted}
            stated = {key: odds for key, odds in posted.items() if odds}
            is_offered = name not in book.wagers or name in data.get("wagers", ())
            if is_offered and (chosen := data.get(field_of(name)) or stated):
                found[name] = chosen
    return found


def stated_odds(terms: Terms) -> Iterator[StatedOdds]:
    """Yield what the hands pay at a table where its edition leaves it to the offer."""
    book, in_force = terms.book, dict(terms.offer.paytables)
    for name, table in book.paytables.items():
        if not table.is_left_to_offer or (name in book.wagers and name not in terms.offered):
            continue
        posted = {row.key for row in table.rows if row.is_posted}
        for row in in_force[name]:
            if table.choices or row.key in posted:
                yield StatedOdds(name, row.key, row.pays)
