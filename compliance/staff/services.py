"""Hire, post and disable staff; set passwords and PINs. A compliance officer signs whatever gives access."""

from datetime import datetime
from itertools import pairwise
from typing import Any

from django.contrib.auth.hashers import make_password
from django.db import transaction

from compliance.db.locking import all_locked, locked
from compliance.errors import RuleViolation
from compliance.journal.write import journal
from compliance.lockout.limits import unlock
from compliance.models import Facility, Posting, Signature, Staff
from compliance.signatures.access import has_had_officer, sign_access
from compliance.signatures.services import Confirmation

from .roles import Role


@transaction.atomic
def hire(
    facility: Facility,
    *,
    number: str,
    name: str,
    role: str,
    password: str | None,
    pin: str,
    by: Staff | None,
    at: datetime,
    second: Confirmation | None = None,
) -> Staff:
    """Create an account with a first role. The badge starts with the facility's code."""
    signature = _sign_hiring(facility, role, by=by, at=at, second=second)
    badge = f"{facility.code}-{number}"
    if pin:
        _check_pin(pin, badge)
    if Staff.objects.filter(badge=badge).exists():
        raise RuleViolation("badge_taken", f"Badge {badge} is already in use. Choose another number.")
    staff = Staff(badge=badge, name=name, facility=facility, created_at=at, pin_set_by=by, password_set_by=by)
    staff.pin = make_password(pin) if pin else ""
    staff.set_password(password)
    staff.save()
    journal("staff.hired", staff, on=facility, by=by, at=at, signature=signature, badge=badge, name=name)
    _post(staff, facility, role, by=by, at=at, signature=signature)
    return staff


def _sign_hiring(
    facility: Facility, role: str, *, by: Staff | None, at: datetime, second: Confirmation | None
) -> Signature | None:
    """Store the officer's signature. The first compliance officer has none beside them yet."""
    if second is None and by is not None:
        facility = locked(facility)  # of two at the same moment only one is the first
        if not has_had_officer(facility):
            if role == Role.COMPLIANCE_OFFICER:
                return None
            raise RuleViolation(
                "no_officer",
                f"{facility} has no compliance officer yet, who must sign. Hire a compliance officer first.",
            )
    return sign_access(second, "staff.hired", facility=facility, by=by, at=at)


@transaction.atomic
def appoint(
    staff: Staff, *, facility: Facility, role: str, by: Staff, at: datetime, second: Confirmation | None = None
) -> Staff:
    """Give someone a role at a facility, whose compliance officer signs."""
    staff = locked(staff)
    if staff.pk == by.pk:
        raise RuleViolation("own_role", "You cannot give yourself a role. Another administrator must.")
    if not staff.is_active:
        raise RuleViolation("disabled", f"{staff}'s account is disabled. Enable it first.", remedy="staff.enable")
    if Role(role) in staff.roles_at(facility):
        raise RuleViolation("posted", f"{staff} is already {Role(role).label.lower()} at {facility}.")
    signature = sign_access(second, "staff.posted", facility=facility, by=by, at=at)
    _post(staff, facility, role, by=by, at=at, signature=signature)
    return staff


def _post(
    staff: Staff, facility: Facility, role: str, *, by: Staff | None, at: datetime, signature: Signature | None
) -> None:
    Posting.objects.create(staff=staff, facility=facility, role=role, started_at=at)
    journal("staff.posted", staff, on=facility, by=by, at=at, signature=signature, badge=staff.badge, role=role)


@transaction.atomic
def end_posting(staff: Staff, *, posting: Posting, by: Staff, at: datetime) -> Staff:
    """End a role."""
    locked(posting.facility)  # two administrators must not remove each other at the same moment
    posting = locked(posting)
    if posting.ended_at is not None:
        raise RuleViolation("posting_ended", f"{posting} has already ended.")
    if posting.role in NEVER_WITHOUT:
        _check_not_last(posting, by)
    posting.ended_at = at
    posting.save(update_fields=["ended_at"])
    journal("staff.posting_ended", staff, on=posting.facility, by=by, at=at, badge=staff.badge, role=posting.role)
    return staff


# A facility that had none of these could not get one again: one hires, the other signs.
NEVER_WITHOUT = (Role.ADMINISTRATOR, Role.COMPLIANCE_OFFICER)


def _check_not_last(posting: Posting, by: Staff) -> None:
    """Keep at least one active administrator and compliance officer, and refuse to remove your own role."""
    if posting.staff_id == by.pk:
        raise RuleViolation("own_role", "You cannot remove this role from yourself. Another administrator must.")
    others = posting.facility.postings.filter(role=posting.role, ended_at=None, staff__is_active=True)
    if not others.exclude(staff=posting.staff_id).exists():
        role = Role(posting.role).label.lower()
        raise RuleViolation(f"last_{posting.role}", f"{posting.facility} would have no {role}. Appoint one first.")


@transaction.atomic
def disable(staff: Staff, *, reason: str, by: Staff, at: datetime) -> Staff:
    """Disable an account. Its sessions end at the next request, and it cannot sign."""
    needed = list(staff.postings.filter(role__in=NEVER_WITHOUT, ended_at=None).select_related("facility", "staff"))
    all_locked({posting.facility for posting in needed})
    staff = _set_active(staff, False, by=by)
    for posting in needed:
        _check_not_last(posting, by)
    _journal_everywhere("staff.disabled", staff, by=by, at=at, reason=reason)
    return staff


