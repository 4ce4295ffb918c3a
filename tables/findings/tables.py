"""Fetch tables for inspection, and schedule their daily recheck."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime

from compliance.facilities.gaming_day import day_bounds, gaming_day
from compliance.findings import Finders, Finding, Inspection
from tables.dealers.roster import floorperson_at
from tables.floor.queries import with_relations
from tables.models import PitDuty, Table


def tables(codes: Sequence[str], at: datetime) -> Mapping[str, Table]:
    return {table.code: table for table in with_relations(Table.objects.filter(code__in=codes), at)}


def who_is_in_charge(inspections: Sequence[Inspection]) -> None:
    """Set each table's floorperson and pit boss."""
    duties = PitDuty.objects.filter(pit__in={inspection.thing.pit_id for inspection in inspections}, ended_at=None)
    pit_bosses = {duty.pit_id: duty.staff for duty in duties.select_related("staff")}
    for inspection in inspections:
        inspection.place = inspection.thing.code
        inspection.floorperson = floorperson_at(inspection.thing)
        inspection.pit_boss = pit_bosses.get(inspection.thing.pit_id)


def turn_of_the_day(inspection: Inspection) -> Iterator[Finding]:
    """Recheck an open table when the gaming day changes, because inspections and licenses depend on the day."""
    if inspection.thing.is_live:
        inspection.recheck_at(day_bounds(inspection.facility, gaming_day(inspection.facility, inspection.at))[1])
    yield from ()


# Only a scan needs to know who gets an alert, and when to scan again.
FINDERS = Finders(prepare=(who_is_in_charge,), find=(turn_of_the_day,), scan_only=True)
