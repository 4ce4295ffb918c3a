"""Second signatures: another person signs on the same tablet with badge and PIN."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple

from django.contrib.auth.hashers import make_password

from compliance.errors import RuleViolation, SignatureError
from compliance.facilities.policies import policy
from compliance.lockout.attempts import Failure, journal_failure
from compliance.lockout.limits import Lockout, clear_attempts, record_attempt
from compliance.lockout.throttle import OF_SIGNED_IN
from compliance.models import Facility, Signature, Staff
from compliance.staff.roles import Roles, named


@dataclass(frozen=True)
class Signing:
    """The second signature of an act: the policy that requires it and the roles that may give it."""

    policy: str
    roles: Roles
    # The person who must sign, if the subject determines it: the dealer at the table.
    expected: Callable[[Any], Staff | None] | None = None
    # Tells where no second signature is needed, for example because the first person is the checker.
    waived: Callable[[Any, Staff], bool] | None = None
    # What the page says where it is waived.
    alone: str = "You may sign this alone: leave badge and PIN blank."

    def who(self, jurisdiction: str = "") -> str:
        return named(self.roles, jurisdiction)


class Confirmation(NamedTuple):
    """A verified badge and PIN: the person and the role. `sign` turns it into a signature."""

    signer: Staff
    role: str


def confirm(
    signing: Signing, *, facility: Facility, badge: str, pin: str, by: Staff, tablet: str, at: datetime
) -> Confirmation:
    """Check a second person's badge and PIN. Call it outside the act's transaction, so that failures are counted."""
    badge = badge.strip().upper()
    if lockout := record_attempt(badge, "signature", tablet, at, guesser=by.badge):
        raise SignatureError("second_pin", _locked_out(lockout, badge))
    signer = Staff.objects.filter(badge=badge, is_active=True).first()
    with OF_SIGNED_IN:
        if signer is None or not signer.has_pin:
            make_password(pin)  # takes as long as a check
            right = False
        else:
            right = signer.check_pin(pin)
    # Treat people of other facilities like unknown badges.
    if signer is None or not right or not signer.roles_at(facility):
        known = signer if signer is not None and signer.roles_at(facility) else None
        journal_failure(Failure(badge, "signature", tablet, by.badge, by=by), known, facility, at=at)
        raise SignatureError("second_pin", "Badge and PIN do not match. Enter the PIN again.")
    clear_attempts(badge, "signature", tablet, guesser=by.badge)
    if signer.pk == by.pk:
        raise SignatureError("second_badge", "You cannot sign for yourself. Another person must sign.")
    if signer.must_change_pin:
        raise SignatureError(
            "second_pin",
            f"Someone else set this PIN. {signer} must choose a new one on their account page before signing.",
        )
    roles = signer.roles_at(facility) & signing.roles
    if not roles:
        raise SignatureError(
            "second_badge", f"{signer} may not sign this. A {signing.who(facility.jurisdiction)} must sign."
        )
    return Confirmation(signer, min(roles))


def _locked_out(lockout: Lockout, badge: str) -> str:
    if lockout.of_guesser:
        return (
            f"Too many wrong PINs were entered beside your account. Wait {lockout.duration}, or ask another shift "
            "manager to unlock your account."
        )
    return (
        f"Too many wrong PINs for {badge} on this tablet. Wait {lockout.duration}, or ask a shift manager to unlock "
        "the account."
    )


def sign(
    signing: Signing, confirmation: Confirmation, act: str, *, facility: Facility, by: Staff, at: datetime
) -> Signature:
    """Store the second person's signature in the transaction of the act."""
    rule = policy(signing.policy, facility.jurisdiction)
    if confirmation.signer.pk == by.pk:
        raise RuleViolation("same_person", "Another person must give the second signature.", rule.cite)
    return Signature.objects.create(
        facility=facility,
        signer=confirmation.signer,
        requested_by=by,
        act=act,
        role=confirmation.role,
        cite=rule.cite,
        signed_at=at,
    )
