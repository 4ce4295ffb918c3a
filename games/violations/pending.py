"""Open violations for a compliance officer, as shown on the board."""

from collections.abc import Iterator
from datetime import datetime

from compliance.acts.registry import act_label, act_url
from compliance.models import Facility
from compliance.staff.roles import OFFICERS
from compliance.staff.scope import Scope
from compliance.web.citations import citation_texts
from games.models import Violation
from tables.findings.due import urgency
from tables.floor.table_card import DuePresenter

# More would push everything else off the board; the rest is in the list.
MOST = 3


def pending_violations(facility: Facility, scope: Scope, at: datetime) -> Iterator[DuePresenter]:
    """Yield the oldest open violations for a compliance officer, and how many more there are."""
    if not scope.staff.roles_at(facility) & OFFICERS:
        return
    still_open = Violation.objects.filter(facility=facility, closed_at=None)
    found = still_open.select_related("facility", "round__table").order_by("pk")
    for each in found[:MOST]:
        yield _due(f"Round {each.round.number} was logged with a violation: {each.message}", each, at)
    more = found.count() - MOST
    if more > 0:
        yield _due(f"{more} more open: see Violations", None, at, facility.code)


def _due(text: str, violation: Violation | None, at: datetime, code: str = "") -> DuePresenter:
    cite = violation.cite if violation else ""
    return DuePresenter(
        status="soon",
        status_word="violation" if violation else "violations",
        text=text,
        cite=cite or None,
        words=citation_texts(cite) if cite else (),
        table_code=violation.round.table.code if violation else code,
        url=act_url("violation.close", violation) if violation else None,
        act_label=act_label("violation.close") if violation else None,
        due_at=None,
        urgency=(urgency("soon", live=True), violation.opened_at if violation else at),
        act="violation.close" if violation else None,
        on=violation,
    )
