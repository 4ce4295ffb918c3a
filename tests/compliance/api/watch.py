"""Watch a floor: every change by an act must be found by `updated_since`."""

from collections.abc import Callable
from typing import Any, TypeVar

import time_machine

from casino import api_urls as _api  # noqa: F401 - what can be read registers itself
from casino.access import AccessTable
from casino.api_urls import RESOURCES
from compliance.api.lists import rows
from compliance.api.rendering import encoded
from compliance.api.resources import Resource
from compliance.journal import feed
from compliance.models import Entry, Posting
from compliance.staff.roles import EVERYONE, Role
from compliance.staff.scope import Scope
from tests.floor import Floor

from .caller import Caller

T = TypeVar("T")

# What follows from the clock and from all that is around a thing, and so is asked for when it is looked at.
# Who signs in, and with which key, is told nowhere but there.
LEFT_ASIDE = {
    "acts",
    "findings",
    "missing",
    "ends_by",
    "pits",
    "last_used_at",
    "last_used_from",
    "signed_in_at",
    "is_locked",
}

Things = dict[tuple[str, Any], bytes]


class Watch:
    """Has every role at a facility, and holds all that there is before an act against all that there is after it."""

    def __init__(self, floor: Floor) -> None:
        self.floor = floor
        self.person = floor.hire(Role.PIT_BOSS)
        for role in EVERYONE - {Role.PIT_BOSS}:
            Posting.objects.create(staff=self.person, facility=floor.facility, role=role, started_at=floor.at)
        self.caller = Caller(self.person)
        self.scope = Scope(self.person, EVERYONE, AccessTable())
        # What the last act changed, by kind and key; what there was after it, and how much was told by then.
        self.changed: set[tuple[str, Any]] = set()
        self._after: Things = {}
        self._told = 0

    def sees(self, act: Callable[[], T], **later: int) -> T:
        """Do something a second later, or so much; whatever that changes is found by asking what has changed."""
        while not feed.catch_up():
            pass
        with time_machine.travel(self.floor.later(**(later or {"seconds": 1})), tick=False):
            before = self._after if not later and self._told == Entry.objects.count() else self._everything()
            done = act()
            after = self._after = self._everything()
            self._told = Entry.objects.count()
            self.changed = {key for key in before.keys() | after.keys() if before.get(key) != after.get(key)}
            found = {(kind, key) for kind in {kind for kind, _ in self.changed} for key in self.finds(kind)}
        assert self.changed, "it changes nothing"
        assert not self.changed - found, "they have changed and were not found"
        return done

    def finds(self, kind: str) -> set[Any]:
        """Return the keys of what has changed since the last act began."""
        resource, moment = RESOURCES[kind], self.floor.at.isoformat().replace("+00:00", "Z")
        page = self.caller.get(f"{resource.plural}/", updated_since=moment, fields=resource.key_field, page_size=200)
        assert page["next"] is None
        return {row[resource.key_field] for row in page["results"]}

    def _everything(self) -> Things:
        return {
            (kind, key): shown for kind, resource in RESOURCES.items() for key, shown in self._all(resource).items()
        }

    def _all(self, resource: Resource) -> dict[Any, bytes]:
        subject, at = resource.subject, self.floor.at
        things = list(resource.fetch(self.scope.visible(subject.objects(), owner=subject.owner), at))
        names = set(resource.detail().fields) - LEFT_ASIDE
        shown = rows.build_rows(resource.detail, names, things, {"scope": self.scope, "at": at})
        return {subject.key(thing): encoded(_kept(row)) for thing, row in zip(things, shown, strict=True)}


def _kept(row: rows.Row) -> rows.Row:
    """Return all of a thing but when its figures were read."""
    report = row.get("report")
    return row | ({"report": {**report, "made_at": None}} if isinstance(report, dict) else {})
