"""Holding what was stored against what should have been raised, and a few things that must be so in any case."""

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
    """Something that is on one side alone."""

    side: str
    what: tuple[object, ...]

    def __str__(self) -> str:
        return f"{self.side:<9} {'  '.join(str(each) for each in self.what)}"


def differences(should: Expected, stored: Expected) -> list[Difference]:
    """Return all that should have been told or stored and was not, and the other way round, by time."""
    told = _apart(should.told, stored.told)
    return [*sorted(told, key=lambda each: str(each.what[0])), *_apart(should.rows, stored.rows)]


def _apart(should: Iterable[T], stored: Iterable[T]) -> list[Difference]:
    wanted, there = Counter(should), Counter(stored)
    return [
        *(Difference("missing", each) for each in (wanted - there).elements()),
        *(Difference("too much", each) for each in (there - wanted).elements()),
    ]


def broken() -> list[str]:
    """Return what must not be, whatever the model says."""
    twice = Alert.objects.values("check_name", "subject", "occurrence").annotate(times=Count("pk")).filter(times__gt=1)
    found = [f"stored twice: {each}" for each in twice]
    lasting = [check.name for check in CHECKS.values() if check.lasts]
    stale = Alert.objects.filter(check_name__in=lasting, closed_at=None, gone_at__isnull=False)
    found += [f"open though its cause is gone: {each} {each.check_name} {each.subject}" for each in stale]
    return found + _late()


def _late() -> list[str]:
    """Return the deck changes that were announced more than a tick after their moment, or before it.

    Of a deck whose time came nearer by another way of dealing, the moment may have been over already.
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
