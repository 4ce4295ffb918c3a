"""Compare the stored alerts with the expected ones, and check a few general rules."""

from collections import Counter
from collections.abc import Iterable
from typing import NamedTuple, TypeVar

from django.db.models import Count

from compliance.findings import CHECKS
from compliance.models import Alert, Entry, Severity

from .expected import Expected
from .rules import TICK

T = TypeVar("T", bound=tuple[object, ...])
SHOWN = 12


class Difference(NamedTuple):
    """Hold something that is on one side only."""

    side: str
    what: tuple[object, ...]

    def __str__(self) -> str:
        return f"{self.side:<9} {'  '.join(str(each) for each in self.what)}"


def differences(should: Expected, stored: Expected) -> list[Difference]:
    """Return what is missing from the database and what is there in addition, by time."""
    told = _apart(should.told, stored.told)
    return [*sorted(told, key=lambda each: str(each.what[0])), *_apart(should.rows, stored.rows)]


def _apart(should: Iterable[T], stored: Iterable[T]) -> list[Difference]:
    wanted, there = Counter(should), Counter(stored)
    return [
        *(Difference("missing", each) for each in (wanted - there).elements()),
        *(Difference("extra", each) for each in (there - wanted).elements()),
    ]


def broken() -> list[str]:
    """Return violations of rules that hold whatever the model says."""
    twice = Alert.objects.values("check_name", "subject", "occurrence").annotate(times=Count("pk")).filter(times__gt=1)
    found = [f"stored twice: {each}" for each in twice]
    lasting = [check.name for check in CHECKS.values() if check.lasts]
    stale = Alert.objects.filter(check_name__in=lasting, closed_at=None, gone_at__isnull=False)
    found += [f"open though its cause is gone: {each} {each.check_name} {each.subject}" for each in stale]
    return found + _late()


def _late() -> list[str]:
    """Return deck changes that were announced before their moment, or more than a tick after it.

    Skip decks that became due sooner by a change of method: their moment may have passed already.
    """
    announced = Entry.objects.filter(action="alert.opened", facts__severity=Severity.WARNING.label.lower())
    keys = {int(key.partition(":")[2]) for key in announced.values_list("subject", flat=True)}
    sooner = Entry.objects.filter(action="deck.due_sooner").values_list("subject", flat=True)
    found = []
    for alert in Alert.objects.filter(check_name="deck_change").exclude(subject__in=list(sooner)):
        if alert.pk not in keys:
            continue
        late = alert.opened_at - alert.since
        if not 0 <= late.total_seconds() < TICK.total_seconds():
            found.append(f"announced {late} after its moment: {alert} {alert.subject}")
    return found
