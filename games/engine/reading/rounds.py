"""Read a round's JSON: return the round, and every problem in it."""

from typing import Any

from games.engine.problems import Problem
from games.engine.rulebook.floor import CountName
from games.engine.terms import Terms
from games.engine.vocabulary import COUNT_FIELDS, PLACES, ROUND_FIELDS, VOID_REASONS

from .count import read_count
from .fields import Reader
from .seats import Seat, read_seat


class ParsedRound:
    """A valid round of play.

    `void` is the reason why it is void, if it is. `count` is the outcome of the stub count; `void_by_count` is set if
    only that made the round void.
    """

    __slots__ = ("community", "count", "dealer", "deck_removed", "seats", "six_card", "void", "void_by_count")

    def __init__(self) -> None:
        self.community: list[int] = []
        self.six_card: list[int] = []
        self.dealer: list[int] = []
        self.seats: list[Seat] = []
        self.void: str | None = None
        self.count: CountName = "whole"
        self.void_by_count = False
        self.deck_removed = False


def read_round(terms: Terms, data: object) -> tuple[ParsedRound, list[Problem]]:
    """Read a round's JSON. The returned round is complete only if there are no problems."""
    reader, round_ = Reader(terms), ParsedRound()
    if not isinstance(data, dict):
        reader.refuse("malformed", "round", "The round must be a JSON object.")
        return round_, reader.problems
    book, dealt = terms.book, terms.book.count.dealt
    reader.fields(data, terms.law.round_fields, ROUND_FIELDS, "")
    _read_void(reader, round_, data)
    void = round_.void is not None
    _read_community(reader, round_, data.get("community"))
    if dealt.six_card and (data.get("six_card") is not None or _is_wagered(data, "six_card_bonus")):
        round_.six_card = reader.hand(data.get("six_card"), dealt.six_card, "", "six_card", void=void)
    if dealt.dealer:
        round_.dealer = reader.hand(data.get("dealer"), dealt.dealer, "", "dealer", void=void)
    _read_seats(reader, round_, data.get("seats"))
    if book.count.set_aside and isinstance(data.get("set_aside"), list):
        for place, name in enumerate(data["set_aside"]):
            reader.card(name, "", "set_aside", place)
    return round_, reader.problems


def _is_wagered(data: dict[str, Any], wager: str) -> bool:
    """Tell whether a seat made this wager."""
    seats = data.get("seats")
    made = [seat.get("wagers") for seat in seats if isinstance(seat, dict)] if isinstance(seats, list) else []
    return any(isinstance(wagers, dict) and wager in wagers for wagers in made)


def _read_void(reader: Reader, round_: ParsedRound, data: dict[str, Any]) -> None:
    """Read whether the round is void, by a stated reason or by its stub count."""
    stated = data.get("void")
    void = round_.void = reader.choice(stated, VOID_REASONS, "", "void")
    if stated is not None and void is None:
        round_.void = "other"  # refused, but meant to be void: do not report missing parts
    if not data.keys().isdisjoint(COUNT_FIELDS):
        count = read_count(reader, data, dealt_is_stated=void not in (None, "stub_count"))
        if count is None:
            round_.void = round_.void or ("stub_count" if data.get("misdeal") is True else None)
            return
        outcome = getattr(reader.terms.book.count, count)
        round_.count, round_.deck_removed = count, outcome.deck == "removed"
        if outcome.round == "void" and round_.void in (None, "stub_count"):
            round_.void, round_.void_by_count = "stub_count", True


def _read_community(reader: Reader, round_: ParsedRound, data: object) -> None:
    if data is None:
        data = {}
    if not isinstance(data, dict):
        reader.refuse("malformed", "community", f"The community must be an object with {', '.join(PLACES)}.")
        return
    missing = []
    for place in PLACES:
        if (name := data.get(place)) is None:
            missing.append(place)
        elif card := reader.card(name, "community.", place):
            round_.community.append(card)
    for name in data:
        if name not in PLACES:
            reader.refuse("unknown_field", f"community.{name}", f"There is no such position. Use {', '.join(PLACES)}.")
    if missing and round_.void is None:
        message = f"Enter the card at: {', '.join(missing)}."
        reader.refuse("wrong_card_count", "community", message, reader.terms.book.count)


def _read_seats(reader: Reader, round_: ParsedRound, data: object) -> None:
    if data is None or data == []:
        reader.refuse("no_seats", "seats", "Enter at least one seat.")
        return
    if not isinstance(data, list):
        reader.refuse("malformed", "seats", "The seats must be a list.")
        return
    void = round_.void is not None
    numbers: set[int] = set()
    for place, entry in enumerate(data):
        path = f"seats[{place}]"
        if not isinstance(entry, dict):
            reader.refuse("malformed", path, "A seat must be a JSON object.")
            continue
        seat = read_seat(reader, entry, path + ".", void=void)
        if seat.number and seat.number in numbers:
            reader.refuse("duplicate_seat", f"{path}.seat", f"Seat {seat.number} is entered twice. Correct one.")
        numbers.add(seat.number)
        round_.seats.append(seat)
