"""Rule questions from the floor: what the rules require, each answer with its citation.

An `Answer` holds the value, or the whole rule if it says more than one thing.
"""

from datetime import timedelta
from functools import cache
from typing import Generic, Literal, NamedTuple, TypeVar

from .reading.count import expected_stub
from .rulebook import Rulebook
from .rulebook.base import Method, Rule
from .rulebook.floor import (
    CountOutcome,
    CoverCardRules,
    Cut,
    Dealing,
    DirectedReshuffle,
    Fixture,
    GuideStep,
    Idle,
    LateWagers,
    LayoutElement,
    OpeningStep,
    Recut,
    Requirement,
    Shuffle,
    TwoPeople,
)
from .rulebook.play import Forfeit, Irregularity, LimitNotice, Stage
from .settlement.payout_limits import payout_limits
from .terms import Terms

Shuffler = Literal["none", "automated", "counting"]

T = TypeVar("T")


class Answer(NamedTuple, Generic[T]):
    """A value and its citation; `reading` names our decision where the text is silent."""

    value: T
    cite: str
    reading: str | None = None


def _answer(book: Rulebook, value: T, *rules: Rule) -> Answer[T]:
    reading = next((rule.reading for rule in rules if rule.reading), None)
    return Answer(value, book.cite(*rules), reading)


# ── Decks and dealing ──


def deck_change_interval(book: Rulebook, method: Method) -> Answer[timedelta]:
    """How long may a deck stay in play with this dealing method?"""
    rule = book.deck_change.of(method)
    return _answer(book, timedelta(hours=rule.every_hours), rule)


def may_deal(book: Rulebook, method: Method, shuffler: Shuffler) -> Answer[bool]:
    """May cards be dealt by this method with this shuffler (or with none)?"""
    rule = book.dealing.of(method)
    return _answer(book, rule.needs is None or shuffler != "none", rule)


def stub_count_every(book: Rulebook, method: Method, shuffler: Shuffler) -> Answer[int | None]:
    """How many consecutive rounds need one stub count? None: no schedule, or exempt because of a counting shuffler."""
    return _stub_count_every(book, method, shuffler)


@cache  # called several times per round
def _stub_count_every(book: Rulebook, method: Method, shuffler: Shuffler) -> Answer[int | None]:
    rule = book.stub_count.of(method)
    exempt = rule.unless == "counting_shuffler" and shuffler == "counting"
    return _answer(book, None if exempt else rule.every_rounds, rule)


def count_is_due(book: Rulebook, method: Method, shuffler: Shuffler, uncounted_rounds: int) -> Answer[bool]:
    """Must the next round include a count, after this many rounds since the last count or the opening?"""
    every = stub_count_every(book, method, shuffler)
    return Answer(every.value is not None and uncounted_rounds + 1 >= every.value, every.cite, every.reading)


def deck_not_whole(book: Rulebook) -> Answer[CountOutcome]:
    """What happens to a deck that a stub count shows to be incomplete?"""
    return _answer(book, book.count.not_whole, book.count.not_whole)


def wrong_shuffler_count(book: Rulebook) -> Answer[str]:
    """What happens to a deck for which a counting shuffler shows a wrong number of cards?"""
    return _answer(book, book.counting_shuffler.wrong_count, book.counting_shuffler)


def stub_after_deal(terms: Terms, seats: int, *, dealt: int | None = None, set_aside: int = 0) -> Answer[int]:
    """How many cards must the stub hold after a deal to this many seats, or with so many cards on the table?"""
    rules = (terms.book.count, *((terms.book.count.set_aside,) if set_aside and terms.book.count.set_aside else ()))
    return _answer(terms.book, expected_stub(terms, seats, dealt=dealt, set_aside=set_aside), *rules)


def may_use_second_deck(book: Rulebook, shuffler: Shuffler) -> Answer[bool]:
    """May a second deck be used with this shuffler (or with none)?"""
    return _answer(book, shuffler != "none", book.second_deck)


def must_use_second_deck(book: Rulebook, shuffler: Shuffler) -> Answer[bool]:
    """Must a second deck be used with this shuffler?"""
    return _answer(book, book.second_deck.required and shuffler != "none", book.second_deck)


def second_deck_requirements(book: Rulebook) -> tuple[Answer[Requirement], ...]:
    """What must a second deck look like, and how are the two used?"""
    return tuple(_answer(book, each, each) for each in book.second_deck.requirements)


