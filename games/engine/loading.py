"""Reading rulebooks from their files, and refusing those that do not hold together.

msgspec checks keys, types and citations; `_faults` checks what a type cannot say: that a paytable pays every
hand once, that what one rule names another defines, that every paragraph cited is quoted.
"""

from collections.abc import Iterator
from copy import deepcopy
from functools import cache, reduce
from operator import getitem
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from .cards import RANKS
from .hands import FIVE_CARD_HANDS, THREE_CARD_HANDS
from .rulebook import Reading, Rulebook
from .rulebook.base import HOUSE_POLICY, Rule
from .rulebook.play import CrissCross, DoubleCross, Paytable, Wager

# What each game's code settles; a rulebook chooses among them and says everything else.
_WAGERS: dict[type, tuple[str, ...]] = {
    CrissCross: (
        "ante_across",
        "ante_down",
        "five_card_bonus",
        "six_card_bonus",
        "bonus_spin",
        "across",
        "down",
        "middle",
    ),
    DoubleCross: ("ante", "three_card", "first_raise", "second_raise"),
}

RULEBOOKS = Path(__file__).resolve().parent.parent / "rulebooks"
_READINGS = "readings"

T = TypeVar("T")


class RulebookError(Exception):
    """A rulebook that cannot be used; the message names the file and the key."""


@cache
def editions() -> tuple[str, ...]:
    """Return the ids of all editions that there are rulebooks for."""
    return tuple(sorted(path.stem for path in RULEBOOKS.glob("*.toml") if path.stem != _READINGS))


@cache
def rulebook(edition: str) -> Rulebook:
    """Return the rulebook of an edition; KeyError if there is none."""
    if edition not in editions():
        raise KeyError(edition)
    return load_rulebook(RULEBOOKS / f"{edition}.toml")


@cache
def readings() -> dict[str, Reading]:
    """Return every reading by its id."""
    return _decode(RULEBOOKS / f"{_READINGS}.toml", dict[str, Reading])


def load_rulebook(path: Path) -> Rulebook:
    """Read one rulebook; RulebookError names the file and key of the first thing wrong with it."""
    book = _decode(path, Rulebook)
    if book.id != path.stem:
        raise RulebookError(f"{path.name}: id: is {book.id!r}, but the file is named {path.stem!r}")
    for key, fault in _faults(book):
        raise RulebookError(f"{path.name}: {key}: {fault}")
    return book


def _decode(path: Path, kind: type[T]) -> T:
    try:
        content = msgspec.toml.decode(path.read_bytes())
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise RulebookError(f"{path.name}: not TOML: {error}") from error
    try:
        return msgspec.convert(content, kind)
    except msgspec.ValidationError as error:
        fault, _, where = str(error).partition(" - at ")
        key = _named(content, kind, where.strip("`$."), str(error))
        raise RulebookError(f"{path.name}: {key or 'the whole file'}: {fault}") from error


def _named(content: dict[str, Any], kind: type, key: str, error: str) -> str:
    """Put its name where msgspec writes paytables[...] for an entry of a table: the one that fails by itself."""
    before, hidden, after = key.partition("[...]")
    if not hidden:
        return key
    for name in reduce(getitem, before.split(".") if before else [], content):
        alone = deepcopy(content)
        *parents, last = before.split(".") if before else [""]
        holder = reduce(getitem, parents, alone)
        table = holder[last] if before else alone
        kept = {name: table[name]}
        if before:
            holder[last] = kept
        else:
            alone = kept
        try:
            msgspec.convert(alone, kind)
        except msgspec.ValidationError as found:
            if str(found) == error:
                return f"{before}.{name}{after}".strip(".")
    return key


def _faults(book: Rulebook) -> Iterator[tuple[str, str]]:
    if len(set(book.deck.ranks)) != len(book.deck.ranks) or book.deck.cards != 4 * len(book.deck.ranks):
        yield "deck.cards", f"{book.deck.cards} cards are not four suits of {book.deck.ranks}"
    yield from _hand_faults(book)
    yield from _wager_faults(book)
    for name, table in book.paytables.items():
        yield from _paytable_faults(book, name, table)
    for name, wheel in book.wheels.items():
        if [position.at for position in wheel.positions] != list(range(len(wheel.positions))):
            yield f"wheels.{name}.positions", "must be numbered 0, 1, 2 … in order"
        for position in wheel.positions:
            if (position.pays is None) != position.top_prize:
                yield f"wheels.{name}.positions[{position.at}]", "must have either pays or top_prize"
    limit = book.payout_limit
    if limit.or_most_won_at_minimum and (limit.amount is None or limit.minimum_bets is None):
        yield "payout_limit", "or_most_won_at_minimum needs amount and minimum_bets"
    if limit.offer_may_set and limit.amount is None:
        yield "payout_limit.amount", "is missing: the least that an offer may set"
    yield from _citation_faults(book)


def _hand_faults(book: Rulebook) -> Iterator[tuple[str, str]]:
    listed = (
        ("five_card", book.hands.five_card, FIVE_CARD_HANDS),
        ("three_card", book.hands.three_card, THREE_CARD_HANDS),
    )
    for name, rules, known in listed:
        hands = [rule.hand for rule in rules]
        if hands and sorted(hands) != sorted(known):
            yield f"hands.{name}", f"must list each of these once: {', '.join(known)}"


