"""Create, revoke and block API keys, and record their use."""

from collections.abc import Iterable
from datetime import datetime, timedelta
from hashlib import sha256
from secrets import choice, token_urlsafe
from typing import Any

from django.db import transaction
from django.db.models import Q

from compliance.db.locking import locked
from compliance.errors import RuleViolation
from compliance.journal.write import journal
from compliance.models import Facility, Key, KeyGrant, Signature, Staff
from compliance.signatures.access import ACCESS, sign_access
from compliance.signatures.services import Confirmation

from .scopes import SCOPES, writes

LONGEST_DAYS = 366
RATE = 600
LARGEST_RATE = 60_000
# Letters and digits that cannot be confused.
_SIGNS = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"
# Record the last use at most once a minute: a write would cost more than the request.
_NOTED = timedelta(minutes=1)


def digest_of(token: str) -> str:
    """Return the hash to store. The token is long and random, so a fast hash is safe."""
    return sha256(token.encode()).hexdigest()


@transaction.atomic
def create_key(
    facility: Facility,
    *,
    name: str,
    facilities: Iterable[Facility],
    scopes: Iterable[str],
    valid_days: int,
    rate: int = RATE,
    by: Staff | None,
    at: datetime,
    second: Confirmation | None = None,
) -> Key:
    """Create an API key with an account of its own. Only the returned object has the token."""
    opened, allowed = sorted(set(facilities), key=lambda each: each.code), [each for each in SCOPES if each in scopes]
    if not opened or not allowed:
        raise RuleViolation("key_opens_nothing", "Choose at least one facility and one permission for the API key.")
    if not 1 <= valid_days <= LONGEST_DAYS or not 1 <= rate <= LARGEST_RATE:
        bounds = f"for 1 to {LONGEST_DAYS} days and make 1 to {LARGEST_RATE:,} requests per minute"
        raise RuleViolation("key_out_of_bounds", f"An API key may be valid {bounds}.")
    signature = _sign_creation(facility, opened, allowed, by=by, at=at, second=second)
    prefix = "".join(choice(_SIGNS) for _ in range(8))
    token = f"cck_{prefix}_{token_urlsafe(32)}"
    account = _new_account(f"KEY-{prefix}", name, facility, at)
    key = Key.objects.create(
        facility=facility,
        name=name,
        prefix=prefix,
        digest=digest_of(token),
        account=account,
        scopes=allowed,
        rate=rate,
        created_at=at,
        created_by=by,
        expires_at=at + timedelta(days=valid_days),
    )
    KeyGrant.objects.bulk_create([KeyGrant(key=key, facility=each) for each in opened])
    for each in _in_order({facility, *opened}):
        facts: dict[str, Any] = {"scopes": allowed, "opens": each in opened, "expires_at": key.expires_at, "rate": rate}
        facts |= {"signature": signature, "needs_scan": signature is not None}
        _journal("key.created", key, each, by=by, at=at, badge=account.badge, **facts)
    key.token = token
    return key


def _sign_creation(
    facility: Facility,
    opened: Iterable[Facility],
    scopes: Iterable[str],
    *,
    by: Staff | None,
    at: datetime,
    second: Confirmation | None,
) -> Signature | None:
    """Store the officer's signature, without which a key only reads. The officer must be one at every facility."""
    writing = any(map(writes, scopes))
    if second is None and not writing:
        return None
    for each in opened if writing else ():
        if second and not second.signer.roles_at(each) & ACCESS.roles:
            raise RuleViolation(
                "officer_elsewhere",
                f"{second.signer} is not a compliance officer of {each}. Create a key for each facility.",
            )
    return sign_access(second, "key.created", facility=facility, by=by, at=at)


def _new_account(badge: str, name: str, facility: Facility, at: datetime) -> Staff:
    """Create the account of a key: nobody signs in with it."""
    account = Staff(badge=badge, name=name, facility=facility, created_at=at)
    account.set_unusable_password()
    account.save()
    return account


@transaction.atomic
def revoke_key(key: Key, *, reason: str, by: Staff | None, at: datetime) -> Key:
    """Revoke an API key for good: the next request with it is refused."""
    key = locked(key)
    if key.revoked_at is not None:
        raise RuleViolation("revoked_already", f"{key} is already revoked.")
    key.revoked_at, key.revoked_by, key.revoked_for = at, by, reason
    key.save(update_fields=["revoked_at", "revoked_by", "revoked_for"])
    Staff.objects.filter(pk=key.account_id).update(is_active=False)
    for each in _in_order({key.facility, *_opened(key)}):
        here = {"by": by, "reason": reason} if each == key.facility else {"by": None}
        _journal("key.revoked", key, each, at=at, badge=key.account.badge, needs_scan=each == key.facility, **here)
    return key


def _journal(action: str, key: Key, on: Facility, *, needs_scan: bool = False, **facts: Any) -> None:
    """Journal something about a key at one facility; nothing on the floor changes."""
    journal(action, key, on=on, name=key.name, changes_floor=False, needs_scan=needs_scan, **facts)


def _in_order(facilities: Iterable[Facility]) -> list[Facility]:
    """Return facilities in the order in which all transactions lock their streams, to avoid deadlocks."""
    return sorted(facilities, key=lambda each: each.pk)


def _opened(key: Key) -> list[Facility]:
    return [grant.facility for grant in key.grants.filter(ended_at=None).select_related("facility")]


def in_state(state: str, at: datetime) -> Q:
    """Return a query for keys that are current, expired or revoked, like `Key.state_at`."""
    match state:
        case "revoked":
            return Q(revoked_at__isnull=False)
        case "expired":
            return Q(revoked_at=None, expires_at__lte=at)
    return Q(revoked_at=None, expires_at__gt=at)


def opening(facility: Facility) -> Q:
    """Return a query for keys that have access to a facility now."""
    return Q(revoked_at=None, grants__facility=facility, grants__ended_at=None)


@transaction.atomic
def block_key(facility: Facility, *, key: Key, by: Staff, at: datetime) -> Facility:
    """Block an API key at this facility, whichever facility manages it."""
    locked(key)
    grant = key.grants.filter(facility=facility, ended_at=None).first()
    if grant is None:
        raise RuleViolation("shut_out_already", f"{key} is already blocked here.")
    grant.ended_at, grant.ended_by = at, by
    grant.save(update_fields=["ended_at", "ended_by"])
    _journal("key.shut_out", key, facility, by=by, at=at, badge=key.account.badge)
    return facility


def note_use(key: Key, *, address: str, at: datetime) -> None:
    """Record the use of a key and its address; journal the first use of a day."""
    if key.last_used_at is not None and at - key.last_used_at < _NOTED and key.last_used_from == address:
        return
    with transaction.atomic():
        key = locked(key)
        first = key.last_used_at is None or key.last_used_at.date() < at.date()
        key.last_used_at, key.last_used_from = max(at, key.last_used_at or at), address
        key.save(update_fields=["last_used_at", "last_used_from"])
        if first:
            for each in _in_order(_opened(key)):
                _journal("key.used", key, each, by=key.account, at=at, address=address)
