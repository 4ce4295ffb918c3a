"""The integrity scan of settlements: settle every stored round again and report mismatches."""

from datetime import datetime

from compliance.alerts.lifecycle import open_alert
from compliance.facilities.policies import policy
from compliance.findings import Check, Finding
from compliance.journal.integrity_scan import ScanPosition, continue_scan
from compliance.models import Severity
from compliance.staff.roles import OFFICERS, Role

from .resettle import ResettleResult as Checked
from .resettle import resettle_chunk

CHECKS = (
    Check(
        "settlement_mismatch",
        "Settlement does not match",
        to=Role.COMPLIANCE_OFFICER,
        closed_by=OFFICERS,
        lasts=False,
        patience=480,
    ),
)

AT_ONCE = 100


def walk_settlements(at: datetime) -> None:
    """Settle the next stored rounds again."""
    continue_scan("settlements", _check_rounds, at)


def _check_rounds(place: ScanPosition, at: datetime) -> ScanPosition | None:
    checked = resettle_chunk(place.get("round", 0), most=AT_ONCE)
    for each in checked:
        if not each.matches:
            _open_alert(each, at)
    return {"round": checked[-1].round.pk} if checked else None


def _open_alert(checked: Checked, at: datetime) -> None:
    round_, (first, *others) = checked.round, checked.faults()
    more = f" (and {len(others)} more)" if others else ""
    finding = Finding(
        "settlement_mismatch",
        round_.subject_key,
        Severity.CRITICAL,
        f"Round {round_.number} no longer matches: {first}{more}",
        policy("records_kept", round_.facility.jurisdiction).cite,
        occurrence="settlement",
        since=round_.played_at,
        remedy="round",
        remedy_on=round_.pk,
    )
    open_alert(round_.facility, finding, at=at, place=round_.table.code)
