"""The finding that something prevents a table from being open."""

from typing import Any

from compliance.findings import Finding
from compliance.models import Severity

# These must be fixed before a table opens, but do not stop play.
LATER = frozenset(
    {
        "device_not_inspected",
        "approval_incomplete",
        "cover_card_missing",
        "cover_card_like_backs",
        "no_floorperson",
        "floorperson_not_posted",
    }
)


def obstacle(on: Any, code: str, message: str, advice: str, cite: str, *, remedy: str) -> Finding:
    """Return an obstacle about a table, a deck or a device, which the remedy is done to."""
    blocks = code not in LATER
    severity = Severity.CRITICAL if blocks else Severity.DUE
    return Finding(code, on.subject_key, severity, message, cite, remedy, on, blocks_play=blocks, advice=advice)
