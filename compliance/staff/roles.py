"""Roles, and the groups of roles that rules and pages use."""

from django.db.models import TextChoices


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


def named(roles: Roles) -> str:
    """Name the roles: "floorperson, pit boss or shift manager"."""
    *others, last = [role.label.lower() for role in Role if role in roles]
    return f"{', '.join(others)} or {last}" if others else last
