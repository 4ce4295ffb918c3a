"""What logging a round would do, without doing it: its settlement, all that is wrong with it, every gate in its way."""

from datetime import datetime
from typing import NamedTuple

from compliance.violations import RuleViolation
from games.engine.problems import Problem, Refused
from games.engine.questions import stub_after_deal
from games.engine.settlement import Settlement
from games.engine.terms import Terms
from tables.models import Table
from tables.standing import standing_against

from .entries import read_entry
from .gates import gates
from .situations import find_named, settled, situate


class Preview(NamedTuple):
    """A round that was not logged. Without an offer at the table there are no terms, and nothing is settled."""

    settlement: Settlement | None
    problems: list[Problem]
    violations: list[RuleViolation]
    terms: Terms | None
    expected_stub: int | None


def preview(table: Table, body: object, *, at: datetime) -> Preview:
    """Look at a round as it would be logged now. The table brings what its gates look at (tables/standing.py)."""
    entry, problems = read_entry(body)
    named, more = find_named(table, entry, at)
    problems += more
    played_at = entry.played_at or (named.replaces.played_at if named.replaces else at)
    late = played_at < at
    situation = situate(table, entry, named, played_at, late=late)
    known = standing_against(situation.table, played_at)
    violations = gates(situation, known, counted=entry.round.get("stub") is not None)
    settlement, offer = None, situation.offer
    if offer is None:
        return Preview(None, problems, violations, None, None)
    try:
        settlement = settled(offer, entry, table)
    except Refused as refused:
        problems += refused.problems
    seats = entry.round.get("seats")
    dealt = len(seats) if isinstance(seats, list) else 0
    expected = stub_after_deal(offer.terms, dealt).value if 0 < dealt <= table.positions else None
    return Preview(settlement if not problems else None, problems, violations, offer.terms, expected)
