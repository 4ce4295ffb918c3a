"""Rule questions for the floor: what the law demands here, each answer with its citation.

Answers are the rules themselves where a rule says all; `Answer` where the question adds something to it.
"""

from datetime import timedelta
from typing import Generic, Literal, NamedTuple, TypeVar

from .rounds import expected_stub
from .rulebook import Rulebook
from .rulebook.base import Method, Rule
from .rulebook.floor import Fixture, LayoutElement, OpeningStep, Requirement, Shuffle
from .terms import Terms

Shuffler = Literal["none", "automated", "counting"]

T = TypeVar("T")


class Answer(NamedTuple, Generic[T]):
    """A value and where it is written; `reading` names our decision where the text leaves it open."""

    value: T
    cite: str
    reading: str | None = None


def _answer(book: Rulebook, value: T, *rules: Rule) -> Answer[T]:
    reading = next((rule.reading for rule in rules if rule.reading), None)
    return Answer(value, book.cite(*rules), reading)


# ── Decks and dealing ──


def deck_change_interval(book: Rulebook, method: Method) -> Answer[timedelta]:
    """How long may a deck stay in play when dealt in this way?"""
    rule = book.deck_change.of(method)
    return _answer(book, timedelta(hours=rule.every_hours), rule)


def may_deal(book: Rulebook, method: Method, shuffler: Shuffler) -> Answer[bool]:
    """May cards be dealt in this way with this shuffler, or without one?"""
    rule = book.dealing.of(method)
    return _answer(book, rule.needs is None or shuffler != "none", rule)


def stub_count_every(book: Rulebook, method: Method, shuffler: Shuffler) -> Answer[int | None]:
    """Of how many consecutive rounds must one be counted? None: no schedule, or exempt by a counting shuffler."""
    rule = book.stub_count.of(method)
    exempt = rule.unless == "counting_shuffler" and shuffler == "counting"
    return _answer(book, None if exempt else rule.every_rounds, rule)


def count_is_due(book: Rulebook, method: Method, shuffler: Shuffler, uncounted_rounds: int) -> Answer[bool]:
    """Must the next round carry a count, after so many rounds without one since the last count or the opening?"""
    every = stub_count_every(book, method, shuffler)
    return Answer(every.value is not None and uncounted_rounds + 1 >= every.value, every.cite, every.reading)


def stub_after_deal(terms: Terms, seats: int) -> Answer[int]:
    """How many cards must the stub hold after a deal to so many seats?"""
    return _answer(terms.book, expected_stub(terms, seats), terms.book.count)


def wrong_shuffler_count(book: Rulebook) -> Answer[str]:
    """What happens to a deck that a counting shuffler finds not whole?"""
    return _answer(book, book.counting_shuffler.wrong_count, book.counting_shuffler)


class SecondDeckAnswer(NamedTuple):
    allowed: bool
    required: bool
    cite: str
    requirements: tuple[Requirement, ...]


def second_deck(book: Rulebook, shuffler: Shuffler) -> SecondDeckAnswer:
    """May, or must, a second deck be used with this shuffler, and what must it look like?"""
    rule = book.second_deck
    allowed = shuffler != "none"
    return SecondDeckAnswer(allowed, allowed and rule.required, book.cite(rule), rule.requirements)


# ── Tables and layouts ──


def layout_elements(terms: Terms) -> tuple[LayoutElement, ...]:
    """What must the layout show for this offer?"""
    return tuple(
        element
        for element in terms.book.layout.elements
        if (element.when_offered is None or element.when_offered in terms.offered)
        and (element.when_set is None or terms.offer.payout_limit_cents is not None)
    )


def fixtures(book: Rulebook) -> tuple[Fixture, ...]:
    """What must be attached to the table, and where?"""
    return book.table.fixtures


def opening_steps(book: Rulebook, shuffle: Shuffle) -> tuple[OpeningStep, ...]:
    """Which steps open a table, in order, for a deck that is shuffled in this way or came preshuffled?"""
    preshuffled = shuffle == "preshuffled" and book.preshuffled.allowed
    return tuple(
        step
        for step in book.opening.steps
        if not (preshuffled and step.unless_preshuffled) and (not step.only_after or shuffle in step.only_after)
    )


# ── Rounds ──


class IrregularityAnswer(NamedTuple):
    """What an irregularity does: to the round, the deck, the card found and the device."""

    what: str
    round: str
    deck: str
    card: str | None
    device: str | None
    cite: str


def irregularities(book: Rulebook) -> dict[str, IrregularityAnswer]:
    """Which irregularities does this edition know, and what does each do?"""
    return {
        name: IrregularityAnswer(rule.what, rule.round, rule.deck, rule.card, rule.device, book.cite(rule))
        for name, rule in book.irregularities.items()
    }


class SettlementStep(NamedTuple):
    """One act of the dealer: settle these wagers of a seat, the losing ones first where the text says so."""

    seat: int
    wagers: tuple[str, ...]
    losers_first: bool
    cite: str


def settlement_steps(book: Rulebook, seats: list[int]) -> list[SettlementStep]:
    """In which order does the dealer settle these seats? From the dealer's right, where the highest number sits."""
    order = sorted(seats, reverse=True)
    steps: list[SettlementStep] = []
    stages = list(book.settlement_order.stages)
    while stages:
        # Stages of a seat that follow one another are done seat by seat; a stage of the table goes round alone.
        together = [stages.pop(0)]
        while together[0].of == "seat" and stages and stages[0].of == "seat":
            together.append(stages.pop(0))
        steps += [
            SettlementStep(seat, stage.wagers, stage.losers_first, book.cite(stage))
            for seat in order
            for stage in together
        ]
    return steps
