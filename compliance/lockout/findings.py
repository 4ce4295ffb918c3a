"""Alert check: many wrong passwords or PINs by one person, or from one tablet or address."""

from collections import defaultdict
from collections.abc import Iterator
from datetime import timedelta

from compliance.facilities.policies import policy
from compliance.findings import Check, Finders, Finding, Inspection
from compliance.models import Entry, Severity
from compliance.staff.roles import OFFICERS, Role

from .attempts import WRONG_PASSWORD, WRONG_PIN
from .tablets import maker_of

WITHIN = timedelta(hours=1)
# How far back in a facility's journal to look for the failures of the last hour.
_MOST_ENTRIES = 2000
_FAILURES = (WRONG_PASSWORD, WRONG_PIN)


def guessing(inspection: Inspection) -> Iterator[Finding]:
    """Find who or what has entered too many wrong passwords or PINs within an hour."""
    if inspection.stream is None or not any(entry.action in _FAILURES for entry in inspection.entries):
        return
    recent = Entry.objects.filter(
        stream=inspection.stream,
        sequence__gt=inspection.stream.length - _MOST_ENTRIES,
        action__in=_FAILURES,
        at__gt=inspection.at - WITHIN,
    )
    by_source: dict[str, list[Entry]] = defaultdict(list)
    for entry in recent.select_related("actor").order_by("sequence"):
        by_source[_source(entry)].append(entry)
    rule = policy("guessing", inspection.facility.jurisdiction)
    for source, failures in by_source.items():
        if len(failures) < rule.value:
            continue
        first, *_, last = failures
        badges = {entry.facts.get("badge") for entry in failures}
        at_whom = "one badge" if len(badges) == 1 else f"{len(badges)} badges"
        yield Finding(
            "guessing",
            last.actor.subject_key if last.actor else inspection.facility.subject_key,
            Severity.DUE,
            f"{len(failures)} wrong passwords or PINs {_whence(last)}, for {at_whom}.",
            rule.cite,
            "journal",
            inspection.facility.code,
            advice="Find out who it was. If it was nobody's mistake, set new passwords and PINs for these badges.",
            since=first.at,
            # A source that goes on raises an alert again the next hour.
            occurrence=f"{source} {last.at:%Y-%m-%dT%H}",
        )


def _source(entry: Entry) -> str:
    device: str = entry.facts.get("tablet") or entry.facts.get("address") or ""
    return entry.actor.badge if entry.actor else device


def _whence(entry: Entry) -> str:
    if entry.actor:
        return f"were entered while {entry.actor} ({entry.actor.badge}) was signed in"
    if maker := maker_of(entry.facts.get("tablet", "")):
        return f"were entered on a tablet that {maker} set up"
    return f"came from the address {entry.facts.get('address', '')}"


FINDERS = Finders(
    checks=(
        Check("guessing", "Passwords or PINs guessed", to=Role.COMPLIANCE_OFFICER, closed_by=OFFICERS, lasts=False),
    ),
    find=(guessing,),
    scan_only=True,
)
