"""Alert check: API keys in use that expire soon."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from datetime import timedelta

from compliance.facilities.policies import policy
from compliance.findings import Check, Finders, Finding, Inspection
from compliance.models import Key, Severity
from compliance.staff.roles import OFFICERS, Role

# A notice becomes a warning this long before the key expires.
RINGS = timedelta(days=3)
# A key that was not used for this long may expire without an alert.
IN_USE = timedelta(days=30)


def expiring_keys(inspections: Sequence[Inspection]) -> None:
    """Fetch the keys in use that will expire, for several facilities."""
    at = min(inspection.at for inspection in inspections)
    used = Key.objects.filter(revoked_at=None, last_used_at__gt=at - IN_USE, expires_at__gt=at)
    found: dict[int, list[Key]] = defaultdict(list)
    for key in used.filter(facility__in=[inspection.facility.pk for inspection in inspections]).order_by("pk"):
        found[key.facility_id].append(key)
    for inspection in inspections:
        inspection.known["expiring keys"] = found[inspection.facility.pk]


def keys_expire(inspection: Inspection) -> Iterator[Finding]:
    """Find keys in use that expire soon."""
    rule = policy("key_renewal", inspection.facility.jurisdiction)
    told = timedelta(days=rule.value)
    for key in inspection.known["expiring keys"]:
        inspection.recheck_at(key.expires_at - told)
        if not inspection.at < key.expires_at <= inspection.at + told:
            continue
        severity = Severity.WARNING if key.expires_at <= inspection.at + RINGS else Severity.NOTICE
        yield Finding(
            "key_expires",
            key.subject_key,
            severity,
            f"The API key of {key.name} ({key.prefix}) expires. Create a new key for the program and revoke this one.",
            rule.cite,
            occurrence=key.expires_at.isoformat(),
            due_at=key.expires_at,
            remedy="key",
            remedy_on=key.prefix,
            changes_at=inspection.after(key.expires_at - RINGS, key.expires_at),
        )


FINDERS = Finders(
    checks=(Check("key_expires", "API key expires", to=Role.ADMINISTRATOR, closed_by=OFFICERS),),
    prepare=(expiring_keys,),
    find=(keys_expire,),
)
