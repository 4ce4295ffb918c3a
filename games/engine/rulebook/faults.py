"""Consistency checks that types cannot express: unknown names, hands paid twice or not at all, readings that
do not exist."""

from collections.abc import Collection, Iterator
from itertools import pairwise
from typing import NamedTuple, get_args

from ..cards import RANKS
from ..hands import FIVE_CARD_HANDS, THREE_CARD_HANDS
from ..money import cents_of, parse_odds
from ..vocabulary import FORFEITS, VOIDING
from . import Rulebook
from .base import HOUSE_POLICY, rules_of
from .floor import Phase
from .play import CrissCross, DoubleCross, PayRow, TimesSeatLimit, Wager

Fault = tuple[str, str]

# What can be reported for a round.
IRREGULARITIES = (*VOIDING, "one_face_up_card", "drawn_in_error", "device_out_of_use")


class Game(NamedTuple):
    """What a game's code settles. A rulebook chooses among the optional wagers and defines everything else."""

    required: tuple[str, ...]
    optional: tuple[str, ...]
    paytable: str


_GAMES: dict[type, Game] = {
    CrissCross: Game(
        ("ante_across", "ante_down", "across", "down", "middle"),
        ("five_card_bonus", "six_card_bonus", "bonus_spin"),
        "main",
    ),
    DoubleCross: Game(("ante", "first_raise", "second_raise"), ("three_card",), "raise"),
}


def faults(book: Rulebook, readings: Collection[str]) -> Iterator[Fault]:
    """Yield (key, fault) for every inconsistency."""
    if len(set(book.deck.ranks)) != len(book.deck.ranks) or book.deck.cards != 4 * len(book.deck.ranks):
        yield "deck.cards", f"{book.deck.cards} cards are not four suits of {book.deck.ranks}"
    yield from _revision_faults(book)
    yield from _hand_faults(book)
    yield from _wager_faults(book)
    yield from _paytables_faults(book)
    yield from _wheel_faults(book)
    yield from _payout_limit_faults(book)
    yield from _count_faults(book)
    yield from _opening_faults(book)
    yield from _reference_faults(book)
    yield from _guide_faults(book)
    yield from _citation_faults(book, readings)


def _revision_faults(book: Rulebook) -> Iterator[Fault]:
    if {change.revision for change in book.changes} != set(range(2, book.revision + 1)):
        yield "changes", f"must say what each revision after the first changed, up to revision {book.revision}"
    for place, (before, change) in enumerate(pairwise(book.changes), start=1):
        if change.revision < before.revision or change.date < before.date:
            yield f"changes[{place}]", "must come after the changes of earlier revisions and dates"
        elif change.revision == before.revision and change.date != before.date:
            yield f"changes[{place}].date", f"must be the date of the other changes of revision {change.revision}"


def _hand_faults(book: Rulebook) -> Iterator[Fault]:
    listed = (
        ("five_card", book.hands.five_card, FIVE_CARD_HANDS),
        ("three_card", book.hands.three_card, THREE_CARD_HANDS if "three_card" in book.wagers else ()),
    )
    for name, rules, known in listed:
        if sorted(rule.hand for rule in rules) != sorted(known):
            yield f"hands.{name}", f"must list each of these once: {', '.join(known) or 'none'}"


def _wager_faults(book: Rulebook) -> Iterator[Fault]:
    game = _GAMES[type(book.play)]
    for name in game.required:
        if name not in book.wagers:
            yield f"wagers.{name}", "is missing: the game is not played without it"
    for name, wager in book.wagers.items():
        if name not in game.required + game.optional:
            known = ", ".join(game.required + game.optional)
            yield f"wagers.{name}", f"is not a wager that this game can settle; it settles {known}"
        for fault_key, fault in _faults_of_wager(book, wager):
            yield f"wagers.{name}{fault_key}", fault
        if wager.kind == "bonus" and name not in book.paytables:
            yield f"paytables.{name}", "is missing"
    if game.paytable not in book.paytables:
        yield f"paytables.{game.paytable}", "is missing"
    dealt = book.count.dealt
    for place, dealt_to, wanted in (
        ("dealer", dealt.dealer, isinstance(book.play, DoubleCross)),
        ("six_card", dealt.six_card, "six_card_bonus" in book.wagers),
    ):
        if bool(dealt_to) != wanted:
            yield f"count.dealt.{place}", "must be dealt cards exactly where the game looks at them"


