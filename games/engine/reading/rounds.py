"""Read a round's JSON: return the round, and every problem in it."""

from typing import Any

from games.engine.problems import Problem
from games.engine.terms import Terms
from games.engine.vocabulary import PLACES, ROUND_FIELDS, VOID_REASONS

from .fields import Reader
from .seats import Seat, read_seat


class ParsedRound:
    """A valid round of play.

    `void` is the reason why it is void, if it is. `void_by_count` is set if only the stub count
    made it void.
    """

    __slots__ = ("community", "dealer", "deck_removed", "misdealt", "seats", "six_card", "void", "void_by_count")

    def __init__(self) -> None:
        self.community: list[int] = []
        self.six_card: list[int] = []
        self.dealer: list[int] = []
        self.seats: list[Seat] = []
        self.void: str | None = None
        self.void_by_count = False
        self.misdealt = False
        self.deck_removed = False


def expected_stub(terms: Terms, seats: int) -> int:
    """Return how many cards the stub holds after a deal to this many seats."""
    dealt = terms.book.count.dealt
    return terms.book.deck.cards - dealt.seat * seats - dealt.community - dealt.dealer - dealt.six_card


def read_round(terms: Terms, data: object) -> tuple[ParsedRound, list[Problem]]:
    """Read a round's JSON. The returned round is complete only if there are no problems."""
    reader, round_ = Reader(terms), ParsedRound()
    if not isinstance(data, dict):
        reader.refuse("malformed", "round", "The round must be a JSON object.")
        return round_, reader.problems
    dealt = terms.book.count.dealt
    reader.fields(data, terms.law.round_fields, ROUND_FIELDS, "")
    _read_void(reader, round_, data)
    void = round_.void is not None
    _read_community(reader, round_, data.get("community"))
    if dealt.six_card:
        round_.six_card = reader.hand(data.get("six_card"), dealt.six_card, "", "six_card", void=void)
    if dealt.dealer:
        round_.dealer = reader.hand(data.get("dealer"), dealt.dealer, "", "dealer", void=void)
    _read_seats(reader, round_, data.get("seats"))
    return round_, reader.problems


def _read_void(reader: Reader, round_: ParsedRound, data: dict[str, Any]) -> None:
    """Read whether the round is void, by a stated reason or by its stub count."""
    void = data.get("void")
    round_.void = reader.choice(void, VOID_REASONS, "", "void")
    if void is not None and round_.void is None:
        round_.void = "other"  # refused, but meant to be void: do not report missing parts
    misdeal = data.get("misdeal")
    if misdeal is not None and not isinstance(misdeal, bool):
        reader.refuse("malformed", "misdeal", "Give true or false.")
        misdeal = False
    stub = data.get("stub")
    if stub is not None:
        _count(reader, round_, stub, data.get("seats"), misdealt=bool(misdeal))
    elif misdeal:
        reader.refuse("bad_stub", "misdeal", "A misdeal is found by counting the stub: give the count as stub.")
        round_.void = round_.void or "stub_count"


def _count(reader: Reader, round_: ParsedRound, stub: object, seats: object, *, misdealt: bool) -> None:
    """Apply the rules of the stub count."""
    book = reader.terms.book
    counted = reader.whole_number(stub, "stub", "The stub must be a whole number of cards.")
    if counted is None:
        return
    if not 0 <= counted <= book.deck.cards:
        reader.refuse("bad_stub", "stub", f"Count again: a stub holds 0 to {book.deck.cards} cards.", book.count)
        round_.void = round_.void or ("stub_count" if misdealt else None)
        return
    dealt_in = len(seats) if isinstance(seats, list) else 0
    if not misdealt and (not dealt_in or counted == expected_stub(reader.terms, dealt_in)):
        return
    outcome = book.count.misdealt if misdealt else book.count.not_whole
    round_.misdealt = misdealt
    round_.deck_removed = outcome.deck == "removed"
    if round_.void in (None, "stub_count"):
        round_.void = "stub_count"
        round_.void_by_count = True


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