# ── Tables and layouts ──


def positions(book: Rulebook) -> Answer[range]:
    """How many betting positions may a table have?"""
    most = book.table.positions
    return _answer(book, range(most if book.table.exactly else 1, most + 1), book.table)


def dealer_place(book: Rulebook) -> Answer[str] | None:
    """Where does the dealer stand? None: the text does not say."""
    rule = book.table.dealer
    return _answer(book, rule.place, rule) if rule else None


def fixtures(book: Rulebook) -> tuple[Answer[Fixture], ...]:
    """What must be attached to the table, and where?"""
    return tuple(_answer(book, fixture, fixture) for fixture in book.table.fixtures)


def layout_approval(book: Rulebook) -> Answer[str | None]:
    """Which approval does a layout need before use? None: the text names none."""
    return _answer(book, book.layout.approval, book.layout)


def layout_documents(book: Rulebook) -> Answer[tuple[str, ...]]:
    """Which layout documents must be filed?"""
    return _answer(book, book.layout.documents, book.layout)


def layout_elements(terms: Terms) -> tuple[Answer[LayoutElement], ...]:
    """What does a layout show for this offer? An element may be optional."""
    return tuple(
        _answer(terms.book, element, element)
        for element in terms.book.layout.elements
        if (element.when_offered is None or element.when_offered in terms.offered)
        and (element.when_set is None or any((terms.offer.payout_limit_cents, terms.offer.table_payout_limit_cents)))
    )


def payout_limit_notice(book: Rulebook) -> Answer[LimitNotice] | None:
    """Which change of the payout limit needs notice? None: the text asks for none."""
    rule = book.payout_limit.notice
    return _answer(book, rule, rule) if rule else None


def is_lower_limit(before: Terms, after: Terms) -> bool:
    """Is a payout limit of one offer lower than that of another? A limit where there was none is lower."""
    was, will_be = payout_limits(before), payout_limits(after)
    pairs = ((was.seat_cents, will_be.seat_cents), (was.table_cents, will_be.table_cents))
    return any(new is not None and (old is None or new < old) for old, new in pairs)


def cover_card(book: Rulebook) -> Answer[CoverCardRules]:
    """What does the cover card look like?"""
    return _answer(book, book.deck.cover_card, book.deck.cover_card)


def shoe(book: Rulebook, method: Method) -> Answer[Dealing]:
    """What is approved about a shoe besides the shoe itself, and how does it dispense the cards?"""
    rule = book.dealing.of(method)
    return _answer(book, rule, rule)


def hardware_approval(book: Rulebook) -> Answer[str] | None:
    """Under which reference was the Bonus Spin hardware approved? None: the text names none."""
    rule = book.bonus_spin.hardware if book.bonus_spin else None
    return _answer(book, rule.approval, rule) if rule and rule.approval else None


def hardware(terms: Terms) -> Answer[str] | None:
    """Which hardware does the offer need at the table? None if it needs none."""
    rule = terms.book.bonus_spin
    return _answer(terms.book, rule.hardware.text, rule.hardware) if rule and "bonus_spin" in terms.offered else None


# ── Opening, shuffle and cut ──


def may_be_preshuffled(book: Rulebook) -> Answer[bool]:
    """May decks arrive at the table preinspected and preshuffled?"""
    return _answer(book, book.preshuffled.allowed, book.preshuffled)


def opening_steps(book: Rulebook, shuffle: Shuffle) -> tuple[Answer[OpeningStep], ...]:
    """Which steps open a table, in order, for a deck shuffled this way or preshuffled?

    If the edition bars preshuffled decks, one is opened like any other: inspected and shuffled by hand.
    """
    if shuffle == "preshuffled" and not book.preshuffled.allowed:
        shuffle = "manual_shuffle"
    return tuple(
        _answer(book, step, step)
        for step in book.opening.steps
        if not (shuffle == "preshuffled" and step.unless_preshuffled)
        and (not step.only_after or shuffle in step.only_after)
    )


def verification(book: Rulebook) -> Answer[OpeningStep] | None:
    """Which step of an opening does the floorperson do, and must they be assigned to the table?"""
    step = next((step for step in book.opening.steps if step.by == "floorperson"), None)
    return _answer(book, step, step) if step else None


def two_people(book: Rulebook) -> Answer[TwoPeople]:
    """Which paragraph requires that dealer and floorperson are different people?"""
    return _answer(book, book.opening.two_people, book.opening.two_people)


