"""Lockout after failed sign-ins and signatures.

A lockout applies to one badge on one tablet. All devices on which nobody has ever signed in count as one. So guesses
from outside do not lock out the pit, and tablets that share an IP address are not treated as one attacker. A person who
requests signatures is signed in, so their failures are also counted across tablets.
"""

from datetime import datetime, timedelta
from typing import Literal

from django.db.models import Count

from compliance.models import Attempt

Purpose = Literal["sign_in", "signature"]

MOST_FAILURES = 5
LOCKED_MINUTES = 15
# Per person who guesses another's secret, per day, on all tablets: a new sign-in can create a new tablet.
MOST_FAILURES_OF_ONE = 20


def record_attempt(badge: str, purpose: Purpose, tablet: str, at: datetime, *, of: str = "") -> bool:
    """Count an attempt on a tablet, and of the person `of`; return whether it is allowed.

    It counts as failed until `clear_attempts`. Counting before the check prevents parallel guesses beyond the limit.
    """
    soon, today = timedelta(minutes=LOCKED_MINUTES), timedelta(days=1)
    if not _count(badge, purpose, tablet, at, within=soon, most=MOST_FAILURES):
        return False
    return not of or _count(badge, purpose, _by(of), at, within=today, most=MOST_FAILURES_OF_ONE)


def _count(badge: str, purpose: Purpose, tablet: str, at: datetime, *, within: timedelta, most: int) -> bool:
    made = Attempt.objects.create(badge=badge[:64], purpose=purpose, tablet=tablet, failed_at=at)
    recent = Attempt.objects.filter(badge=made.badge, purpose=purpose, tablet=tablet, failed_at__gt=at - within)
    if recent.count() > most:
        made.delete()  # else further attempts would extend the lockout
        return False
    return True


def _by(guesser: str) -> str:
    """Return the name under which one person's failures on all tablets are counted."""
    return f"by {guesser}"


def clear_attempts(badge: str, purpose: Purpose, tablet: str, *, of: str = "") -> None:
    """Delete the failures on this tablet and of this person after a success."""
    Attempt.objects.filter(badge=badge[:64], purpose=purpose, tablet__in=[tablet, _by(of)] if of else [tablet]).delete()


def is_locked_somewhere(badge: str, at: datetime) -> bool:
    """Tell whether a badge is locked out on any device, for sign-in or signatures."""
    since = at - timedelta(minutes=LOCKED_MINUTES)
    recent = Attempt.objects.filter(badge=badge, failed_at__gt=since).values("purpose", "tablet")
    return recent.annotate(failures=Count("pk")).filter(failures__gte=MOST_FAILURES).exists()


def unlock(badge: str, *, by: str) -> int:
    """Delete the failures of a badge on all devices, except those of the person who unlocks."""
    return Attempt.objects.filter(badge=badge).exclude(tablet=_by(by)).delete()[0]


def forget_old(at: datetime) -> int:
    """Delete failures that are too old to count."""
    return Attempt.objects.filter(failed_at__lt=at - timedelta(days=1)).delete()[0]
