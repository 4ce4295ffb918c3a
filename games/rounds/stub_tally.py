"""The stub-count tally and the deck turn of a table, calculated from its rounds.

A table keeps these in its own row for the next round. This module recalculates them: for a past moment, and when a
round is voided, corrected or logged late.
"""

from datetime import datetime

from games.models import Round
from tables.models import Opening, Table

from .gates import Tally


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
    for place, (stub, position) in enumerate(played.values_list("stub", "position").iterator(chunk_size=10)):
        if place == 0:
            last_position = position
        if stub is not None:
            break
        uncounted += 1
    return Tally(uncounted, last_position, last_played_at)


def recount(table: Table) -> None:
    """Recalculate the tally in a locked table's row from its rounds."""
    tally = tally_at(table, datetime.max.replace(tzinfo=table.state_since.tzinfo))
    table.rounds_since_count, table.last_position, table.last_played_at = tally
