"""Look up dealers, floorpersons, licenses, and tests."""

from datetime import date

from django.db.models import Count, Exists, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce

from compliance.models import Facility, Staff
from compliance.staff.roles import FLOOR, Role, Roles
from tables.models import Licence, Opening, Stint, Supervision, Table

DEALERS: Roles = frozenset({Role.DEALER})


def stint_at(table: Table) -> Stint | None:
    """Return the current dealer's stint at a table, if any."""
    return next((stint for stint in table.known("stints", ended_at=None) if stint.ended_at is None), None)


def dealer_at(table: Table) -> Staff | None:
    stint = stint_at(table)
    return stint.staff if stint else None


def floorperson_at(table: Table) -> Staff | None:
    return next((each.staff for each in table.known("supervisions", ended_at=None) if each.ended_at is None), None)


def is_posted(person: Staff, facility: Facility, roles: Roles) -> bool:
    """Return whether a person has an active account and one of these roles at a facility now."""
    return person.is_active and any(
        posting.ended_at is None and posting.facility_id == facility.pk and posting.role in roles
        for posting in person.postings.all()
    )


def signing_dealer_at(table: Table) -> Staff | None:
    """Return the dealer who must sign for a table's cards; None if any dealer may sign."""
    dealer = dealer_at(table)
    if dealer is None or not dealer.has_pin or not is_posted(dealer, table.facility, DEALERS):
        return None
    return dealer


def charges_of_open_tables() -> QuerySet[Supervision]:
    """Return current supervisions of open and reopening tables, at every facility."""
    open_ = Q(table__state__in=(Table.State.OPEN, Table.State.IDLE))
    reopening = Opening.objects.filter(table=OuterRef("table"), finished_at=None, abandoned_at=None)
    return Supervision.objects.filter(open_ | Exists(reopening.exclude(from_step="")), ended_at=None)


def open_tables_count(staff: str) -> Coalesce:
    """Return an expression that counts a person's open tables; `staff` is the lookup from a row to the person."""
    charges = charges_of_open_tables().filter(staff=OuterRef(staff)).order_by()
    return Coalesce(Subquery(charges.values("staff").annotate(tables=Count("pk")).values("tables")), 0)


def open_tables_of(floorperson: Staff) -> list[Table]:
    """Return a floorperson's open tables."""
    return [each.table for each in charges_of_open_tables().filter(staff=floorperson).select_related("table")]


def people_at(facility: Facility, roles: Roles) -> QuerySet[Staff]:
    """Return a facility's active staff with one of these roles."""
    posted = Staff.objects.filter(
        postings__facility=facility, postings__role__in=roles, postings__ended_at=None, is_active=True
    )
    return posted.distinct().order_by("name", "badge")


def dealers_of(facility: Facility) -> QuerySet[Staff]:
    return people_at(facility, DEALERS)


def floorpersons_of(facility: Facility) -> QuerySet[Staff]:
    return people_at(facility, FLOOR)


def licence_of(dealer: Staff, facility: Facility, day: date) -> Licence | None:
    """Return the license under which a dealer may deal on a day, if any."""
    licences = (licence for licence in dealer.licences.all() if licence.facility_id == facility.pk)
    return next((licence for licence in licences if licence.holds_on(day)), None)


def passed_test(dealer: Staff, facility: Facility, game: str) -> bool:
    return any(test.game == game and test.facility_id == facility.pk for test in dealer.table_tests.all())
