"""People at a table: dealers who have dealt for too long, floorpersons with too many tables."""

from collections.abc import Iterator
from datetime import timedelta

from compliance.checks import Check, Finding, Look, declare, finds
from compliance.models import Severity
from compliance.policies import policy
from compliance.roles import OFFICERS, PIT, Role

from ..models import Table
from ..people import stint_at
from ..words import span

declare(
    Check("dealer_too_long", "Dealer too long at a table", closed_by=PIT),
    Check("floorperson_span", "Floorperson with too many tables", to=Role.PIT_BOSS, closed_by=OFFICERS),
)

# After the warning, when relieving the dealer is not only due but late.
LATE = timedelta(minutes=30)

# Too many tables become fewer by what happens at another table.
LOOK_AGAIN = timedelta(minutes=1)


@finds("table")
def dealers_too_long(look: Look) -> Iterator[Finding]:
    table: Table = look.thing
    stint = stint_at(table)
    if stint is None or table.state != Table.State.OPEN:
        return
    rule = policy("dealer_stint", look.facility.jurisdiction)
    due_at = stint.started_at + timedelta(minutes=rule.value)
    look.again(due_at, due_at + LATE)
    if look.at < due_at:
        return
    severity = Severity.WARNING if look.at < due_at + LATE else Severity.DUE
    yield Finding(
        "dealer_too_long", stint.subject_key, severity,
        f"{stint.staff} deals since {span(due_at, stint.started_at)} hours and is to be relieved", rule.cite,
        occurrence=stint.started_at.isoformat(), since=due_at, due_at=due_at, act="table.relieve-dealer",
        act_on=table.code,
    )  # fmt: skip


@finds("table")
def too_many_tables(look: Look) -> Iterator[Finding]:
    """Of the tables of a floorperson who has too many, the one that came last is one too many."""
    table: Table = look.thing
    charge = next((each for each in table.known("supervisions", ended_at=None) if each.ended_at is None), None)
    rule = policy("floorperson_span", look.facility.jurisdiction)
    if charge is None or not table.is_live or charge.span <= rule.value:
        return
    look.again(look.at + LOOK_AGAIN)
    others = charge.staff.supervisions.filter(ended_at=None, facility=look.facility)
    if others.filter(started_at__gt=charge.started_at).exists():
        return
    yield Finding(
        "floorperson_span", table.subject_key, Severity.DUE,
        f"{charge.staff} supervises {charge.span} open tables, {rule.value} at most. Put another in charge here.",
        rule.cite, since=charge.started_at, act="table.supervise", act_on=table.code,
    )  # fmt: skip
