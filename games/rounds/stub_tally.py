"""How the count of the stub and the turn of the decks stand at a table, by the rounds themselves.

A table keeps this in its own row for the next round. Here it is counted anew: for a moment of the past, and when a
round was voided, corrected or logged late.
"""

from datetime import datetime

from games.models import Round
from tables.models import Opening, Table

from .gates import Tally


def kept_tally(table: Table) -> Tally:
    """Return what the table's own row says."""
    return Tally(table.rounds_since_count, table.last_position, table.last_played_at)


def tally_at(table: Table, at: datetime) -> Tally:
    """Return how things stood at a moment, since the table was opened; rounds voided since then were never played."""
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
    """Put into a locked table's row what its rounds say."""
    tally = tally_at(table, datetime.max.replace(tzinfo=table.state_since.tzinfo))
    table.rounds_since_count, table.last_position, table.last_played_at = tally
