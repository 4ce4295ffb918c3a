"""Roles, and the groups of roles that rules and pages use."""

from functools import cache

from django.db.models import TextChoices

from games.engine.loading import editions, rulebook


class Role(TextChoices):
    DEALER = "dealer", "Dealer"
    FLOORPERSON = "floorperson", "Floorperson"
    PIT_BOSS = "pit_boss", "Pit boss"
    SHIFT_MANAGER = "shift_manager", "Shift manager"
    SECURITY = "security", "Security officer"
    COMPLIANCE_OFFICER = "compliance_officer", "Compliance officer"
    AUDITOR = "auditor", "Auditor"
    ADMINISTRATOR = "administrator", "Administrator"


Roles = frozenset[Role]

FLOOR: Roles = frozenset({Role.FLOORPERSON, Role.PIT_BOSS, Role.SHIFT_MANAGER})
PIT: Roles = frozenset({Role.PIT_BOSS, Role.SHIFT_MANAGER})
MANAGERS: Roles = frozenset({Role.SHIFT_MANAGER})
OFFICERS: Roles = frozenset({Role.COMPLIANCE_OFFICER})
ADMINISTRATORS: Roles = frozenset({Role.ADMINISTRATOR})
OVERSIGHT: Roles = frozenset({Role.COMPLIANCE_OFFICER, Role.AUDITOR})
READERS: Roles = FLOOR | OVERSIGHT | ADMINISTRATORS
EVERYONE: Roles = frozenset(Role)


@cache
def job_title(role: str, jurisdiction: str) -> str:
    """Return what the rules of a jurisdiction call a role: a floorperson is a floor supervisor in New Jersey."""
    words = next((rulebook(each).words for each in editions() if rulebook(each).jurisdiction == jurisdiction), None)
    return words.floorperson.capitalize() if words and role == Role.FLOORPERSON else Role(role).label


def named(roles: Roles, jurisdiction: str = "") -> str:
    """Name the roles: "floorperson, pit boss or shift manager"."""
    *others, last = [job_title(role, jurisdiction).lower() for role in Role if role in roles]
    return f"{', '.join(others)} or {last}" if others else last
