"""Giving access: whoever hires, appoints, resets secrets or creates a key that writes needs an officer's signature.

Otherwise an administrator could act as both people of every act that needs two. The command line needs no signature:
whoever has it owns the installation.
"""

from datetime import datetime

from compliance.errors import RuleViolation
from compliance.facilities.policies import policy
from compliance.models import Facility, Signature, Staff
from compliance.staff.roles import OFFICERS, Role

from .services import Confirmation, Signing, sign


def has_had_officer(facility: Facility) -> bool:
    """Tell whether a compliance officer was ever posted. Removing them all must not make a facility new again."""
    return facility.postings.filter(role=Role.COMPLIANCE_OFFICER).exists()


ACCESS = Signing("access_given", OFFICERS)
HIRING = Signing(
    "access_given",
    OFFICERS,
    waived=lambda facility, by: not has_had_officer(facility),
    alone="There is nobody to sign yet. Leave badge and PIN blank to hire the first compliance officer.",
)
# Only a key that writes needs a signature.
KEY_CREATION = Signing(
    "access_given",
    OFFICERS,
    waived=lambda facility, by: True,
    alone="A key that only reads needs no signature: leave badge and PIN blank.",
)


def sign_access(
    second: Confirmation | None, act: str, *, facility: Facility, by: Staff | None, at: datetime
) -> Signature | None:
    """Store the officer's signature, and refuse the act without one; the command line is nobody and needs none."""
    if by is None:
        return None
    if second is None:
        cite = policy(ACCESS.policy, facility.jurisdiction).cite
        raise RuleViolation("officer_must_sign", f"A compliance officer of {facility} must sign this.", cite)
    return sign(ACCESS, second, act, facility=facility, by=by, at=at)
