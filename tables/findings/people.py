"""Findings about people: dealers too long at a table, floorpersons with too many tables."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from typing import Any

from django.db.models import Max

from compliance.facilities.policies import policy
from compliance.findings import Check, Finders, Finding, Inspection
from compliance.formatting import format_duration
from compliance.models import Severity
from compliance.staff.roles import OFFICERS, PIT, Role
from tables.dealers.roster import stint_at
from tables.models import Supervision, Table

# How long after the warning the relief is due.
LATE = timedelta(minutes=30)

# Entries at other tables can reduce the number of tables.
LOOK_AGAIN = timedelta(minutes=1)


def dealers_too_long(inspection: Inspection) -> Iterator[Finding]:
    table: Table = inspection.thing
    stint = stint_at(table)
    if stint is None or table.state != Table.State.OPEN:
        return
    rule = policy("dealer_stint", inspection.facility.jurisdiction)
    due_at = stint.started_at + timedelta(minutes=rule.value)
    if inspection.at < due_at:
        inspection.recheck_at(due_at)
        return
    severity = Severity.WARNING if inspection.at < due_at + LATE else Severity.DUE
    yield Finding(
        "dealer_too_long",
        stint.subject_key,
        severity,
        f"{stint.staff} has dealt for {format_duration(due_at - stint.started_at)} hours and is due for relief",
        rule.cite,
        "table.relieve-dealer",
        table,
        due_at,
        changes_at=inspection.after(due_at + LATE),
        since=due_at,
        occurrence=stint.started_at.isoformat(),
    )


def _excess(inspection: Inspection) -> Any:
    """Return the supervision of a live table by a floorperson with too many tables, if it is."""
    table: Table = inspection.thing
    most = policy("floorperson_span", inspection.facility.jurisdiction).value
    for charge in table.known("supervisions", ended_at=None) if table.is_live else ():
        if charge.ended_at is None and getattr(charge, "span", 0) > most:
            return charge
    return None


def last_charges(inspections: Sequence[Inspection]) -> None:
    """Fetch when each floorperson with too many tables took on their latest one, per facility."""
    charges = {charge.staff_id for inspection in inspections if (charge := _excess(inspection))}
    if not charges:
        return
    open_ = Supervision.objects.filter(staff__in=charges, ended_at=None).order_by()
    found: dict[int, dict[int, datetime]] = defaultdict(dict)
    for facility, staff, at in open_.values_list("facility", "staff").annotate(Max("started_at")):
        found[facility][staff] = at
    for inspection in inspections:
        inspection.known["last charges"] = found[inspection.facility.pk]


def too_many_tables(inspection: Inspection) -> Iterator[Finding]:
    """Report the latest table of a floorperson who has too many."""
    charge = _excess(inspection)
    if charge is None:
        return
    inspection.recheck_at(inspection.at + LOOK_AGAIN)
    if charge.started_at < inspection.known["last charges"].get(charge.staff_id, charge.started_at):
        return
    rule = policy("floorperson_span", inspection.facility.jurisdiction)
    yield Finding(
        "floorperson_span",
        inspection.thing.subject_key,
        Severity.DUE,
        f"{charge.staff} supervises {charge.span} open tables; the maximum is {rule.value}.",
        rule.cite,
        "table.supervise",
        inspection.thing,
        since=charge.started_at,
        advice="Assign another supervisor.",
    )


FINDERS = Finders(
    checks=(
        Check("dealer_too_long", "Dealer too long at a table", closed_by=PIT),
        Check("floorperson_span", "Floorperson with too many tables", to=Role.PIT_BOSS, closed_by=OFFICERS),
    ),
    prepare=(last_charges,),
    find=(dealers_too_long, too_many_tables),
)
