"""Preview a round without logging it: its settlement, its problems, and every gate that refuses it."""

import re
from datetime import datetime
from typing import Any, NamedTuple

from compliance.errors import RuleViolation
from compliance.models import Staff
from games.engine.problems import Problem, Refused
from games.engine.settle import settle
from games.engine.settlement.result import Settlement
from games.engine.terms import Terms
from games.engine.vocabulary import COUNT_FIELDS, ROUND_FIELDS
from tables.findings.open_tables import cached_obstacles
from tables.models import Offer, Table

from .gates import gates
from .log.facts import check_facts
from .log.input import read_entry
from .log.situation import find_named, settled, situate
from .stub_tally import expected_stub

# A preview needs no signature.
SIGNATURE = frozenset({"second_badge", "second_pin"})
SEAT_PATH = re.compile(r"seats\[(\d+)\]")


class Preview(NamedTuple):
    """A round that was not logged. If the table has no offer, there are no terms and no settlement."""

    settlement: Settlement | None
    problems: list[Problem]
    violations: list[RuleViolation]
    terms: Terms | None
    expected_stub: int | None
    # The settlement of the complete seats, while others are incomplete.
    partly: Settlement | None = None


def preview(table: Table, body: object, *, by: Staff, at: datetime) -> Preview:
    """Check a round as if it were logged now. The table carries what its gates need (tables/floor/queries.py)."""
    entry, problems = read_entry(body)
    if entry.is_signed:
        problems = [problem for problem in problems if problem.path not in SIGNATURE]
    named, more = find_named(table, entry, at)
    problems += more
    played_at = entry.played_at or (named.replaces.played_at if named.replaces else at)
    late = played_at < at
    situation = situate(table, entry, named, played_at, late=late)
    known = cached_obstacles(situation.table, played_at)
    violations = gates(situation, known, counted=entry.owes_no_count)
    settlement, offer = None, situation.offer
    if offer is None:
        return Preview(None, problems, violations, None, None)
    try:
        settlement = settled(offer, entry, check_facts(situation, entry, named, by=by).problems)
    except Refused as refused:
        problems += refused.problems
    expected = _expected_stub(offer.terms, table, entry.round)
    whole = settlement if not problems else None
    partly = None if whole else _part(table.offer_at(at), body, problems)
    return Preview(whole, problems, violations, offer.terms, expected, partly)


def _expected_stub(terms: Terms, table: Table, round_: dict[str, Any]) -> int | None:
    """Return the right stub count for the cards on the table; None without seats."""
    seats = round_.get("seats")
    number = len(seats) if isinstance(seats, list) else 0
    return expected_stub(terms, round_, number) if 0 < number <= table.positions else None


def _part(offer: Offer | None, body: object, problems: list[Problem]) -> Settlement | None:
    """Settle the complete seats, while others are incomplete; None if none can be settled."""
    places = [SEAT_PATH.match(problem.path) for problem in problems]
    if offer is None or not isinstance(body, dict) or not isinstance(body.get("seats"), list) or not all(places):
        return None
    open_seats = {int(place[1]) for place in places if place}
    seats = [seat for place, seat in enumerate(body["seats"]) if place not in open_seats]
    # With fewer seats than were dealt in, a stub count would seem wrong.
    fields = ROUND_FIELDS - COUNT_FIELDS
    round_ = {name: value for name, value in body.items() if name in fields} | {"seats": seats}
    try:
        return settle(offer.edition, offer.document, round_)
    except Refused:
        return None
