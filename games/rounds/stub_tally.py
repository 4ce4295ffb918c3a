"""The stub-count tally and the deck turn of a table, calculated from its rounds.

A table keeps these in its own row for the next round. This module recalculates them: for a past moment, and when a
round is voided, corrected or logged late.
"""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from games.engine.questions import stub_after_deal
from games.engine.terms import Terms
from games.models import Round
from tables.models import Opening, Table

from .gates import Tally

_TALLIED = ("stub", "position", "status", "count_due")


def kept_tally(table: Table) -> Tally:
    """Return the tally in the table's own row."""
    return Tally(table.rounds_since_count, table.last_position, table.last_played_at)


def tally_at(table: Table, at: datetime) -> Tally:
    """Return the tally at a moment, since the table was opened; voided rounds do not count."""
    opened = Opening.objects.filter(table=table, from_step="", finished_at__lte=at).order_by("-finished_at").first()
    played = Round.objects.filter(table=table, voiding=None, played_at__lte=at).order_by("-played_at", "-number")
    last_played_at = played.values_list("played_at", flat=True).first()
    if opened and opened.finished_at:
        played = played.filter(played_at__gte=opened.finished_at)
    uncounted, last_position = 0, ""
    for place, round_ in enumerate(played.only(*_TALLIED).iterator(chunk_size=10)):
        if place == 0:
            last_position = round_.position
        if round_.counted:
            break
        uncounted += not round_.passes_count_on
    return Tally(uncounted, last_position, last_played_at)


def uncounted_after(round_: Round, before: int) -> int:
    """Return the tally after a round. A void round counts towards the schedule, but passes a due count on."""
    if round_.counted:
        return 0
    return before if round_.passes_count_on else before + 1


def expected_stub(terms: Terms, round_: Mapping[str, Any], seats: int) -> int:
    """Return how many cards the stub of a round should hold, by the cards stated to lie on the table."""
    dealt, set_aside = round_.get("dealt"), round_.get("set_aside")
    return stub_after_deal(
        terms,
        seats,
        dealt=dealt if isinstance(dealt, int) else None,
        set_aside=len(set_aside) if isinstance(set_aside, list) else 0,
    ).value


def recount(table: Table) -> None:
    """Recalculate the tally in a locked table's row from its rounds."""
    tally = tally_at(table, datetime.max.replace(tzinfo=table.state_since.tzinfo))
    table.rounds_since_count, table.last_position, table.last_played_at = tally
