"""Create rounds on several gaming days, and totals of past days, for tests of spans."""

from datetime import date, datetime, timedelta
from random import Random
from typing import Any

from casino.reports.document import Sheet, Value
from compliance.errors import RuleViolations
from games.models import DayTotal, Round
from tables.models import Table
from tests.floor import Floor
from tests.games import acts
from tests.games.sample_rounds import a_round, log


def deal(floor: Floor, table: Table, at: datetime, body: dict[str, Any] | None = None) -> Round:
    """Log a round at a moment, though the floor had long been asked for other cards and another dealer."""
    floor.at = at
    body = a_round(floor.edition, seed=int(at.timestamp()) % 1000) if body is None else body
    try:
        return log(floor, table, body)
    except RuleViolations:
        return acts.in_breach(floor, table, body)


def past(table: Table, day: date, staked: int, win: int, edition: str = "md") -> DayTotal:
    """Let so much have been staked and won at a table in a gaming day."""
    return DayTotal.objects.create(
        facility=table.facility,
        table=table,
        gaming_day=day,
        edition=edition,
        rounds=staked // 100_00 + 1,
        staked_cents=staked,
        pays_cents=staked - win - staked // 3,
        returned_cents=staked // 3,
    )


def usual_days(table: Table, first: date, days: int, *, edition: str = "md", seed: int = 1) -> list[DayTotal]:
    """Let a table hold about a tenth of $10,000 for some days."""
    dice = Random(seed)
    wins = (1_000_00 + dice.choice((-1, 1)) * dice.randrange(150_00, 450_00) for _ in range(days))
    return [past(table, first + timedelta(days=place), 10_000_00, win, edition) for place, win in enumerate(wins)]


def record(sheet: Sheet, **wanted: Value) -> dict[str, Value]:
    """Return the one row in which so much stands."""
    (found,) = (each for each in sheet.records() if wanted.items() <= each.items())
    return found


def total(sheet: Sheet) -> dict[str, Value]:
    assert sheet.total is not None
    return dict(zip((column.key for column in sheet.columns), sheet.total.cells, strict=True))