def cut_depth(book: Rulebook) -> Answer[int]:
    """How many cards must be cut at least?"""
    return _answer(book, book.cut.at_least_cards, book.cut)


def is_exempt(rule: Cut | Recut | Idle, *, reshuffles: bool) -> bool:
    """Does a rule not apply because a device reshuffles and counts the cards automatically?"""
    return reshuffles and rule.unless_device is not None


def recut(book: Rulebook) -> Answer[Recut] | None:
    """Who may order another cut, and until when? None: the text says nothing about it."""
    return _answer(book, book.recut, book.recut) if book.recut else None


def directed_reshuffle(book: Rulebook) -> Answer[DirectedReshuffle] | None:
    """Who may direct another shuffle? None: the text says nothing about it."""
    return _answer(book, book.directed_reshuffle, book.directed_reshuffle) if book.directed_reshuffle else None


def late_wagers(book: Rulebook) -> Answer[LateWagers] | None:
    """From when on are wagers barred? None: the text says nothing about it."""
    return _answer(book, book.late_wagers, book.late_wagers) if book.late_wagers else None


def idle_table(book: Rulebook) -> Answer[Idle]:
    """What is done with the cards while the table is idle, and at which step does reopening start?"""
    return _answer(book, book.idle, book.idle)


# ── Rounds ──


def dealing_guide(terms: Terms, method: Method) -> tuple[Answer[GuideStep], ...]:
    """What does the dealer say and do in a round, dealing by this method under this offer?"""
    return tuple(
        _answer(terms.book, step, step)
        for step in terms.book.dealing_guide.steps
        if (not step.methods or method in step.methods)
        and (step.when_offered is None or step.when_offered in terms.offered)
    )


def irregularities(book: Rulebook) -> dict[str, Answer[Irregularity]]:
    """Which irregularities does this edition define, and what does each do to round, deck, card and device?"""
    return {name: _answer(book, rule, rule) for name, rule in book.irregularities.items()}


def forfeits(book: Rulebook) -> dict[str, Answer[Forfeit]]:
    """For what does a player forfeit all wagers of the round, and is it discretionary?"""
    return {name: _answer(book, rule, rule) for name, rule in book.forfeits.items()}


def payout_limit(terms: Terms) -> Answer[int | None]:
    """What is the most, in cents, that one seat can be paid in a round? None: no limit."""
    return _answer(terms.book, payout_limits(terms).seat_cents, terms.book.payout_limit)


def table_payout_limit(terms: Terms) -> Answer[int | None]:
    """What is the most, in cents, that all seats together can be paid in a round? None: no limit."""
    return _answer(terms.book, payout_limits(terms).table_cents, terms.book.payout_limit)


def acting_order(book: Rulebook, seats: list[int]) -> Answer[list[int]]:
    """In which order do these seats receive cards and act?"""
    return _answer(book, book.acting_order.sort(seats), book.acting_order)


Part = Literal["all", "losing", "others"]


class SettlementStep(NamedTuple):
    """One step of the dealer: settle these wagers of a seat.

    Where the text collects losing wagers first, there are two steps: `part` tells which wagers each is about.
    """

    seat: int
    of: Literal["table", "seat"]
    wagers: tuple[str, ...]
    part: Part
    cite: str


def settlement_steps(book: Rulebook, seats: list[int]) -> list[SettlementStep]:
    """In which order does the dealer settle these seats?"""
    order = book.settlement_order.sort(seats)
    steps: list[SettlementStep] = []
    stages = list(book.settlement_order.stages)
    while stages:
        # Consecutive seat stages are done seat by seat; a table stage is one pass around the table.
        together = [stages.pop(0)]
        while together[0].of == "seat" and stages and stages[0].of == "seat":
            together.append(stages.pop(0))
        # Around the table, every loser is collected before any winner is paid; otherwise seat by seat.
        if together[0].of == "table":
            steps += [_step(book, seat, together[0], part) for part in _parts(together[0]) for seat in order]
        else:
            steps += [_step(book, seat, stage, part) for seat in order for stage in together for part in _parts(stage)]
    return steps


def _parts(stage: Stage) -> tuple[Part, ...]:
    return ("losing", "others") if stage.losers_first else ("all",)


def _step(book: Rulebook, seat: int, stage: Stage, part: Part) -> SettlementStep:
    return SettlementStep(seat, stage.of, stage.wagers, part, book.cite(stage))
