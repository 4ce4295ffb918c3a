"""Findings about a facility: decks to collect and expiring licenses.

Some facility entries also affect its tables, such as a withdrawn offer or a revoked license.
"""

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime, timedelta

from django.db.models import Max

from compliance.alerts.scan import schedule_check
from compliance.facilities.gaming_day import day_bounds, gaming_day
from compliance.facilities.policies import policy
from compliance.findings import Check, Finding, Inspection, declare, fetches, finds, prepares
from compliance.models import Facility, Posting, Severity, Stream
from compliance.staff.roles import ADMINISTRATORS, OFFICERS, Role
from tables.models import Deck, Licence, Table

declare(
    Check("decks_uncollected", "Removed decks not collected", to=Role.PIT_BOSS, closed_by=OFFICERS),
    Check(
        "licence_expiring",
        "License expiring",
        to=Role.COMPLIANCE_OFFICER,
        closed_by=OFFICERS | ADMINISTRATORS,
        patience=480,
    ),
)

# Facility entries that can change the obstacles or the people in charge of its tables.
CONCERNS_TABLES = (
    "layout.",
    "offer.",
    "licence.",
    "test.",
    "staff.posted",
    "staff.posting_ended",
    "staff.disabled",
    "staff.enabled",
    "pit.given",
    "shift.",
    "device.approved",
)


@fetches("facility")
def facilities(codes: Sequence[str], at: datetime) -> Mapping[str, Facility]:
    return {facility.code: facility for facility in Facility.objects.filter(code__in=codes)}


@prepares("facility")
def pass_on_to_tables(inspections: Sequence[Inspection]) -> None:
    """Schedule a check of all tables that are not closed after an entry that affects them."""
    for inspection in inspections:
        if any(entry.action.startswith(CONCERNS_TABLES) for entry in inspection.entries):
            live = Table.objects.filter(facility=inspection.facility).exclude(
                state__in=(Table.State.CLOSED, Table.State.CLOSED_FOR_CAUSE)
            )
            keys = [f"table:{code}" for code in live.values_list("code", flat=True)]
            schedule_check(Stream.objects.filter(key__in=keys), inspection.at)


@finds("facility")
def decks_to_collect(inspection: Inspection) -> Iterator[Finding]:
    """Report decks that were not collected on the gaming day of their removal."""
    day = gaming_day(inspection.facility, inspection.at)
    began, ends = day_bounds(inspection.facility, day)
    inspection.recheck_at(ends)
    waiting = Deck.objects.filter(facility=inspection.facility, state=Deck.State.REMOVED, removed_at__lt=began).count()
    if waiting == 0:
        return
    decks = "1 deck was" if waiting == 1 else f"{waiting} decks were"
    yield Finding(
        "decks_uncollected",
        inspection.facility.subject_key,
        Severity.DUE,
        f"{decks} removed before this gaming day and not collected. Collect with security.",
        policy("deck_collected", inspection.facility.jurisdiction).cite,
        occurrence=f"{day}",
        since=began,
        act="facility.collect-decks",
        act_on=inspection.facility.code,
    )


@finds("facility")
def licences_running_out(inspection: Inspection) -> Iterator[Finding]:
    """Report dealers whose last license has expired or will soon."""
    rule, day = (
        policy("licence_renewal", inspection.facility.jurisdiction),
        gaming_day(inspection.facility, inspection.at),
    )
    last = (
        Licence.objects.filter(facility=inspection.facility, revoked_on=None)
        .values("staff")
        .annotate(on=Max("expires_on"))
    )
    ending = dict(last.filter(on__lte=day + timedelta(days=rule.value)).values_list("staff", "on"))
    posted = Posting.objects.filter(
        facility=inspection.facility, role=Role.DEALER, ended_at=None, staff__is_active=True, staff__in=ending
    )
    for posting in posted.select_related("staff"):
        on = ending[posting.staff_id]
        what = f"expires on {on:%b %-d, %Y}" if on >= day else f"expired on {on:%b %-d, %Y}"
        yield Finding(
            "licence_expiring",
            f"dealer:{posting.pk}",
            Severity.WARNING,
            f"The license of {posting.staff} {what}",
            rule.cite,
            occurrence=f"{on}",
            act="dealer.record-licence",
            act_on=posting.pk,
        )
