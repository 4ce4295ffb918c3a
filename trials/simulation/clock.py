"""Drive a run: call the product's own scan at ticks of five seconds.

The clock skips ticks at which nothing can happen. Before the next act of the script, the first `next_check_at` of a
stream and the first `escalate_at` of an alert, a scan finds nothing due and writes nothing. So skipped ticks make no
difference.
"""

import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from django.db import transaction
from django.db.models import Min

from compliance.alerts.scan import scan
from compliance.models import Alert, Stream

from .model import Act
from .rules import TICK, tick_at
from .script import Script


class Hands(Protocol):
    def do(self, act: Act) -> None: ...


@dataclass
class Run:
    """Count what was done, and the CPU time of the acts and of the scans."""

    acts: int = 0
    ticks: int = 0
    looks: int = 0
    changes: int = 0
    escalations: int = 0
    scan_seconds: float = 0
    act_seconds: float = 0


def play(
    script: Script,
    hands: Hands,
    *,
    after: Callable[[datetime], datetime | None] = lambda at: None,
    say: Callable[[str], None] = lambda line: None,
) -> Run:
    """Play a script to its end. `after` is called after every scan, and may return the time of an extra tick."""
    run, last, wanted, day = Run(), tick_at(script.began) - TICK, None, 0
    while True:
        coming = script.acts[run.acts].at if run.acts < len(script.acts) else None
        moments = [each for each in (coming, wanted, *_due()) if each is not None]
        at = max(tick_at(min(moments, default=script.until + TICK)), last + TICK)
        if at > script.until:
            return run
        _act(script, hands, run, at)
        _scan(run, at)
        last, wanted = at, after(at)
        if (at - script.began).days > day:
            day = (at - script.began).days
            say(f"day {day}: {run.acts:,} acts, {run.looks:,} inspections, {run.changes:,} alert changes")


def _due() -> tuple[datetime | None, datetime | None]:
    look = Stream.objects.aggregate(at=Min("next_check_at"))["at"]
    escalation = Alert.objects.filter(escalate_at__isnull=False).aggregate(at=Min("escalate_at"))["at"]
    return look, escalation


def _act(script: Script, hands: Hands, run: Run, at: datetime) -> None:
    began = time.process_time()
    with transaction.atomic():
        while run.acts < len(script.acts) and script.acts[run.acts].at <= at:
            hands.do(script.acts[run.acts])
            run.acts += 1
    run.act_seconds += time.process_time() - began


def _scan(run: Run, at: datetime) -> None:
    began = time.process_time()
    found = scan(at)
    run.scan_seconds += time.process_time() - began
    run.ticks += 1
    run.looks += found.inspections
    run.changes += found.changes
    run.escalations += found.escalations
