"""Close violations."""

from datetime import datetime

from django.db import transaction

from compliance.db.locking import locked
from compliance.errors import RuleViolation
from compliance.journal.write import journal
from compliance.models import Staff
from games.models import Violation


@transaction.atomic
def close_violation(violation: Violation, *, finding: str, by: Staff, at: datetime) -> Violation:
    """Close a violation and record its finding: what happened, who was informed, and what was done."""
    violation = locked(violation)
    if not violation.is_open:
        raise RuleViolation("closed_already", f"{violation} is already closed: {violation.finding}")
    violation.closed_at, violation.closed_by, violation.finding = at, by, finding
    violation.save(update_fields=["closed_at", "closed_by", "finding"])
    journal(
        "violation.closed",
        violation,
        on=violation.round.table,
        by=by,
        at=at,
        cite=violation.cite,
        code=violation.code,
        round=violation.round.number,
        finding=finding,
        changes_floor=False,
    )
    return violation
