"""Findings about tables that are open but should not be (see gates.py) or closed for cause, and notices of limits."""

from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta

from django.db.models import Max

from compliance.facilities.gaming_day import day_bounds, gaming_day
from compliance.facilities.policies import policy
from compliance.findings import Check, Finders, Finding, Inspection
from compliance.models import Severity
from compliance.staff.roles import OFFICERS, Role
from tables.floor.queries import running_notice
from tables.models import Layout, Offer, Stint, Supervision, Table

from .decks import after_grace
from .gates import closed_for_cause, obstacles

_PAPERS = {
    "no_offer": "No offer",
    "offer_not_in_force": "Offer not in force",
    "no_layout": "No layout",
    "layout_not_in_force": "Layout not in force",
    "layout_of_another_edition": "Layout of another edition",
    "layout_does_not_match": "Layout does not match the offer",
    "layout_positions": "Layout has other positions than the table",
}
_FLOOR = {
    "sign_missing": "Sign missing",
    "limit_sign_missing": "Payout limit sign missing",
    "cover_card_missing": "No cover card recorded",
    "cover_card_like_backs": "Cover card looks like the backs",
    "shoe_stacks": "Shoe dispenses other stacks",
    "device_neglected": "Failed device not handled",
    "device_not_inspected": "Device not inspected",
    "method_not_lawful": "Dealing without a shuffler",
    "hardware_missing": "Bonus Spin hardware missing",
    "second_deck_without_shuffler": "Second deck without a shuffler",
    "no_dealer": "No dealer",
    "dealer_not_posted": "Dealer no longer posted here",
    "dealer_not_licensed": "Dealer without a license",
    "dealer_not_tested": "Dealer without a table test",
    "dealer_is_floorperson": "Dealer supervises own table",
    "no_floorperson": "No floorperson",
    "floorperson_not_posted": "Floorperson no longer posted here",
}

# A table may be without a dealer or floorperson this long during a handover.
HANDOVER = timedelta(minutes=5)
_HANDED_OVER = frozenset({"no_dealer", "no_floorperson"})

# How long the devices of an open table may wait for inspection after the gaming day changes.
INSPECTED_WITHIN = timedelta(hours=1)


def last_people_gone(inspections: Sequence[Inspection]) -> None:
    """Fetch since when tables have had no dealer or floorperson; other entries do not reset this time."""
    for code, related, rows in (
        ("no_dealer", "stints", Stint.objects),
        ("no_floorperson", "supervisions", Supervision.objects),
    ):
        without = {
            inspection.thing.pk: inspection
            for inspection in inspections
            if inspection.thing.is_live
            and not any(row.ended_at is None for row in inspection.thing.known(related, ended_at=None))
        }
        if not without:
            continue
        gone = rows.filter(table__in=without).order_by().values_list("table").annotate(Max("ended_at"))
        for table, at in gone:
            without[table].known[f"{code} since"] = max(at, without[table].thing.state_since) if at else None


def obstacles_of_open_table(inspection: Inspection) -> Iterator[Finding]:
    """Report what should keep an open table closed; several of a kind about one subject are one finding."""
    table: Table = inspection.thing
    if not table.is_live:
        return
    _wait_for_papers(inspection, table)
    together: dict[tuple[str, str], list[Finding]] = {}
    for obstacle in cached_obstacles(table, inspection.at):
        if obstacle.code == "no_dealer" and table.state == Table.State.IDLE:
            continue
        # A table's uninspected devices count as one.
        subject = table.subject_key if obstacle.code == "device_not_inspected" else obstacle.subject
        together.setdefault((obstacle.code, subject), []).append(obstacle._replace(subject=subject))
    for several in together.values():
        first = _staged(inspection, several[0])
        more = f"And {len(several) - 1} more like it." if len(several) > 1 else ""
        yield first._replace(advice=f"{first.advice} {more}".strip())


def _staged(inspection: Inspection, obstacle: Finding) -> Finding:
    """Return an obstacle with its severity now, since when it exists, and its occurrence."""
    if obstacle.code == "device_not_inspected":
        day = gaming_day(inspection.facility, inspection.at)
        turned = day_bounds(inspection.facility, day)[0]
        late = turned + INSPECTED_WITHIN
        severity = Severity.DUE if inspection.at >= late else Severity.WARNING
        return obstacle._replace(
            severity=severity, since=turned, occurrence=f"{day}", changes_at=inspection.after(late)
        )
    if obstacle.code in _HANDED_OVER:
        since = inspection.known.get(f"{obstacle.code} since") or inspection.thing.state_since
        return after_grace(inspection, obstacle, since, HANDOVER)
    return obstacle._replace(since=inspection.stream.changed_at if inspection.stream else None)


def cached_obstacles(table: Table, at: datetime) -> list[Finding]:
    """Return what prevents a table from being open, cached until the offer, the layout, or the gaming day changes."""
    offer, layout, day = table.offer_at(at), table.layout_at(at), gaming_day(table.facility, at)
    moment = (offer and (offer.pk, offer.standing(at)), layout and (layout.pk, layout.standing(at)), day)
    return table.memoize(moment, lambda: list(obstacles(table, at)))


def _wait_for_papers(inspection: Inspection, table: Table) -> None:
    """Recheck when an offer or a layout takes effect or ends."""
    for row in (*table.known("offers_in_force"), *table.known("layouts_in_force")):
        inspection.recheck_at(row.from_at)
    papers: tuple[Offer | Layout | None, ...] = (table.offer_at(inspection.at), table.layout_at(inspection.at))
    for paper in papers:
        if paper is not None:
            inspection.recheck_at(paper.effective_at, paper.superseded_at, paper.withdrawn_at)


def notices(inspection: Inspection) -> Iterator[Finding]:
    """Report announced limits that have not taken effect, as information only."""
    table: Table = inspection.thing
    notice = running_notice(table, inspection.at)
    if notice is None:
        return
    cite = policy("limit_notice", inspection.facility.jurisdiction).cite
    yield Finding(
        "limit_notice",
        table.subject_key,
        Severity.NOTICE,
        f"New limits were announced: {notice.offer} takes effect",
        cite,
        "table",
        table,
        notice.from_at,
        changes_at=notice.from_at,
        since=notice.placed_at,
        occurrence=notice.from_at.isoformat(),
    )


def tables_closed_for_cause(inspection: Inspection) -> Iterator[Finding]:
    since: datetime = inspection.thing.state_since
    finding = closed_for_cause(inspection.thing)
    if finding:
        yield finding._replace(since=since, occurrence=since.isoformat())


FINDERS = Finders(
    checks=(
        *(Check(name, label, to=Role.PIT_BOSS, closed_by=OFFICERS) for name, label in _PAPERS.items()),
        *(Check(name, label, closed_by=OFFICERS) for name, label in _FLOOR.items()),
        Check("device_not_approved", "Device not approved", to=Role.COMPLIANCE_OFFICER, closed_by=OFFICERS),
        Check("approval_incomplete", "Approval incomplete", to=Role.COMPLIANCE_OFFICER, closed_by=OFFICERS),
        Check("limit_notice", "Notice of new limits"),
        Check("closed_for_cause", "Closed for cause", to=Role.PIT_BOSS, closed_by=OFFICERS),
    ),
    prepare=(last_people_gone,),
    find=(obstacles_of_open_table, notices, tables_closed_for_cause),
)
