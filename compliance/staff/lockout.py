"""Attempts at signing in and signing that failed, and when they lock.

A lock holds for one badge on one tablet, and for all devices on which nobody has ever signed in together. So whoever
guesses at badges from elsewhere, even at all of them, locks nobody out at the pit; and the whole floor behind one
address is never taken for one guesser. Who asks for signatures is signed in, so that their guesses count wherever they
make them.
"""

from datetime import datetime, timedelta
from typing import Literal

from django.db.models import Count

from compliance.models import Attempt

Purpose = Literal["sign_in", "signature"]

MOST_FAILURES = 5
LOCKED_MINUTES = 15
# For one person who guesses at another's secret, in a day, on all tablets: whoever signs in anew makes a new one.
MOST_FAILURES_OF_ONE = 20


def record_attempt(badge: str, purpose: Purpose, tablet: str, at: datetime, *, of: str = "") -> bool:
    """Count an attempt on a tablet, and of someone who is known, and tell whether it may be made.

    It counts as failed until `succeed`: counted before the secret is looked at, guesses sent side by side cannot outrun
    the count.
    """
    soon, today = timedelta(minutes=LOCKED_MINUTES), timedelta(days=1)
    if not _count(badge, purpose, tablet, at, within=soon, most=MOST_FAILURES):
        return False
    return not of or _count(badge, purpose, _by(of), at, within=today, most=MOST_FAILURES_OF_ONE)


def _count(badge: str, purpose: Purpose, tablet: str, at: datetime, *, within: timedelta, most: int) -> bool:
    made = Attempt.objects.create(badge=badge[:64], purpose=purpose, tablet=tablet, failed_at=at)
    recent = Attempt.objects.filter(badge=made.badge, purpose=purpose, tablet=tablet, failed_at__gt=at - within)
    if recent.count() > most:
        made.delete()  # or whoever keeps trying would keep it locked
        return False
    return True


def _by(guesser: str) -> str:
    """Return where failures of one person are counted that they made anywhere."""
    return f"by {guesser}"


def clear_attempts(badge: str, purpose: Purpose, tablet: str, *, of: str = "") -> None:
    """Forget the failures on this tablet, and of this person: whoever knows the secret is no guesser."""
    Attempt.objects.filter(badge=badge[:64], purpose=purpose, tablet__in=[tablet, _by(of)] if of else [tablet]).delete()


def is_locked_somewhere(badge: str, at: datetime) -> bool:
    """Tell whether a badge is locked on some device, for signing in or for signing."""
    since = at - timedelta(minutes=LOCKED_MINUTES)
    recent = Attempt.objects.filter(badge=badge, failed_at__gt=since).values("purpose", "tablet")
    return recent.annotate(failures=Count("pk")).filter(failures__gte=MOST_FAILURES).exists()


def unlock(badge: str, *, by: str) -> int:
    """Forget the failures of a badge on every device, but those of who lifts the lock: nobody guesses on that way."""
    return Attempt.objects.filter(badge=badge).exclude(tablet=_by(by)).delete()[0]


def forget_old(at: datetime) -> int:
    """Forget the failures that lock nobody any more."""
    return Attempt.objects.filter(failed_at__lt=at - timedelta(days=1)).delete()[0]
