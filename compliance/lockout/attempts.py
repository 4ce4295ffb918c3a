"""Journal sign-ins, wrong passwords and PINs, and the lockouts that follow.

An unknown badge is journaled like a known one, at the facility whose code it starts with: a response that came sooner
would show which badges exist. What was typed is not stored, as it may be a password in the wrong field.
"""

from datetime import datetime
from typing import NamedTuple

from django.db import transaction

from compliance.journal.models import Stream
from compliance.journal.write import HasSubject, journal, locked_stream
from compliance.models import Facility, Staff

from .limits import Purpose, lockout_of

WRONG_PASSWORD, WRONG_PIN = "staff.wrong_password", "staff.wrong_pin"


class Failure(NamedTuple):
    """A failed attempt as it was counted, and who is signed in on the tablet."""

    badge: str
    purpose: Purpose
    tablet: str
    guesser: str = ""
    address: str = ""
    by: Staff | None = None


@transaction.atomic
def journal_sign_in(staff: Staff, *, tablet: str, address: str, at: datetime) -> None:
    """Journal a sign-in at the person's facility. The installation's owner has none."""
    if staff.facility is not None:
        _journal(
            "staff.signed_in", staff, staff.facility, None, staff, at, badge=staff.badge, tablet=tablet, address=address
        )


def journal_failure(failure: Failure, staff: Staff | None, facility: Facility | None, *, at: datetime) -> None:
    """Journal a wrong password or PIN and the lockout that it causes, if any. `staff` is None for an unknown badge."""
    facility = facility or Facility.objects.filter(code=failure.badge.partition("-")[0]).first()
    if facility is None:
        return  # the installation's owner, or no badge of a facility
    subject: HasSubject = staff or facility
    badge = staff.badge if staff else None
    device = {"tablet": failure.tablet or None, "address": failure.address or None}
    with transaction.atomic():
        stream = locked_stream(facility)
        action = WRONG_PIN if failure.purpose == "signature" else WRONG_PASSWORD
        unknown = staff is None or None
        _journal(action, subject, facility, stream, failure.by, at, badge=badge, unknown_badge=unknown, **device)
        lockout = lockout_of(failure.badge, failure.purpose, failure.tablet, at, guesser=failure.guesser)
        if lockout is None:
            return
        if lockout.of_guesser and failure.guesser != failure.address:
            subject, badge = Staff(badge=failure.guesser), failure.guesser
        elif lockout.of_guesser:
            subject, badge = facility, None
        _journal("staff.locked", subject, facility, stream, None, at, badge=badge, until=at + lockout.wait, **device)


def _journal(
    action: str,
    subject: HasSubject,
    facility: Facility,
    stream: Stream | None,
    by: Staff | None,
    at: datetime,
    **facts: object,
) -> None:
    journal(action, subject, on=facility, stream=stream, by=by, at=at, changes_floor=False, **facts)
