"""Remedies: the act or page that ends a finding, or the cause of a refusal."""

from typing import Any, NamedTuple

from django.urls import NoReverseMatch, reverse

from compliance.api.reverse import api_url
from compliance.errors import RuleViolation
from compliance.findings import Finding
from compliance.models import Facility
from compliance.staff.scope import Scope

from .registry import REGISTERED, SUBJECTS

# Remedies that are pages, not acts: the label, and the kind of thing they show.
PAGES = {
    "round-entry": ("Log round", "table"),
    "table": ("Table", "table"),
    "round": ("Round", "round"),
    "journal": ("Journal", "facility"),
    "key": ("Key", "key"),
    "alert": ("Alert", "alert"),
}


class Remedy(NamedTuple):
    """What this person may do about it: an act in the panel, or a page."""

    name: str
    label: str
    key: str
    is_act: bool

    @property
    def url(self) -> str:
        return reverse(self.name, args=[self.key])

    def over_api(self) -> dict[str, str] | None:
        """Return the remedy for the API; None if it is only a page."""
        try:
            return {"name": self.name, "label": self.label, "url": api_url(self.name, self.key)}
        except NoReverseMatch:
            return None


def remedy_kind(name: str) -> str:
    """Return the kind of thing that a remedy is done to."""
    return PAGES[name][1] if name in PAGES else name.partition(".")[0]


def remedy_key(name: str, on: Any) -> str:
    """Return the key of what a remedy is done to; `on` may be the key already."""
    return str(on if isinstance(on, str | int) else SUBJECTS[remedy_kind(name)].key(on)) if name else ""


def remedy_by_key(name: str, key: str, facility: Facility, scope: Scope) -> Remedy | None:
    """Return a remedy if this person may do it."""
    if not name or not scope.may(name, facility):
        return None
    act = REGISTERED.get(name)
    label = act.label if act else PAGES[name][0] if name in PAGES else "Open"
    return Remedy(name, label, key, act is not None)


def remedy_of(found: RuleViolation | Finding, thing: Any, scope: Scope | None) -> Remedy | None:
    """Return the remedy of a refusal or a finding at a thing, if its subject is known and this person may do it."""
    on: Any = found.remedy_on or thing
    if not found.remedy or on is None or scope is None:
        return None
    if isinstance(on, str | int):  # of a stored finding
        return remedy_by_key(found.remedy, str(on), thing.facility, scope)
    if not isinstance(on, SUBJECTS[remedy_kind(found.remedy)].objects().model):
        return None
    return remedy_by_key(found.remedy, remedy_key(found.remedy, on), on.facility, scope)