@transaction.atomic
def enable(staff: Staff, *, by: Staff, at: datetime, second: Confirmation | None = None) -> Staff:
    """Enable an account that was disabled."""
    staff = _set_active(staff, True, by=by)
    signature = sign_access(second, "staff.enabled", facility=_home(staff), by=by, at=at)
    _journal_everywhere("staff.enabled", staff, by=by, at=at, signature=signature)
    return staff


def _journal_everywhere(action: str, staff: Staff, *, by: Staff, at: datetime, **details: Any) -> None:
    """Journal the action at the person's facility, and without details at the other ones."""
    home = _home(staff)
    journal(action, staff, on=home, by=by, at=at, badge=staff.badge, roles=sorted(staff.roles_at(home)), **details)
    elsewhere = Facility.objects.filter(postings__staff=staff, postings__ended_at=None).exclude(pk=_home(staff).pk)
    for facility in elsewhere.distinct().order_by("pk"):
        roles = sorted(staff.roles_at(facility))
        journal(action, staff, on=facility, by=None, at=at, badge=staff.badge, roles=roles)


def _set_active(staff: Staff, active: bool, *, by: Staff) -> Staff:
    staff = locked(staff)
    if staff.pk == by.pk:
        raise RuleViolation("own_account", "You cannot disable or enable your own account. Another administrator must.")
    if staff.is_active == active:
        raise RuleViolation("nothing_to_do", f"{staff} is already {'enabled' if active else 'disabled'}.")
    staff.is_active = active
    staff.save(update_fields=["is_active"])
    return staff


def _check_pin(pin: str, badge: str) -> None:
    """Refuse a PIN that anyone would guess first: a digit or a pair repeated, a run, or the digits of the badge."""
    repeated = pin in (pin[:1] * len(pin), pin[:2] * (len(pin) // 2))
    steps = {int(after) - int(before) for before, after in pairwise(pin)}
    of_badge = pin.strip("0") == "".join(filter(str.isdigit, badge)).strip("0")
    if repeated or steps in ({1}, {-1}) or of_badge:
        raise RuleViolation(
            "pin_trivial",
            "This PIN is easy to guess. Choose one without repeated digits, a run or the digits of the badge.",
        )


@transaction.atomic
def set_pin(staff: Staff, *, pin: str, by: Staff, at: datetime, second: Confirmation | None = None) -> Staff:
    """Set a new PIN. Until its owner changes it, a PIN that someone else set signs nothing."""
    _check_pin(pin, staff.badge)
    signature = sign_access(second, "staff.pin_set", facility=_home(staff), by=by, at=at)
    return _set_pin(staff, pin=pin, by=by, at=at, signature=signature)


def _set_pin(staff: Staff, *, pin: str, by: Staff, at: datetime, signature: Signature | None = None) -> Staff:
    staff.pin, staff.pin_set_by = make_password(pin), by
    staff.save(update_fields=["pin", "pin_set_by"])
    unlock(staff.badge, by=by.badge)
    journal("staff.pin_set", staff, on=_home(staff), by=by, at=at, signature=signature, badge=staff.badge)
    return staff


@transaction.atomic
def set_password(staff: Staff, *, password: str, by: Staff, at: datetime, second: Confirmation | None = None) -> Staff:
    """Set a new password. Sessions with the old one end. The owner of one that someone else set must change it."""
    signature = sign_access(second, "staff.password_set", facility=_home(staff), by=by, at=at)
    return _set_password(staff, password=password, by=by, at=at, signature=signature)


def _set_password(staff: Staff, *, password: str, by: Staff, at: datetime, signature: Signature | None = None) -> Staff:
    staff.set_password(password)
    staff.password_set_by = by
    staff.save(update_fields=["password", "password_set_by"])
    unlock(staff.badge, by=by.badge)
    journal("staff.password_set", staff, on=_home(staff), by=by, at=at, signature=signature, badge=staff.badge)
    return staff


@transaction.atomic
def change_secrets(staff: Staff, *, password: str, pin: str, at: datetime) -> list[str]:
    """Change your own password or PIN, where one is given; return the messages to show."""
    if pin:
        _check_pin(pin, staff.badge)  # before anything is set
    messages = []
    if password:
        _set_password(staff, password=password, by=staff, at=at)
        messages.append("Your password was changed.")
    if pin:
        _set_pin(staff, pin=pin, by=staff, at=at)
        messages.append("Your PIN was changed.")
    return messages


@transaction.atomic
def unlock_account(staff: Staff, *, by: Staff, at: datetime) -> Staff:
    """End a lockout, so that the person can try again at once."""
    lifted = unlock(staff.badge, by=by.badge)
    journal("staff.unlocked", staff, on=_home(staff), by=by, at=at, badge=staff.badge, failures=lifted)
    return staff


def _home(staff: Staff) -> Facility:
    if staff.facility is None:
        raise RuleViolation("no_facility", f"{staff} is the installation's owner. Use manage.py for this account.")
    return staff.facility
