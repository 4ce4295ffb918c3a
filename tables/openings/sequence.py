"""The sequence by which cards come into play, as the rulebook has it for a deck and the table's devices."""

from typing import NamedTuple

from games.engine import questions
from games.engine.rulebook import Rulebook
from games.engine.rulebook.floor import OpeningStep, Shuffle
from tables.devices.dealing_method import DealingMethod
from tables.models import Deck, DeckStep, Opening, Table

# What dealer and floorperson do together and sign: the deck's receipt, its inspection and the verification.
SIGNED_STEPS = ("receive", "inspect", "verify")

Step = questions.Answer[OpeningStep]

# A step as done, where its name is no word for that already.
_DONE = {
    "receive": "received",
    "inspect": "inspected",
    "verify": "verified",
    "wash": "washed",
    "stack": "stacked",
    "shuffle": "shuffled",
}


def done_word(step: Step) -> str:
    return _DONE.get(step.value.id, step.value.id)


class OpeningProgress(NamedTuple):
    """How far a deck has come: the steps that it needs, those done, and the next."""

    steps: tuple[Step, ...]
    done: dict[str, DeckStep]

    @property
    def next(self) -> Step | None:
        return next((step for step in self.steps if step.value.id not in self.done), None)


def steps_for(deck: Deck, book: Rulebook, dealing: DealingMethod, *, from_step: str = "") -> tuple[Step, ...]:
    """Return the steps that a deck needs: all of them, or from one on where an idle table is played at again."""
    return _steps(book, dealing, preshuffled=not from_step and is_preshuffled(deck, book), from_step=from_step)


def _steps(book: Rulebook, dealing: DealingMethod, *, preshuffled: bool, from_step: str = "") -> tuple[Step, ...]:
    shuffle: Shuffle = "manual_shuffle" if dealing.shuffler == "none" else "automated_shuffle"
    steps = questions.opening_steps(book, "preshuffled" if preshuffled else shuffle)
    if dealing.reshuffles and book.cut.unless_device:
        steps = tuple(step for step in steps if step.value.id != "cut")
    ids = [step.value.id for step in steps]
    return steps[ids.index(from_step) :] if from_step else steps


def is_preshuffled(deck: Deck, book: Rulebook) -> bool:
    """Whether a deck counts as preshuffled under this text: its seal unbroken, where that has a standing."""
    return bool(deck.seal) and questions.may_be_preshuffled(book).value and not was_opened(deck)


def was_opened(deck: Deck) -> bool:
    """Whether a deck was ever opened: any step done with it, of whichever opening, broke its seal."""
    return deck.pk is not None and deck.steps.exists()


def progress(opening: Opening, deck: Deck, book: Rulebook, dealing: DealingMethod) -> OpeningProgress:
    """Return how far a deck has come. Only one that was in play begins in the middle when players come back.

    Whether a deck came preshuffled to this very opening is told by what was signed when its seal was broken.
    """
    done = {step.step: step for step in opening.steps.all() if step.deck_id == deck.pk}
    signed = done.keys() & set(SIGNED_STEPS)
    if signed:
        whole = _steps(book, dealing, preshuffled=False)
        uninspected = any(step.value.id in SIGNED_STEPS and step.value.id not in signed for step in whole)
        preshuffled = bool(deck.seal) and uninspected and questions.may_be_preshuffled(book).value
        return OpeningProgress(_steps(book, dealing, preshuffled=preshuffled), done)
    from_step = opening.from_step if deck.state == Deck.State.IN_PLAY else ""
    return OpeningProgress(steps_for(deck, book, dealing, from_step=from_step), done)


def wants_verifying(deck: Deck, found: OpeningProgress) -> bool:
    """Whether what comes next for a deck is what dealer and floorperson sign."""
    return deck.state != Deck.State.IN_PLAY and found.next is not None and found.next.value.id in SIGNED_STEPS


def opening_of(table: Table) -> Opening | None:
    """Return the opening that is under way."""
    openings = table.known("openings", finished_at=None, abandoned_at=None)
    return next((each for each in openings if each.finished_at is None and each.abandoned_at is None), None)


def reopening_of(table: Table) -> Opening | None:
    """Return the opening that is under way because players came back to an idle table."""
    opening = opening_of(table) if table.state == Table.State.OPENING else None
    return opening if opening and opening.from_step else None
