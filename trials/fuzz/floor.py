"""Build the floor of a run: two facilities with one of everything in each possible state, and all callers."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import timedelta
from typing import TYPE_CHECKING

from trials.chaos.floor import hashed_once, in_an_empty_database

from .states import furnish, supply

if TYPE_CHECKING:
    from compliance.models import Facility
    from tests.floor import Floor

RATE = 60_000
EDITIONS = ("nj", "md")  # of the callers' facility, and of the other one


@dataclass(frozen=True)
class Who:
    """Identify a caller: a member of staff by badge, or a program by its API key."""

    name: str
    badge: str = ""
    token: str = ""


@dataclass(frozen=True)
class Ground:
    """Hold the two facilities, all callers, and the staff that must never be locked out."""

    everyone: list[Who]
    floors: "tuple[Floor, ...]"
    hidden: frozenset[str]
    # How often creating more failed, by error code.
    hindered: Counter[str] = field(default_factory=Counter)

    def supply(self) -> None:
        """Create more of what was used up."""
        from django.utils import timezone

        from compliance.errors import RuleViolation

        for floor in self.floors:
            floor.at = timezone.now() - timedelta(minutes=5)
            try:
                with hashed_once():
                    supply(floor)
            except RuleViolation as violation:
                # Generated data may conflict, such as a table with the next number. Reported at the end, because
                # the rest of this supply is then missing.
                self.hindered[violation.code] += 1


def lay_out() -> Ground:
    """Build the floors through the product's services, in an empty database."""
    return in_an_empty_database(_lay_out)


def _lay_out() -> Ground:
    from django.utils import timezone

    from compliance.models import Staff
    from compliance.staff.roles import Role
    from tests.floor import Floor

    at = timezone.now() - timedelta(minutes=30)
    here, there = (Floor(edition, at=at) for edition in EDITIONS)
    for floor in (here, there):
        floor.manned()
    laying_out = {each.badge for each in Staff.objects.all()}
    people = [Who(str(role), badge=here.hire(role).badge) for role in Role]
    everyone = [*people, Who("stranger", badge=there.hire(Role.PIT_BOSS).badge), *_keys(here, there)]
    for floor in (here, there):
        furnish(floor)
    asking = {who.badge or who.token.split("_")[1] for who in everyone}
    return Ground(everyone, (here, there), frozenset(laying_out | asking))


def _keys(here: "Floor", there: "Floor") -> list[Who]:
    from compliance.api_keys.scopes import SCOPES

    reads = [scope for scope in SCOPES if scope.endswith(":read")]
    both = [here.facility, there.facility]
    return [
        Who("key, all scopes", token=_key(here, "Everything", both, SCOPES)),
        Who("key, reading", token=_key(here, "Reading", both[:1], reads)),
    ]


def _key(floor: "Floor", name: str, facilities: "list[Facility]", scopes: Iterable[str]) -> str:
    from compliance.api_keys.services import create_key

    key = create_key(
        floor.facility, name=name, facilities=facilities, scopes=scopes, valid_days=2, rate=RATE, by=None, at=floor.at
    )
    return key.token or ""
