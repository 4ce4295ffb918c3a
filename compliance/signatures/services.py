"""The signature of a second person on the same tablet, with badge and PIN, while the first stays signed in."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple

from django.contrib.auth.hashers import make_password

from compliance.errors import RuleViolation, SignatureError
from compliance.facilities.policies import policy
from compliance.models import Facility, Signature, Staff
from compliance.staff.lockout import LOCKED_MINUTES, clear_attempts, record_attempt
from compliance.staff.roles import Roles, named


@dataclass(frozen=True)
class Signing:
    """What an act's second signature is: the policy that demands it and the roles that may give it."""

    policy: str
    roles: Roles
    # Whose signature it must be, if the subject knows: the dealer at the table.
    expected: Callable[[Any], Staff | None] | None = None
    # Where the first person may be the checker, because another one made what is checked.
    waived: Callable[[Any, Staff], bool] | None = None

    def who(self) -> str:
        return named(self.roles)


class Confirmation(NamedTuple):
    """A badge and PIN that were found right: by whom, in which role. `sign` makes a signature of it."""

    signer: Staff
    role: str


def confirm(
    signing: Signing, *, facility: Facility, badge: str, pin: str, by: Staff, tablet: str, at: datetime
) -> Confirmation:
    """Check a second person's badge and PIN. Done before the act's own transaction: a failure must be remembered."""
    badge = badge.strip().upper()
    if not record_attempt(badge, "signature", tablet, at, of=by.badge):
        raise SignatureError(
            "second_pin",
            f"Too many wrong PINs for {badge} on this tablet. Wait {LOCKED_MINUTES} minutes, or ask a shift manager to "
            "lift the lock.",
        )
    signer = Staff.objects.filter(badge=badge, is_active=True).first()
    if signer is None or not signer.has_pin:
        make_password(pin)  # takes the time that checking one would
        right = False
    else:
        right = signer.check_pin(pin)
    # Someone of another facility is as unknown here as a badge that nobody has.
    if signer is None or not right or not signer.roles_at(facility):
        raise SignatureError("second_pin", "Badge and PIN do not match. Nothing else was lost: enter the PIN again.")
    clear_attempts(badge, "signature", tablet, of=by.badge)
    if signer.pin_set_by_id == by.pk and signer.pk != by.pk:
        raise SignatureError(
            "second_pin",
            f"You set this PIN: {signer} chooses their own on their account's page before it signs for you.",
        )
    if signer.pk == by.pk:
        raise SignatureError("second_badge", "The signature must be another person's than yours.")
    roles = signer.roles_at(facility) & signing.roles
    if not roles:
        raise SignatureError("second_badge", f"{signer} may not sign this: it needs a {signing.who()}.")
    return Confirmation(signer, min(roles))


def sign(
    signing: Signing, confirmation: Confirmation, act: str, *, facility: Facility, by: Staff, at: datetime
) -> Signature:
    """Keep the second person's signature, in the transaction of the act."""
    rule = policy(signing.policy, facility.jurisdiction)
    if confirmation.signer.pk == by.pk:
        raise RuleViolation("same_person", "The second signature must be another person's.", rule.cite)
    return Signature.objects.create(
        facility=facility,
        signer=confirmation.signer,
        requested_by=by,
        act=act,
        role=confirmation.role,
        cite=rule.cite,
        signed_at=at,
    )