def _faults_of_wager(book: Rulebook, wager: Wager) -> Iterator[Fault]:
    for reference in (wager.requires, wager.equals):
        if reference is not None and reference not in book.wagers:
            yield "", f"names {reference!r}, which is not a wager"
    yield from _limit_faults(book, wager)
    if (wager.decision is not None) != (wager.kind in ("bet", "raise")):
        yield ".decision", "belongs to bets and raises, and to all of them"
    if (wager.times_ante is not None) != (wager.kind == "bet"):
        yield ".times_ante", "belongs to bets, and to all of them"
    if wager.kind == "spin" and (book.bonus_spin is None or not book.wheels):
        yield "", "needs bonus_spin and wheels"


def _limit_faults(book: Rulebook, wager: Wager) -> Iterator[Fault]:
    if (wager.minimum is None) != (wager.maximum is None):
        yield "", "must have both minimum and maximum, or neither"
    elif wager.minimum and wager.maximum and cents_of(wager.minimum) > cents_of(wager.maximum):
        yield ".minimum", "is more than the maximum"
    if wager.times_ante and wager.times_ante.at_least > wager.times_ante.at_most:
        yield ".times_ante.at_least", "is more than at_most"
    for other in book.wagers.values():
        shared = wager.limits is not None and other.limits == wager.limits
        if shared and (other.minimum, other.maximum) != (wager.minimum, wager.maximum):
            yield "", f"must have the minimum and maximum of every other wager under the limits {wager.limits!r}"


def _wheel_faults(book: Rulebook) -> Iterator[Fault]:
    for name, wheel in book.wheels.items():
        if not wheel.positions or [each.at for each in wheel.positions] != list(range(len(wheel.positions))):
            yield f"wheels.{name}.positions", "must be numbered 0, 1, 2 … in order"
        for position in wheel.positions:
            if (position.pays is None) != position.top_prize:
                yield f"wheels.{name}.positions[{position.at}]", "must have either pays or top_prize"


def _payout_limit_faults(book: Rulebook) -> Iterator[Fault]:
    limit = book.payout_limit
    if limit.offer_may_set and limit.seat is None and limit.table is None:
        yield "payout_limit", "needs a formula for seat or table: the least that an offer may set"
    if isinstance(limit.table, TimesSeatLimit) and limit.seat is None:
        yield "payout_limit.table", "is a multiple of a formula for seat, which is missing"


def _paytables_faults(book: Rulebook) -> Iterator[Fault]:
    for name, table in book.paytables.items():
        if table.rows or not table.choices:
            yield from _paytable_faults(book, name, table.rows)
        for choice, chosen in table.choices.items():
            yield from _paytable_faults(book, name, chosen.rows, choice)
        if table.choices and table.is_posted:
            yield f"paytables.{name}", "has choices, so its rows cannot be posted"


