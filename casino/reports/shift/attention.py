"""Items in a shift report that need a manager's attention, worst first."""

from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple

from compliance.facilities.policies import policy
from compliance.models import Facility

from ..columns import NUMBER, TEXT, ColumnSpec, SheetSpec
from ..document import Sheet


class Concern(NamedTuple):
    """An issue to count in a sheet, by rows or by a column's sum. `policy` names the rule behind it if the sheet cites
    none."""

    what: str
    sheet: str
    status: str
    count: Callable[[Sheet], int]
    policy: str = ""


def _rows(sheet: Sheet) -> int:
    return len(sheet.rows)


def _summed(column: str) -> Callable[[Sheet], int]:
    return lambda sheet: sum(value for value in sheet.values(column) if isinstance(value, int))


def _rows_with_status(status: str) -> Callable[[Sheet], int]:
    return lambda sheet: sum(row.status == status for row in sheet.rows)


CONCERNS = (
    Concern("Open violations", "breaches", "blocked", _rows_with_status("blocked"), "round_in_breach"),
    Concern("Late deck changes", "deck_changes", "due", _summed("late")),
    Concern("Missed stub counts", "counts", "due", _summed("missed")),
    Concern("Wrong stub counts", "counts", "due", _summed("wrong")),
    Concern("Devices still down", "devices", "due", _rows_with_status("due"), "device_out_of_use"),
    Concern("Tables closed for cause", "openings", "soon", _rows_with_status("soon"), "table_released"),
    Concern("Voided rounds", "struck", "soon", _rows, "round_voided"),
    Concern("Payout limits applied", "limits", "soon", _rows),
    Concern("Alerts still open", "alerts", "soon", _summed("open"), "alert_worked"),
    Concern("Escalated alerts", "alerts", "soon", _summed("passed_up"), "alert_acknowledged"),
    Concern("Tables outside expected hold", "tables", "soon", _rows_with_status("soon"), "hold_interval"),
)


class Issue(NamedTuple):
    concern: Concern
    number: int
    cite: str


ATTENTION = SheetSpec(
    "attention",
    "Needs attention",
    (
        ColumnSpec("what", "What", TEXT, lambda issue: issue.concern.what),
        ColumnSpec("number", "Number", NUMBER, lambda issue: issue.number),
        ColumnSpec("cite", "Paragraph", TEXT, lambda issue: issue.cite),
    ),
    "Nothing.",
    lambda issue: {"sheet": issue.concern.sheet},
    lambda issue: issue.concern.status,
)


def attention(facility: Facility, sheets: Mapping[str, Sheet]) -> Sheet:
    return ATTENTION.sheet(_found(facility, sheets))


def _found(facility: Facility, sheets: Mapping[str, Sheet]) -> Iterator[Issue]:
    for concern in CONCERNS:
        sheet = sheets[concern.sheet]
        number = concern.count(sheet)
        if number:
            cite = policy(concern.policy, facility.jurisdiction).cite if concern.policy else sheet.cite
            yield Issue(concern, number, cite)
