"""What is looked at for a facility as a whole: decks to be collected, licences that run out.

What is told of the facility may also concern its tables: an offer that is withdrawn, a licence that is revoked.
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
        "Licence runs out",
        to=Role.COMPLIANCE_OFFICER,
        closed_by=OFFICERS | ADMINISTRATORS,
        patience=480,
    ),
)

# What is told of a facility and changes what stands against its tables, or who is in charge of them.
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
    """Have the tables that are not closed looked at after what concerns them all."""
    for inspection in inspections:
        if any(entry.action.startswith(CONCERNS_TABLES) for entry in inspection.entries):
            live = Table.objects.filter(facility=inspection.facility).exclude(
                state__in=(Table.State.CLOSED, Table.State.CLOSED_FOR_CAUSE)
            )
            keys = [f"table:{code}" for code in live.values_list("code", flat=True)]
            schedule_check(Stream.objects.filter(key__in=keys), inspection.at)


@finds("facility")
def decks_to_collect(inspection: Inspection) -> Iterator[Finding]:
    """Decks that were removed on a gaming day are collected before it ends."""
    day = gaming_day(inspection.facility, inspection.at)
    began, ends = day_bounds(inspection.facility, day)
    inspection.recheck_at(ends)
    waiting = Deck.objects.filter(facility=inspection.facility, state=Deck.State.REMOVED, removed_at__lt=began).count()
    if waiting == 0:
        return
    decks = "A deck" if waiting == 1 else f"{waiting} decks"
    yield Finding(
        "decks_uncollected",
        inspection.facility.subject_key,
        Severity.DUE,
        f"{decks} removed before this gaming day not collected yet. Collect them with security.",
        policy("deck_collected", inspection.facility.jurisdiction).cite,
        occurrence=f"{day}",
        since=began,
        act="facility.collect-decks",
        act_on=inspection.facility.code,
    )


@finds("facility")
def licences_running_out(inspection: Inspection) -> Iterator[Finding]:
    """Dealers whose last licence has run out, or soon will."""
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
        what = f"runs out on {on:%d %b %Y}" if on >= day else f"ran out on {on:%d %b %Y}"
        yield Finding(
            "licence_expiring",
            f"dealer:{posting.pk}",
            Severity.WARNING,
            f"The licence of {posting.staff} {what}",
            rule.cite,
            occurrence=f"{on}",
            act="dealer.record-licence",
            act_on=posting.pk,
        )
