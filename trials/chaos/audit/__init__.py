"""What must be true when everything is up again, whatever was killed."""

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
    """What must be true, and what yields a line for everything by which it is not."""

    says: str
    look: Callable[[Evidence], Iterator[str]]


CHECKS = (
    Check("no acknowledged round is lost", none_lost),
    Check("asked again, the same bytes are answered", answered_the_same),
    Check("no round is there twice; receipts and rounds one to one", none_twice),
    Check("every round is one that was asked for, as it was", as_asked),
    Check("none is half settled: every round settles to what is stored", settled_whole),
    Check("every round and void has its entry, every entry its round", journalled),
    Check("every breach has its violations", violations_opened),
    Check("journal chains are whole", chains_whole),
    Check("numbers at each table have no gap", numbered),
    Check("decks alternate, stubs are counted in time", in_turn),
    Check("totals equal the sum of the rounds to the cent", totals_equal),
    Check("tables stand as their rounds say", tallied),
    Check("acknowledged voids and deck changes are done", acts_done),
    Check("who follows the feed gets every entry once, in order", all_followed),
    Check("nothing was answered that nobody expects", expected),
)


class Finding(NamedTuple):
    """A check, how many things are against it, and the first of them."""

    says: str
    faults: int
    shown: list[str]


def audit(evidence: Evidence) -> Iterator[Finding]:
    """Make every check."""
    for check in CHECKS:
        yield finding(check.says, list(check.look(evidence)))


def finding(says: str, faults: list[str]) -> Finding:
    return Finding(says, len(faults), faults[:MOST_SHOWN])
