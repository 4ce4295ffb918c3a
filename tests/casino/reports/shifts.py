"""Play a shift with some of everything through the services, and return its report."""

from datetime import datetime
from typing import Any

from casino.reports.document import Report, Value
from casino.reports.models import ReportedShift
from casino.reports.services import hand_over, items_of, sign_report
from casino.reports.shift import shift_report
from casino.reports.shift.open_items import open_items, seen_as
from compliance.models import Staff
from compliance.staff.roles import Role
from tables.models import Pit, Shift, Table
from tests.floor import Floor, signed_by
from tests.games.sample_rounds import a_round, counted, log


def reported(shift: Shift) -> ReportedShift:
    return ReportedShift.objects.select_related("facility", "template__facility", "manager").get(pk=shift.pk)


def report_of(shift: Shift, at: datetime) -> Report:
    return shift_report(reported(shift), at).report


def only(report: Report, sheet: str, **known: Value) -> dict[str, Value]:
    """Return the one row of a sheet whose values are these."""
    found = [row for row in report[sheet].records() if all(row[name] == value for name, value in known.items())]
    assert len(found) == 1, f"{sheet}: {len(found)} rows with {known}"
    return found[0]


def play(floor: Floor, table: Table, rounds: int, *, every: int = 2, seed: int = 0) -> None:
    """Play some rounds, one every so many minutes, the stub counted whenever it is due."""
    for place in range(rounds):
        table.refresh_from_db()
        body = a_round(floor.edition, seed=seed + place + 1)
        log(floor, table, counted(body, floor.edition) if table.rounds_since_count >= 4 else body)
        floor.later(minutes=every)


def sign(
    floor: Floor, shift: Shift, *, second: Staff | None = None, by: Staff | None = None, **more: Any
) -> ReportedShift:
    confirmation = signed_by(second, Role.COMPLIANCE_OFFICER) if second else None
    return sign_report(reported(shift), by=by or floor.shift_manager, at=floor.at, second=confirmation, **more)


def hand(floor: Floor, shift: Shift, pit: Pit, *, note: str = "") -> ReportedShift:
    """Hand over a pit: the shift manager gives it, the pit boss takes it."""
    taker = signed_by(floor.pit_boss, Role.PIT_BOSS)
    seen = seen_as(items_of(open_items(floor.facility, floor.at), pit))
    return hand_over(reported(shift), pit=pit, seen=seen, note=note, by=floor.shift_manager, at=floor.at, second=taker)
