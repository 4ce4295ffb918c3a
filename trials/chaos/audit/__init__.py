"""Check what must be true once everything runs again."""

from collections.abc import Callable, Iterator
from typing import NamedTuple

from .answers import answered_the_same, as_asked, expected, none_lost, none_twice
from .evidence import Evidence
from .followed import all_followed
from .journalled import chains_whole, journalled, violations_opened
from .settled import settled_whole
from .standing import acts_done, tallied, totals_equal
from .turns import in_turn, numbered

__all__ = ["CHECKS", "Check", "Evidence", "Finding", "audit", "finding"]

MOST_SHOWN = 5


class Check(NamedTuple):
    """Define a rule, and a function that yields a line for each fault."""

    says: str
    look: Callable[[Evidence], Iterator[str]]


CHECKS = (
    Check("no acknowledged round is lost", none_lost),
    Check("the same request gets the same bytes again", answered_the_same),
    Check("no round is logged twice; each has exactly one receipt", none_twice),
    Check("every round is stored as it was sent", as_asked),
    Check("every round settles to what is stored", settled_whole),
    Check("every round and void has its journal entry, and vice versa", journalled),
    Check("every round in breach has its violations", violations_opened),
    Check("journal chains are intact", chains_whole),
    Check("round numbers at each table have no gap", numbered),
    Check("decks alternate, stubs are counted when due", in_turn),
    Check("totals equal the sum of the rounds to the cent", totals_equal),
    Check("table rows match their rounds", tallied),
    Check("acknowledged voids and deck changes are stored", acts_done),
    Check("feed followers get every entry once, in order", all_followed),
    Check("no answer was unexpected", expected),
)


class Finding(NamedTuple):
    """Hold a check's result: the number of faults, and the first of them."""

    says: str
    faults: int
    shown: list[str]


def audit(evidence: Evidence) -> Iterator[Finding]:
    """Run every check."""
    for check in CHECKS:
        yield finding(check.says, list(check.look(evidence)))


def finding(says: str, faults: list[str]) -> Finding:
    return Finding(says, len(faults), faults[:MOST_SHOWN])
