"""How often the stub is counted, and whether a count is due."""

from typing import NamedTuple

from games.engine.questions import stub_count_every
from games.engine.rulebook import Rulebook
from tables.devices.dealing_method import DealingMethod


class StubCount(NamedTuple):
    """Rounds since the last stub count; the stub is counted once in `every` rounds."""

    rounds: int
    every: int
    cite: str

    @property
    def is_due(self) -> bool:
        """Whether the stub must be counted in the next round."""
        return self.rounds + 1 >= self.every

    @property
    def was_missed(self) -> bool:
        return self.rounds >= self.every


def stub_count(book: Rulebook | None, dealing: DealingMethod, rounds: int) -> StubCount | None:
    """Return the stub count after this many rounds without one; None if the rules require none."""
    every = stub_count_every(book, dealing.method, dealing.shuffler) if book else None
    return StubCount(rounds, every.value, every.cite) if every and every.value is not None else None
