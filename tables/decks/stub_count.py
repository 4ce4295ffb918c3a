"""How often the stub is counted, and whether a count is due."""

from typing import NamedTuple

from games.engine.questions import count_is_due, stub_count_every
from games.engine.rulebook import Rulebook
from tables.devices.dealing_method import DealingMethod


class StubCount(NamedTuple):
    """Rounds since the last stub count; the stub is counted once in `every` rounds."""

    rounds: int
    every: int
    # Whether the stub must be counted in the next round.
    is_due: bool
    cite: str

    @property
    def was_missed(self) -> bool:
        return self.rounds >= self.every


def stub_count(book: Rulebook | None, dealing: DealingMethod, rounds: int) -> StubCount | None:
    """Return the stub count after this many rounds without one; None if the rules require none."""
    if book is None:
        return None
    every = stub_count_every(book, dealing.method, dealing.shuffler)
    due = count_is_due(book, dealing.method, dealing.shuffler, rounds)
    return StubCount(rounds, every.value, due.value, every.cite) if every.value is not None else None
