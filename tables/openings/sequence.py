"""The rulebook's steps to bring a deck into play, given the table's devices."""

from typing import NamedTuple

from games.engine import questions
from games.engine.rulebook import Rulebook
from games.engine.rulebook.floor import OpeningStep, Shuffle
from tables.devices.dealing_method import DealingMethod
from tables.models import Deck, DeckStep, Opening, Table

# The dealer and floorperson do these together and sign: receipt, inspection, and verification.
SIGNED_STEPS = ("receive", "inspect", "verify")

Step = questions.Answer[OpeningStep]

# Past participles of step names, where they differ from the name.
_DONE = {
    "receive": "received",
    "inspect": "inspected",
    "verify": "verified",
    "wash": "washed",
    "stack": "stacked",
    "shuffle": "shuffled",
    "first_look": "shown to the first player",
}


def done_word(step: Step) -> str:
    return _DONE.get(step.value.id, step.value.id)


class OpeningProgress(NamedTuple):
    """A deck's progress: the steps it needs, those done, and the next one."""

    steps: tuple[Step, ...]
    done: dict[str, DeckStep]

    @property
    def next(self) -> Step | None:
        return next((step for step in self.steps if step.value.id not in self.done), None)


def steps_for(
    deck: Deck, book: Rulebook, dealing: DealingMethod, *, from_step: str = "", by_hand: bool | None = None
) -> tuple[Step, ...]:
    """Return the steps a deck needs: all of them, or those from `from_step` on when an idle table reopens.

    `by_hand`: whether it is shuffled by hand; None if that is as the table's devices tell.
    """
    preshuffled = not from_step and is_preshuffled(deck, book)
    return _steps(book, dealing, preshuffled=preshuffled, from_step=from_step, by_hand=by_hand)


def _steps(
    book: Rulebook, dealing: DealingMethod, *, preshuffled: bool, from_step: str = "", by_hand: bool | None = None
) -> tuple[Step, ...]:
    manual = dealing.shuffler == "none" if by_hand is None else by_hand
    shuffle: Shuffle = "manual_shuffle" if manual else "automated_shuffle"
    steps = questions.opening_steps(book, "preshuffled" if preshuffled else shuffle)
    if questions.is_exempt(book.cut, reshuffles=dealing.reshuffles):
        steps = tuple(step for step in steps if step.value.id != "cut")
    ids = [step.value.id for step in steps]
    return steps[ids.index(from_step) :] if from_step else steps


def is_preshuffled(deck: Deck, book: Rulebook) -> bool:
    """Return whether a deck counts as preshuffled: its seal is unbroken and the rulebook allows it."""
    return bool(deck.seal) and questions.may_be_preshuffled(book).value and not was_opened(deck)


def was_opened(deck: Deck) -> bool:
    """Return whether a deck was ever opened: any step in any opening breaks its seal."""
    return deck.pk is not None and deck.steps.exists()


def progress(opening: Opening, deck: Deck, book: Rulebook, dealing: DealingMethod) -> OpeningProgress:
    """Return a deck's progress. In a reopening, only a deck in play starts from the middle of the sequence.

    The steps signed when the seal was broken show whether the deck came preshuffled to this opening.
    """
    done = {step.step: step for step in opening.steps.all() if step.deck_id == deck.pk}
    signed = done.keys() & set(SIGNED_STEPS)
    by_hand = done["shuffle"].by_hand if "shuffle" in done else None
    if signed:
        whole = _steps(book, dealing, preshuffled=False)
        uninspected = any(step.value.id in SIGNED_STEPS and step.value.id not in signed for step in whole)
        preshuffled = bool(deck.seal) and uninspected and questions.may_be_preshuffled(book).value
        return OpeningProgress(_steps(book, dealing, preshuffled=preshuffled, by_hand=by_hand), done)
    from_step = opening.from_step if deck.state == Deck.State.IN_PLAY else ""
    return OpeningProgress(steps_for(deck, book, dealing, from_step=from_step, by_hand=by_hand), done)


def wants_verifying(deck: Deck, found: OpeningProgress) -> bool:
    """Return whether a deck's next step is one that the dealer and floorperson sign."""
    return deck.state != Deck.State.IN_PLAY and found.next is not None and found.next.value.id in SIGNED_STEPS


def opening_of(table: Table) -> Opening | None:
    """Return the opening in progress, if any."""
    openings = table.known("openings", finished_at=None, abandoned_at=None)
    return next((each for each in openings if each.finished_at is None and each.abandoned_at is None), None)


def reopening_of(table: Table) -> Opening | None:
    """Return the reopening of an idle table in progress, if any."""
    opening = opening_of(table) if table.state == Table.State.OPENING else None
    return opening if opening and opening.from_step else None
