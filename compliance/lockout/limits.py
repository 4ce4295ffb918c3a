"""Lockout after failed sign-ins and signatures.

Failures at one badge are counted on each tablet; all devices on which nobody has ever signed in count as one. So
guesses from outside do not lock out the pit, and failures on one tablet do not lock a person out on another. Failures
of one guesser are counted across badges: whoever asks for a signature; whoever set up the tablet, at badges that never
signed in there; the address of a device on which nobody has signed in. A guesser's failures stop only the guesser: a
person on a tablet that they have used before waits for their own failures there alone.

Failures decay: after the limit, one more attempt is allowed each time its interval has passed.
"""

from collections import defaultdict
from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from math import ceil
from typing import Literal, NamedTuple

from django.db.models import Q, QuerySet

from compliance.models import Attempt

Purpose = Literal["sign_in", "signature"]

MOST_FAILURES = 5
LOCKED_MINUTES = 15
# Per guesser, at any badge on any tablet: a new sign-in can create a new tablet.
MOST_FAILURES_OF_ONE = 20
# Older failures do not count.
KEPT = timedelta(days=1)


class FailureLimit(NamedTuple):
    """So many failures at once, and one more each time the interval has passed."""

    most: int
    interval: timedelta

    def wait(self, failures: Iterable[datetime], at: datetime) -> timedelta:
        """Return how long it takes until the next attempt is allowed."""
        decayed_at = datetime.min.replace(tzinfo=UTC)
        for failed_at in sorted(failures):
            decayed_at = max(decayed_at, failed_at) + self.interval
        return max(timedelta(), decayed_at - at - (self.most - 1) * self.interval)


AT_A_BADGE = FailureLimit(MOST_FAILURES, timedelta(minutes=LOCKED_MINUTES))
OF_A_GUESSER = FailureLimit(MOST_FAILURES_OF_ONE, timedelta(hours=1))


class Lockout(NamedTuple):
    """Why an attempt is not allowed: how long to wait, and whether it is the guesser who is locked out."""

    wait: timedelta
    of_guesser: bool

    @property
    def duration(self) -> str:
        minutes = ceil(self.wait.total_seconds() / 60)
        return "1 minute" if minutes == 1 else f"{minutes} minutes"


def record_attempt(badge: str, purpose: Purpose, tablet: str, at: datetime, *, guesser: str = "") -> Lockout | None:
    """Count an attempt at a badge on a tablet, and of a guesser; return the lockout if it is not allowed.

    It counts as failed until `clear_attempts`. Counting before the check prevents parallel guesses beyond the limit.
    """
    made = Attempt.objects.create(badge=badge[:64], purpose=purpose, tablet=tablet, guesser=guesser, failed_at=at)
    lockout = lockout_of(badge, purpose, tablet, at, guesser=guesser, besides=made.pk)
    if lockout:
        made.delete()  # else further attempts would extend the lockout
    return lockout


def lockout_of(
    badge: str, purpose: Purpose, tablet: str, at: datetime, *, guesser: str = "", besides: int = 0
) -> Lockout | None:
    """Return the lockout that an attempt would meet now, apart from one that is counted already."""
    others = _recent(at).exclude(pk=besides).filter(purpose=purpose)
    here = others.filter(badge=badge[:64], tablet=tablet, unlocked=False)
    if purpose == "signature":
        here = here.filter(guesser=guesser)  # else a colleague could use up this person's attempts
    if wait := AT_A_BADGE.wait(_times(here), at):
        return Lockout(wait, of_guesser=False)
    if guesser and (wait := OF_A_GUESSER.wait(_times(others.filter(guesser=guesser)), at)):
        return Lockout(wait, of_guesser=True)
    return None


def _recent(at: datetime) -> QuerySet[Attempt]:
    return Attempt.objects.filter(failed_at__gt=at - KEPT)


def _times(attempts: QuerySet[Attempt]) -> Iterable[datetime]:
    return attempts.values_list("failed_at", flat=True)


def clear_attempts(badge: str, purpose: Purpose, tablet: str, *, guesser: str = "") -> None:
    """Delete the failures of this guesser at this badge on this tablet after a success."""
    Attempt.objects.filter(badge=badge[:64], purpose=purpose, tablet=tablet, guesser=guesser).delete()


def locked_until(badge: str, at: datetime) -> datetime | None:
    """Return how long a badge is locked out on any device, for its own failures or as a guesser; None if it is not."""
    counted: dict[tuple[FailureLimit, str, str, str], list[datetime]] = defaultdict(list)
    for each in _recent(at).filter(Q(badge=badge, unlocked=False) | Q(guesser=badge)):
        if each.badge == badge and not each.unlocked:
            asker = each.guesser if each.purpose == "signature" else ""
            counted[AT_A_BADGE, each.purpose, each.tablet, asker].append(each.failed_at)
        if each.guesser == badge:
            counted[OF_A_GUESSER, each.purpose, "", ""].append(each.failed_at)
    wait = max((limit.wait(times, at) for (limit, *_), times in counted.items()), default=timedelta())
    return at + wait if wait else None


def unlock(badge: str, *, by: str) -> int:
    """End every lockout of a badge, and return how many failures no longer count.

    Nobody ends their own lockout as a guesser, or that of one who guesses by unlocking those they guess at.
    """
    guesses = Attempt.objects.filter(guesser=badge).delete()[0] if badge != by else 0
    return guesses + Attempt.objects.filter(badge=badge, unlocked=False).update(unlocked=True)


def forget_old(at: datetime) -> int:
    """Delete failures that are too old to count."""
    return Attempt.objects.filter(failed_at__lt=at - KEPT).delete()[0]
