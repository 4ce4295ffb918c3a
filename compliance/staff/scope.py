"""Scopes: what a person or an API key may see and do at each facility. Pages and endpoints query through a scope."""

from typing import Any, Protocol, TypeVar, cast
from zoneinfo import ZoneInfo

from django.core.exceptions import PermissionDenied
from django.db.models import Model, QuerySet
from django.http import Http404
from django.utils import timezone

from compliance.db.prepared_statements import PreparedQuery
from compliance.models import Facility, Key, Staff

from .roles import EVERYONE, Roles

M = TypeVar("M", bound=Model)


class Scope:
    """A person, the roles that may use the page or endpoint, and the access table.

    `place` is the facility of the requested object. Pages use its time zone.
    """

    def __init__(self, staff: Staff, roles: Roles, access: "Access", *, on_page: bool = False) -> None:
        self.staff = staff
        self.roles = roles
        self.access = access
        self.on_page = on_page
        self.place: Facility | None = None

    def facilities(self, roles: Roles | None = None) -> list[Facility]:
        """Return the facilities where this person holds one of the roles, by default the roles of this page."""
        wanted = self.roles if roles is None else roles
        found = {
            posting.facility_id: posting.facility for posting in self.staff.current_postings() if posting.role in wanted
        }
        return sorted(found.values(), key=lambda facility: facility.name)

    def visible(self, objects: QuerySet[M], *, owner: str = "facility") -> QuerySet[M]:
        """Filter a query to what this person may see here."""
        return objects.filter(**{f"{owner}__in": [facility.pk for facility in self.facilities()]})

    def get(self, objects: QuerySet[M], *, owner: str = "facility", **lookup: object) -> M:
        """Return one object; 404 if it is not at their facilities, 403 if their role there may not see it.

        `owner` is the lookup of its facility.
        """
        if any("\0" in str(key) for key in lookup.values()):  # PostgreSQL refuses NUL
            raise Http404
        mine = [facility.pk for facility in self.facilities(EVERYONE)]
        found = objects.filter(**{f"{owner}__in": mine}, **lookup).first()
        if found is None:
            raise Http404
        self.require(found.facility)  # type: ignore[attr-defined]
        return found

    def find(self, prepared: PreparedQuery[M], key: str) -> M:
        """Return one object like `get`, with a prepared query that includes the facility."""
        return self.seen(None if "\0" in key else prepared.first(key))

    def seen(self, found: M | None) -> M:
        """Return the object if this person may see it here, else raise like `get`."""
        thing: Any = found
        if thing is None or thing.facility_id not in {facility.pk for facility in self.facilities(EVERYONE)}:
            raise Http404
        self.require(thing.facility)
        return cast(M, thing)

    def facility(self, code: str) -> Facility:
        """Return one of their facilities, by code."""
        for facility in self.facilities(EVERYONE):
            if facility.code == code:
                self.require(facility)
                return facility
        raise Http404

    def require(self, facility: Facility) -> None:
        """Raise if the person holds none of the roles at this facility."""
        if not self.staff.roles_at(facility) & self.roles:
            raise PermissionDenied
        self.place = facility
        if self.on_page:
            timezone.activate(ZoneInfo(facility.time_zone))

    def may(self, name: str, facility: Facility) -> bool:
        """Tell whether this person may do an act or open a page at a facility."""
        return bool(self.staff.roles_at(facility) & self.access.roles(name))


class KeyScope(Scope):
    """A program with an API key. It has no roles; its permissions are the scopes of the key."""

    def __init__(self, key: Key, opened: list[Facility], access: "Access") -> None:
        super().__init__(key.account, EVERYONE, access)
        self.key, self.opened = key, opened

    def facilities(self, roles: Roles | None = None) -> list[Facility]:
        """Return the facilities of the key; none where a role is required."""
        return self.opened if roles is None or roles == EVERYONE else []

    def require(self, facility: Facility) -> None:
        if facility not in self.opened:
            raise PermissionDenied
        self.place = facility

    def may(self, name: str, facility: Facility) -> bool:
        return facility in self.opened and self.access.scope_of(name) in self.key.scopes


class Access(Protocol):
    """The access table (casino/access.py)."""

    def roles(self, name: str) -> Roles: ...

    def scope_of(self, name: str) -> str | None:
        """Return the scope that an API key needs; None if keys may not use it."""
