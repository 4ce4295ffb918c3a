"""Findings about a facility: decks to collect, expiring licenses, and pending approvals.

Some facility entries also affect its tables, such as a withdrawn offer or a revoked license.
"""

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime, timedelta

from django.db.models import Max

from compliance.alerts.scan import schedule_check
from compliance.facilities.gaming_day import day_bounds, gaming_day
from compliance.facilities.policies import policy
from compliance.findings import Check, Finders, Finding, Inspection
from compliance.formatting import format_date
from compliance.models import Facility, Posting, Severity, Stream
from compliance.staff.roles import ADMINISTRATORS, OFFICERS, Role
from tables.models import Deck, Device, Layout, Licence, Offer, Table

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


def facilities(codes: Sequence[str], at: datetime) -> Mapping[str, Facility]:
    return {facility.code: facility for facility in Facility.objects.filter(code__in=codes)}


def pass_on_to_tables(inspections: Sequence[Inspection]) -> None:
    """Schedule a check of all tables that are not closed after an entry that affects them."""
    for inspection in inspections:
        if any(entry.action.startswith(CONCERNS_TABLES) for entry in inspection.entries):
            live = Table.objects.filter(facility=inspection.facility).exclude(
                state__in=(Table.State.CLOSED, Table.State.CLOSED_FOR_CAUSE)
            )
            keys = [f"table:{code}" for code in live.values_list("code", flat=True)]
            schedule_check(Stream.objects.filter(key__in=keys), inspection.at)


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
        f"{decks} removed before this gaming day and not collected.",
        policy("deck_collected", inspection.facility.jurisdiction).cite,
        "facility.collect-decks",
        inspection.facility,
        since=began,
        occurrence=f"{day}",
        advice="Collect with security.",
    )


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
        what = f"expires on {format_date(on)}" if on >= day else f"expired on {format_date(on)}"
        yield Finding(
            "licence_expiring",
            f"dealer:{posting.pk}",
            Severity.WARNING,
            f"The license of {posting.staff} {what}",
            rule.cite,
            "dealer.record-licence",
            posting.pk,
            occurrence=f"{on}",
        )


def pending_approvals(inspection: Inspection) -> Iterator[Finding]:
    """Report submissions and devices that wait for a compliance officer's approval."""
    facility = inspection.facility
    submitted = {"facility": facility, "approved_at": None, "withdrawn_at": None}
    devices = Device.objects.filter(facility=facility, approved_on=None, retired_at=None)
    for waiting, act, rule in (
        (Layout.objects.filter(**submitted), "layout.approve", "layout_approved"),
        (Offer.objects.filter(**submitted), "offer.approve", "offer_approved"),
        (devices, "device.approve", "device_approved"),
    ):
        for each in waiting.select_related("facility"):
            name = f"{each}" if isinstance(each, Device) else f"{str(each._meta.verbose_name).capitalize()} {each}"
            yield Finding(
                "approval_pending",
                each.subject_key,
                Severity.NOTICE,
                f"{name} waits for approval",
                policy(rule, facility.jurisdiction).cite,
                act,
                each,
                occurrence="submitted",
            )


FINDERS = Finders(
    checks=(
        Check("decks_uncollected", "Removed decks not collected", to=Role.PIT_BOSS, closed_by=OFFICERS),
        Check(
            "licence_expiring",
            "License expiring",
            to=Role.COMPLIANCE_OFFICER,
            closed_by=OFFICERS | ADMINISTRATORS,
            patience=480,
        ),
        Check("approval_pending", "Approval pending", to=Role.COMPLIANCE_OFFICER, closed_by=OFFICERS),
    ),
    prepare=(pass_on_to_tables,),
    find=(decks_to_collect, licences_running_out, pending_approvals),
)
