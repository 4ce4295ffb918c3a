"""What needs a manager's attention in a shift's report: drawn from its sheets, the worst first."""

from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple

from compliance.facilities.policies import policy
from compliance.models import Facility

from ..columns import COLUMNS, TITLES
from ..document import Row, Sheet, sheet_of


class Concern(NamedTuple):
    """Something to look for in a sheet: how many rows, or what a column comes to. `policy` is the one behind it, where
    the sheet has no paragraph of its own."""

    what: str
    sheet: str
    status: str
    count: Callable[[Sheet], int]
    policy: str = ""


def _rows(sheet: Sheet) -> int:
    return len(sheet.rows)


def _summed(column: str) -> Callable[[Sheet], int]:
    return lambda sheet: sum(value for value in sheet.values(column) if isinstance(value, int))


def _bearing(status: str) -> Callable[[Sheet], int]:
    return lambda sheet: sum(row.status == status for row in sheet.rows)


CONCERNS = (
    Concern("Rounds in breach, not dealt with", "breaches", "blocked", _bearing("blocked"), "round_in_breach"),
    Concern("Deck changes late", "deck_changes", "due", _summed("late")),
    Concern("Counts of the stub missed", "counts", "due", _summed("missed")),
    Concern("Counts of the stub wrong", "counts", "due", _summed("wrong")),
    Concern("Devices still down", "devices", "due", _bearing("due"), "device_out_of_use"),
    Concern("Tables closed for cause", "openings", "soon", _bearing("soon"), "table_released"),
    Concern("Rounds struck out", "struck", "soon", _rows, "round_voided"),
    Concern("Payout limits applied", "limits", "soon", _rows),
    Concern("Alerts still open", "alerts", "soon", _summed("open"), "alert_worked"),
    Concern("Alerts passed up", "alerts", "soon", _summed("passed_up"), "alert_acknowledged"),
    Concern("Tables outside their expected hold", "tables", "soon", _bearing("soon"), "hold_interval"),
)


def attention(facility: Facility, sheets: Mapping[str, Sheet]) -> Sheet:
    rows = list(_found(facility, sheets))
    return sheet_of("attention", TITLES["attention"], COLUMNS["attention"], rows, empty="Nothing.")


def _found(facility: Facility, sheets: Mapping[str, Sheet]) -> Iterator[Row]:
    for concern in CONCERNS:
        sheet = sheets[concern.sheet]
        number = concern.count(sheet)
        if number:
            cite = policy(concern.policy, facility.jurisdiction).cite if concern.policy else sheet.cite
            yield Row((concern.what, number, cite), {"sheet": concern.sheet}, concern.status)
