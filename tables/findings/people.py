"""Findings about people: dealers too long at a table, floorpersons with too many tables."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta

from django.db.models import Max

from compliance.facilities.policies import policy
from compliance.findings import Check, Finding, Inspection, declare, finds, prepares
from compliance.models import Severity
from compliance.staff.roles import OFFICERS, PIT, Role
from tables.dealers.roster import stint_at
from tables.formatting import format_duration
from tables.models import Supervision, Table

declare(
    Check("dealer_too_long", "Dealer too long at a table", closed_by=PIT),
    Check("floorperson_span", "Floorperson with too many tables", to=Role.PIT_BOSS, closed_by=OFFICERS),
)

# How long after the warning the relief is due.
LATE = timedelta(minutes=30)

# Entries at other tables can reduce the number of tables.
LOOK_AGAIN = timedelta(minutes=1)


@finds("table")
def dealers_too_long(inspection: Inspection) -> Iterator[Finding]:
    table: Table = inspection.thing
    stint = stint_at(table)
    if stint is None or table.state != Table.State.OPEN:
        return
    rule = policy("dealer_stint", inspection.facility.jurisdiction)
    due_at = stint.started_at + timedelta(minutes=rule.value)
    inspection.recheck_at(due_at, due_at + LATE)
    if inspection.at < due_at:
        return
    severity = Severity.WARNING if inspection.at < due_at + LATE else Severity.DUE
    yield Finding(
        "dealer_too_long",
        stint.subject_key,
        severity,
        f"{stint.staff} has dealt for {format_duration(due_at, stint.started_at)} hours and is due for relief",
        rule.cite,
        occurrence=stint.started_at.isoformat(),
        since=due_at,
        due_at=due_at,
        act="table.relieve-dealer",
        act_on=table.code,
    )


@prepares("table")
def last_charges(inspections: Sequence[Inspection]) -> None:
    """Fetch when each floorperson took on their latest table, per facility."""
    charges = {
        charge.staff_id
        for inspection in inspections
        for charge in inspection.thing.known("supervisions", ended_at=None)
    }
    open_ = Supervision.objects.filter(staff__in=charges, ended_at=None).order_by()
    found: dict[int, dict[int, datetime]] = defaultdict(dict)
    for facility, staff, at in open_.values_list("facility", "staff").annotate(Max("started_at")):
        found[facility][staff] = at
    for inspection in inspections:
        inspection.known["last charges"] = found[inspection.facility.pk]


@finds("table")
def too_many_tables(inspection: Inspection) -> Iterator[Finding]:
    """Report the latest table of a floorperson who has too many."""
    table: Table = inspection.thing
    charge = next((each for each in table.known("supervisions", ended_at=None) if each.ended_at is None), None)
    rule = policy("floorperson_span", inspection.facility.jurisdiction)
    if charge is None or not table.is_live or charge.span <= rule.value:
        return
    inspection.recheck_at(inspection.at + LOOK_AGAIN)
    if charge.started_at < inspection.known["last charges"].get(charge.staff_id, charge.started_at):
        return
    yield Finding(
        "floorperson_span",
        table.subject_key,
        Severity.DUE,
        f"{charge.staff} supervises {charge.span} open tables; the maximum is {rule.value}. Assign another supervisor.",
        rule.cite,
        since=charge.started_at,
        act="table.supervise",
        act_on=table.code,
    )
