"""Read the stub count: whether the stub, the cards on the table and a card set aside make up a deck."""

from typing import Any

from games.engine.rulebook.floor import CountName
from games.engine.terms import Terms

from .fields import Reader


def full_deal(terms: Terms, seats: int) -> int:
    """Return how many cards lie on the table after a deal to this many seats."""
    dealt = terms.book.count.dealt
    return dealt.seat * seats + dealt.community + dealt.dealer + dealt.six_card


def expected_stub(terms: Terms, seats: int, *, dealt: int | None = None, set_aside: int = 0) -> int:
    """Return how many cards the stub of a whole deck holds; without `dealt`, after a full deal."""
    return terms.book.deck.cards - (full_deal(terms, seats) if dealt is None else dealt) - set_aside


def read_count(reader: Reader, data: dict[str, Any], *, dealt_is_stated: bool) -> CountName | None:
    """Return the outcome of the count; None if the stub was not counted or the count is refused.

    The cards on the table must be stated with a misdeal; with `dealt_is_stated`, with every count.
    """
    misdealt = _misdealt(reader, data.get("misdeal"))
    set_aside = _set_aside(reader, data.get("set_aside"))
    stub, dealt = _counted(reader, data, "stub"), _counted(reader, data, "dealt")
    if data.get("stub") is None:
        _refuse_without_stub(reader, data, misdealt=misdealt)
    if data.get("dealt") is None:
        if misdealt or (dealt_is_stated and data.get("stub") is not None):
            message = "Enter how many cards lay on the table: it was not a full deal."
            reader.refuse("bad_stub", "dealt", message, reader.terms.book.count)
        else:
            dealt = _full_deal(reader, data.get("seats"))
    if stub is None or dealt is None or set_aside is None:
        return None
    book = reader.terms.book
    return book.count.outcome(whole=stub + dealt + set_aside == book.deck.cards, misdealt=misdealt)


def _misdealt(reader: Reader, value: object) -> bool:
    if value is not None and not isinstance(value, bool):
        reader.refuse("malformed", "misdeal", "Give true or false.")
    return value is True


def _counted(reader: Reader, data: dict[str, Any], name: str) -> int | None:
    """Return a number of cards; None if it is missing or refused."""
    if data.get(name) is None:
        return None
    counted = reader.whole_number(data[name], name, "Give a whole number of cards.")
    book = reader.terms.book
    if counted is None or 0 <= counted <= book.deck.cards:
        return counted
    reader.refuse("bad_stub", name, f"Count again: there are 0 to {book.deck.cards} cards.", book.count)
    return None


def _set_aside(reader: Reader, value: object) -> int | None:
    """Return how many cards were set aside; None if refused. The cards themselves are read after all others."""
    rule = reader.terms.book.count.set_aside
    if value is None or rule is None:
        return 0
    if not isinstance(value, list):
        reader.refuse("malformed", "set_aside", 'Give the card set aside as a list, such as ["7c"].')
    elif len(value) != rule.cards:
        reader.refuse("wrong_card_count", "set_aside", f"Enter {rule.cards} card, not {len(value)}.", rule)
    else:
        return rule.cards
    return None


def _refuse_without_stub(reader: Reader, data: dict[str, Any], *, misdealt: bool) -> None:
    """Refuse what says nothing without a count."""
    rule = reader.terms.book.count
    if misdealt:
        message = "A misdeal is found by counting the stub: give the count as stub."
        reader.refuse("bad_stub", "misdeal", message, rule)
    elif data.get("dealt") is not None:
        message = "The cards on the table are part of a stub count: give the count as stub, or remove this."
        reader.refuse("bad_stub", "dealt", message, rule)


def _full_deal(reader: Reader, seats: object) -> int | None:
    """Return the cards of a full deal; None without readable seats, which are refused separately."""
    return full_deal(reader.terms, len(seats)) if isinstance(seats, list) and seats else None
