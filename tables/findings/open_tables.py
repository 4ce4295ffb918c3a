"""Findings about open tables that should not be open (see gates.py), and notices of new limits."""

from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from typing import Any

from django.db.models import Max

from compliance.errors import RuleViolation
from compliance.facilities.gaming_day import day_bounds, gaming_day
from compliance.facilities.policies import policy
from compliance.findings import Check, Finding, Inspection, declare, finds, prepares
from compliance.models import Severity
from compliance.staff.roles import OFFICERS, Role
from tables.floor.services import running_notice
from tables.models import Layout, Offer, Stint, Supervision, Table

from .gates import LATER, obstacles

_PAPERS = {
    "no_offer": "No offer",
    "offer_not_in_force": "Offer not in force",
    "no_layout": "No layout",
    "layout_not_in_force": "Layout not in force",
    "layout_of_another_edition": "Layout of another edition",
    "layout_does_not_match": "Layout does not match the offer",
}
_FLOOR = {
    "sign_missing": "Sign missing",
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

declare(
    *(Check(name, label, to=Role.PIT_BOSS, closed_by=OFFICERS) for name, label in _PAPERS.items()),
    *(Check(name, label, closed_by=OFFICERS) for name, label in _FLOOR.items()),
    Check("device_not_approved", "Device not approved", to=Role.COMPLIANCE_OFFICER, closed_by=OFFICERS),
    Check("limit_notice", "Notice of new limits"),
)

# A table may be without a dealer or floorperson this long during a handover.
HANDOVER = timedelta(minutes=5)
_HANDED_OVER = frozenset({"no_dealer", "no_floorperson"})

# How long the devices of an open table may wait for inspection after the gaming day changes.
INSPECTED_WITHIN = timedelta(hours=1)


@prepares("table")
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
        gone = rows.filter(table__in=without).order_by().values_list("table").annotate(Max("ended_at"))
        for table, at in gone if without else ():
            without[table].known[f"{code} since"] = max(at, without[table].thing.state_since) if at else None


@finds("table")
def what_stands_against(inspection: Inspection) -> Iterator[Finding]:
    table: Table = inspection.thing
    if not table.is_live:
        return
    _wait_for_papers(inspection, table)
    together: dict[tuple[str, str], list[RuleViolation]] = {}
    for obstacle in obstacles(table, inspection.at):
        together.setdefault((obstacle.code, _subject(obstacle, table)), []).append(obstacle)
    for (code, subject), several in together.items():
        yield from _findings(inspection, table, code, subject, several)


def _subject(obstacle: RuleViolation, table: Table) -> str:
    """Return the subject of an obstacle. A table's uninspected devices count as one finding."""
    on = obstacle.remedy_on if obstacle.code != "device_not_inspected" else None
    subject: str = getattr(on, "subject_key", table.subject_key)
    return subject


def _findings(
    inspection: Inspection, table: Table, code: str, subject: str, several: list[RuleViolation]
) -> Iterator[Finding]:
    first = several[0]
    severity, since, occurrence = _how_bad(inspection, table, code)
    if severity is None:
        return
    more = f" And {len(several) - 1} more like it." if len(several) > 1 else ""
    on: Any = first.remedy_on or table
    yield Finding(
        code,
        subject,
        severity,
        first.message + more,
        first.cite or "",
        occurrence=occurrence,
        since=since,
        act=first.remedy or "",
        act_on=on.code if isinstance(on, Table) else on.pk,
    )


def _how_bad(inspection: Inspection, table: Table, code: str) -> tuple[Severity | None, datetime | None, str]:
    """Return an obstacle's severity, since when it exists, and its occurrence."""
    if code == "device_not_inspected":
        day = gaming_day(inspection.facility, inspection.at)
        turned = day_bounds(inspection.facility, day)[0]
        late = turned + INSPECTED_WITHIN
        inspection.recheck_at(late)
        return Severity.DUE if inspection.at >= late else Severity.WARNING, turned, f"{day}"
    since = inspection.stream.changed_at
    if code in _HANDED_OVER:
        if table.state == Table.State.IDLE and code == "no_dealer":
            return None, None, ""
        since = inspection.known.get(f"{code} since") or table.state_since
        late = since + HANDOVER
        inspection.recheck_at(late)
        return Severity.DUE if inspection.at >= late else None, since, ""
    return Severity.DUE if code in LATER else Severity.CRITICAL, since, ""


def _wait_for_papers(inspection: Inspection, table: Table) -> None:
    """Recheck when an offer or a layout takes effect or ends."""
    for row in (*table.known("offers_in_force"), *table.known("layouts_in_force")):
        inspection.recheck_at(row.from_at)
    papers: tuple[Offer | Layout | None, ...] = (table.offer_at(inspection.at), table.layout_at(inspection.at))
    for paper in papers:
        if paper is not None:
            inspection.recheck_at(paper.effective_at, paper.superseded_at, paper.withdrawn_at)


@finds("table")
def notices(inspection: Inspection) -> Iterator[Finding]:
    """Report announced limits that have not taken effect, as information only."""
    table: Table = inspection.thing
    notice = running_notice(table, inspection.at) if table.is_live else None
    if notice is None:
        return
    inspection.recheck_at(notice.from_at)
    cite = policy("limit_notice", inspection.facility.jurisdiction).cite
    yield Finding(
        "limit_notice",
        table.subject_key,
        Severity.NOTICE,
        f"Notice of new limits: {notice.offer} takes effect",
        cite,
        occurrence=notice.from_at.isoformat(),
        since=notice.placed_at,
        due_at=notice.from_at,
        act="table",
        act_on=table.code,
    )
