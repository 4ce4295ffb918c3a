"""Send lines of rounds as a batch in tests, and return the answer to each."""

import json
from datetime import datetime, timedelta
from typing import Any

import msgspec

from compliance.journal.verify import find_misfits
from games.rounds.log.batches import log_lines
from games.totals.services import differences
from tables.models import Table
from tests.floor import Floor
from tests.games.sample_rounds import a_round, counted


def line_of(body: Any) -> bytes:
    return json.dumps(body).encode()


def send_lines(floor: Floor, table: Table, *bodies: Any) -> list[Any]:
    """Send lines, given as JSON or as they are, and return what each was answered."""
    lines = [body if isinstance(body, bytes) else line_of(body) for body in bodies]
    answers = log_lines(table, enumerate(lines, start=1), by=floor.floorperson, at=floor.at)
    return [msgspec.json.decode(answer.body) for answer in answers]


def statuses(answers: list[Any]) -> list[int]:
    return [answer["answer"] for answer in answers]


def an_evening(
    floor: Floor, rounds: int, *, count_every: int = 5, begun_at: datetime | None = None
) -> list[dict[str, Any]]:
    """Return rounds a minute apart from when the table opened, of which so many are counted, and move the clock on."""
    begun_at = begun_at or floor.at
    bodies = []
    for place in range(rounds):
        body = a_round(floor.edition, seed=place, played_at=(begun_at + timedelta(minutes=place)).isoformat())
        bodies.append(counted(body, floor.edition) if place % count_every == count_every - 1 else body)
    floor.at = begun_at + timedelta(minutes=rounds)
    return bodies


def whole() -> bool:
    """Tell whether journal and totals are as they must be."""
    return list(find_misfits([])) == [] and list(differences()) == []