def _wager_faults(book: Rulebook) -> Iterator[tuple[str, str]]:
    for name, wager in book.wagers.items():
        for fault_key, fault in _faults_of_wager(book, name, wager):
            yield f"wagers.{name}{fault_key}", fault
        if wager.kind == "bonus" and name not in book.paytables:
            yield f"paytables.{name}", "is missing"
    main = "main" if isinstance(book.play, CrissCross) else "raise"
    if main not in book.paytables:
        yield f"paytables.{main}", "is missing"
    staged = [name for stage in book.settlement_order.stages for name in stage.wagers]
    if sorted(staged) != sorted(book.wagers):
        yield "settlement_order.stages", "must settle every wager once"


def _faults_of_wager(book: Rulebook, name: str, wager: Wager) -> Iterator[tuple[str, str]]:
    for reference in (wager.requires, wager.equals):
        if reference is not None and reference not in book.wagers:
            yield "", f"names {reference!r}, which is not a wager"
    yield from _limit_faults(book, wager)
    if (wager.decision is not None) != (wager.kind in ("bet", "raise")):
        yield ".decision", "belongs to bets and raises, and to all of them"
    if wager.decision is not None and wager.decision not in book.play.folds:
        yield ".decision", f"has no paragraph in play.folds.{wager.decision}"
    if (wager.times_ante is not None) != (wager.kind == "bet"):
        yield ".times_ante", "belongs to bets, and to all of them"
    if wager.kind == "spin" and (book.bonus_spin is None or not book.wheels):
        yield "", "needs bonus_spin and wheels"
    known = _WAGERS[type(book.play)]
    if name not in known:
        yield "", f"is not a wager that this game can settle; it settles {', '.join(known)}"


def _limit_faults(book: Rulebook, wager: Wager) -> Iterator[tuple[str, str]]:
    if (wager.minimum is None) != (wager.maximum is None):
        yield "", "must have both minimum and maximum, or neither"
    for other in book.wagers.values():
        shared = wager.limits is not None and other.limits == wager.limits
        if shared and (other.minimum, other.maximum) != (wager.minimum, wager.maximum):
            yield "", f"must have the minimum and maximum of every other wager under the limits {wager.limits!r}"


def _paytable_faults(book: Rulebook, name: str, table: Paytable) -> Iterator[tuple[str, str]]:
    """Find hands that no row pays, or two do."""
    three_card = name == "three_card"
    paid = []
    for row in table.rows:
        if row.hand not in (THREE_CARD_HANDS if three_card else FIVE_CARD_HANDS):
            yield f"paytables.{name}", f"pays {row.hand!r}, which is not a hand"
        elif row.hand == "pair":
            first, last = (RANKS.index(rank) for rank in (row.of or f"{RANKS[0]}-{RANKS[-1]}").split("-"))
            paid += [f"pair of {RANKS[rank]}" for rank in range(first, last + 1) if RANKS[rank] in book.deck.ranks]
        elif row.of is not None:
            yield f"paytables.{name}", f"narrows {row.hand!r} to ranks; only a pair can be narrowed"
        else:
            paid.append(row.hand)
    hands = THREE_CARD_HANDS if three_card else FIVE_CARD_HANDS
    owed = [hand for hand in hands if hand != "pair"] + [f"pair of {rank}" for rank in book.deck.ranks]
    for hand in owed:
        if paid.count(hand) != 1:
            yield f"paytables.{name}", f"must say once what a {hand} pays, and says it {paid.count(hand)} times"


def _citation_faults(book: Rulebook) -> Iterator[tuple[str, str]]:
    cited: set[str] = set()
    for key, rule in rules_of(book):
        if rule.reading is not None and rule.reading not in readings():
            yield f"{key}.reading", f"{rule.reading} is not in {_READINGS}.toml"
        for paragraph in rule.cite.split("; "):
            if paragraph == HOUSE_POLICY:
                if rule.reading is None:
                    yield f"{key}.reading", "is missing: house policy rests on a reading"
            elif paragraph not in book.text:
                yield f"{key}.cite", f"{paragraph!r} is not quoted in [text]"
            cited.add(paragraph)
    for paragraph in book.text:
        if paragraph not in cited:
            yield f"text.{paragraph!r}", "is quoted, but nothing cites it"


def rules_of(value: object, key: str = "") -> Iterator[tuple[str, Rule]]:
    """Yield every rule inside a rulebook with the key at which it stands."""
    if isinstance(value, Rule):
        yield key, value
    if isinstance(value, msgspec.Struct):
        for name in value.__struct_fields__:
            yield from rules_of(getattr(value, name), f"{key}.{name}" if key else name)
    elif isinstance(value, dict):
        for name, inner in value.items():
            yield from rules_of(inner, f"{key}.{name}")
    elif isinstance(value, tuple):
        for place, inner in enumerate(value):
            yield from rules_of(inner, f"{key}[{place}]")