def _paytable_faults(book: Rulebook, name: str, rows: tuple[PayRow, ...], choice: str = "") -> Iterator[Fault]:
    """Find hands that no row pays, or two do."""
    hands = THREE_CARD_HANDS if name == "three_card" else FIVE_CARD_HANDS
    key = f"paytables.{name}" + (f".choices.{choice}" if choice else "")
    paid = []
    if choice and any(row.is_posted for row in rows):
        yield key, "is a choice, so its rows cannot be posted"
    posted = [row.key for row in rows if row.is_posted]
    if len(set(posted)) != len(posted):
        yield key, "must give each posted row a name of its own"
    for row in rows:
        if row.hand not in hands:
            yield key, f"pays {row.hand!r}, which is not a hand"
        elif name == "raise" and parse_odds(row.pays) is None and row.pays != "posted":
            yield key, f"must pay odds on a {row.hand}: the hand has won"
        elif row.hand == "pair":
            paid += [f"pair of {RANKS[rank]}" for rank in row.ranks if RANKS[rank] in book.deck.ranks]
        elif row.of is not None:
            yield key, f"narrows {row.hand!r} to ranks; only a pair can be narrowed"
        else:
            paid.append(row.hand)
    owed = [hand for hand in hands if hand != "pair"] + [f"pair of {rank}" for rank in book.deck.ranks]
    for hand in owed:
        if paid.count(hand) != 1:
            yield key, f"must say once what a {hand} pays, and says it {paid.count(hand)} times"


def _opening_faults(book: Rulebook) -> Iterator[Fault]:
    if book.idle.restart_from not in [step.id for step in book.opening.steps]:
        yield "idle.restart_from", "is not a step of the opening"
    if not any(f"at least {book.cut.at_least_cards} cards" in step.does for step in book.opening.steps):
        yield "cut.at_least_cards", "is not what a step of the opening says"


def _count_faults(book: Rulebook) -> Iterator[Fault]:
    if book.count.whole.round != "stands" or any(
        outcome.round != "void"
        for outcome in (book.count.misdealt, book.count.not_whole, book.count.misdealt_not_whole)
    ):
        yield "count", "must let a round stand if the deck is whole and nothing was misdealt, and only then"


def _reference_faults(book: Rulebook) -> Iterator[Fault]:
    """Find names that refer to nothing."""
    staged = [name for stage in book.settlement_order.stages for name in stage.wagers]
    if sorted(staged) != sorted(book.wagers):
        yield "settlement_order.stages", "must settle every wager once"
    decisions = {wager.decision for wager in book.wagers.values() if wager.decision}
    if book.play.folds.keys() != decisions:
        yield "play.folds", f"must name these decisions: {', '.join(sorted(decisions))}"
    for place, element in enumerate(book.layout.elements):
        named = (element.when_offered,) if element.when_offered else ()
        for name in (*named, *element.areas):
            if name not in book.wagers:
                yield f"layout.elements[{place}]", f"names {name!r}, which is not a wager"
    notice = book.payout_limit.notice
    if notice and notice.unless_on_layout not in [element.id for element in book.layout.elements]:
        yield "payout_limit.notice", f"names {notice.unless_on_layout!r}, which is not an element of the layout"
    for part, names, known in (
        ("irregularities", book.irregularities, IRREGULARITIES),
        ("forfeits", book.forfeits, FORFEITS),
    ):
        for name in names:
            if name not in known:
                yield f"{part}.{name}", f"is not one that the floor can report; there are: {', '.join(known)}"


def _guide_faults(book: Rulebook) -> Iterator[Fault]:
    for place, step in enumerate(book.dealing_guide.steps):
        if step.when_offered is not None and step.when_offered not in book.wagers:
            yield f"dealing_guide.steps[{place}]", f"names {step.when_offered!r}, which is not a wager"
    phases = [step.phase for step in book.dealing_guide.steps]
    if phases != sorted(phases, key=get_args(Phase).index):
        yield "dealing_guide.steps", f"must have its phases in this order: {', '.join(get_args(Phase))}"


def _citation_faults(book: Rulebook, readings: Collection[str]) -> Iterator[Fault]:
    for key, rule in rules_of(book):
        for name in rule.readings:
            if name not in readings:
                yield f"{key}.reading", f"{name} is not in readings.toml"
        if rule.reading is None and HOUSE_POLICY in rule.cite.split("; "):
            yield f"{key}.reading", "is missing: house policy rests on a reading"
