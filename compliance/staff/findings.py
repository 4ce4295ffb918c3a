"""Alert check: someone gave access, or took it from a compliance officer."""

from collections.abc import Callable, Iterator, Sequence
from datetime import timedelta

from compliance.api_keys.scopes import writes
from compliance.facilities.policies import policy
from compliance.findings import Check, Finders, Finding, Inspection
from compliance.models import Entry, Severity

from .roles import OFFICERS, Role

# A floor that is loaded with its past, like the demo, does not report it.
RECENT = timedelta(days=7)


def _role(entry: Entry) -> str:
    return Role(entry.facts["role"]).label.lower()


# What an entry tells the compliance officers; nothing if it does not concern them.
TOLD: dict[str, Callable[[Entry], str]] = {
    "staff.posted": lambda entry: f"gave {entry.facts['badge']} the role {_role(entry)}",
    "staff.password_set": lambda entry: f"set the password of {entry.facts['badge']}",
    "staff.pin_set": lambda entry: f"set the PIN of {entry.facts['badge']}",
    "staff.enabled": lambda entry: f"enabled the account of {entry.facts['badge']}",
    "key.created": lambda entry: (
        f"created the API key {entry.facts['name']}, which writes" if any(map(writes, entry.facts["scopes"])) else ""
    ),
    "staff.posting_ended": lambda entry: (
        f"removed the role {_role(entry)} from {entry.facts['badge']}" if entry.facts["role"] in OFFICERS else ""
    ),
    "staff.disabled": lambda entry: (
        f"disabled the account of {entry.facts['badge']}, a compliance officer"
        if OFFICERS & set(entry.facts.get("roles", ()))
        else ""
    ),
}


def access_entries(inspections: Sequence[Inspection]) -> None:
    """Fetch who did and signed what is to be told, for several facilities at once."""
    some = [entry.pk for inspection in inspections for entry in inspection.entries if entry.action in TOLD]
    found = Entry.objects.filter(pk__in=some).select_related("actor", "signature__signer") if some else ()
    people = {entry.pk: entry for entry in found}
    for inspection in inspections:
        inspection.known["access"] = [people[entry.pk] for entry in inspection.entries if entry.pk in people]


def access_changed(inspection: Inspection) -> Iterator[Finding]:
    """Report access that people gave each other. What is done on the server names nobody and is not reported."""
    cite = policy("access_given", inspection.facility.jurisdiction).cite
    for entry in inspection.known["access"]:
        told = TOLD[entry.action](entry)
        own = entry.actor is not None and entry.subject == entry.actor.subject_key
        # An account is disabled by its own facility; the others' entries name nobody.
        on_server = entry.actor is None and entry.action != "staff.disabled"
        if not told or own or on_server or entry.at < inspection.at - RECENT:
            continue
        signed = f"{entry.signature.signer} signed." if entry.signature else "Nobody signed."
        yield Finding(
            "access_changed",
            entry.subject,
            Severity.WARNING,
            f"{entry.actor or 'Another facility'} {told}. {signed}",
            cite,
            occurrence=f"{inspection.facility.code}/{entry.sequence}",
            remedy="journal",
            remedy_on=inspection.facility.code,
            since=entry.at,
        )


FINDERS = Finders(
    checks=(Check("access_changed", "Access changed", to=Role.COMPLIANCE_OFFICER, closed_by=OFFICERS, lasts=False),),
    prepare=(access_entries,),
    find=(access_changed,),
    scan_only=True,
)
