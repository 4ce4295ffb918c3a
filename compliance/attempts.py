"""Attempts at signing in and signing that failed, and when they lock.

A lock holds for one badge on one tablet, and for all devices on which nobody has ever signed in together. So whoever
guesses at badges from elsewhere, even at all of them, locks nobody out at the pit; and the whole floor behind one
address is never taken for one guesser. Who asks for signatures is signed in, so that their guesses count wherever they
make them.
"""

from datetime import datetime, timedelta
from typing import Literal

from django.db.models import Count

from .models import Attempt

Purpose = Literal["sign_in", "signature"]

MOST_FAILURES = 5
# For one person who asks for signatures, on all tablets together: whoever signs in anew is on a new tablet.
MOST_FAILURES_FOR_ONE = 20
LOCKED_MINUTES = 15


def attempt(badge: str, purpose: Purpose, tablet: str, at: datetime, *, most: int = MOST_FAILURES) -> bool:
    """Count an attempt, and tell whether it may be made.

    It counts as failed until `succeed`: counted before the secret is looked at, guesses sent side by side cannot outrun
    the count.
    """
    made = Attempt.objects.create(badge=badge[:64], purpose=purpose, tablet=tablet, failed_at=at)
    since = at - timedelta(minutes=LOCKED_MINUTES)
    if Attempt.objects.filter(badge=made.badge, purpose=purpose, tablet=tablet, failed_at__gt=since).count() > most:
        made.delete()  # or whoever keeps trying would keep it locked
        return False
    return True


def succeed(badge: str, purpose: Purpose, *tablets: str) -> None:
    """Forget the failures on this tablet: whoever knows the secret is no guesser."""
    Attempt.objects.filter(badge=badge[:64], purpose=purpose, tablet__in=tablets).delete()


def is_locked_somewhere(badge: str, at: datetime) -> bool:
    """Tell whether a badge is locked on some device, for signing in or for signing."""
    since = at - timedelta(minutes=LOCKED_MINUTES)
    recent = Attempt.objects.filter(badge=badge, failed_at__gt=since).values("purpose", "tablet")
    return recent.annotate(failures=Count("pk")).filter(failures__gte=MOST_FAILURES).exists()


def unlock(badge: str) -> int:
    """Forget every failure of a badge, on every device."""
    return Attempt.objects.filter(badge=badge).delete()[0]


def forget_old(at: datetime) -> int:
    """Forget the failures that lock nobody any more."""
    return Attempt.objects.filter(failed_at__lt=at - timedelta(days=1)).delete()[0]
