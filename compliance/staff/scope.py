"""Who asks, and what they may see and do where: the one way by which doors reach what belongs to a facility."""

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
    """A person, the roles that the page or endpoint is for, and who may do which act.

    `place` is the facility of what was asked for. On a page, times are typed and shown in its time zone.
    """

    def __init__(self, staff: Staff, roles: Roles, access: "Access", *, on_page: bool = False) -> None:
        self.staff = staff
        self.roles = roles
        self.access = access
        self.on_page = on_page
        self.place: Facility | None = None

    def facilities(self, roles: Roles | None = None) -> list[Facility]:
        """Return the facilities at which this person holds one of the roles, by default those of this page."""
        wanted = self.roles if roles is None else roles
        found = {
            posting.facility_id: posting.facility for posting in self.staff.current_postings() if posting.role in wanted
        }
        return sorted(found.values(), key=lambda facility: facility.name)

    def visible(self, objects: QuerySet[M], *, owner: str = "facility") -> QuerySet[M]:
        """Narrow a query to what this person may see here."""
        return objects.filter(**{f"{owner}__in": [facility.pk for facility in self.facilities()]})

    def get(self, objects: QuerySet[M], *, owner: str = "facility", **lookup: object) -> M:
        """Return one object: 404 if it is none of their facilities', 403 if it is, but not for their role there.

        `owner` is the way to its facility.
        """
        if any("\0" in str(key) for key in lookup.values()):  # PostgreSQL would not even look for it
            raise Http404
        mine = [facility.pk for facility in self.facilities(EVERYONE)]
        found = objects.filter(**{f"{owner}__in": mine}, **lookup).first()
        if found is None:
            raise Http404
        self.require(found.facility)  # type: ignore[attr-defined]
        return found

    def find(self, prepared: PreparedQuery[M], key: str) -> M:
        """Return one object as `get` does, by a statement that is made once; the object knows its facility."""
        return self.seen(None if "\0" in key else prepared.first(key))

    def seen(self, found: M | None) -> M:
        """Return what was found, if this person may see it here, as `get` tells."""
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
        """Refuse someone who holds none of the roles at this facility."""
        if not self.staff.roles_at(facility) & self.roles:
            raise PermissionDenied
        self.place = facility
        if self.on_page:
            timezone.activate(ZoneInfo(facility.time_zone))

    def may(self, name: str, facility: Facility) -> bool:
        """Tell whether this person may do an act, or open a page, at a facility."""
        return bool(self.staff.roles_at(facility) & self.access.roles(name))


class KeyScope(Scope):
    """A program with a key, at the facilities that the key opens. It holds no role: what it may do its scopes say."""

    def __init__(self, key: Key, opened: list[Facility], access: "Access") -> None:
        super().__init__(key.account, EVERYONE, access)
        self.key, self.opened = key, opened

    def facilities(self, roles: Roles | None = None) -> list[Facility]:
        """Return the facilities that the key opens; none for who asks where a role is held."""
        return self.opened if roles is None or roles == EVERYONE else []

    def require(self, facility: Facility) -> None:
        if facility not in self.opened:
            raise PermissionDenied
        self.place = facility

    def may(self, name: str, facility: Facility) -> bool:
        return facility in self.opened and self.access.scope_of(name) in self.key.scopes


class Access(Protocol):
    """The table of who may do what (casino/access.py)."""

    def roles(self, name: str) -> Roles: ...

    def scope_of(self, name: str) -> str | None:
        """Return the scope that a key needs for it; None for what is not for keys."""
