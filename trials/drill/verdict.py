"""Judge how late each alert was recorded. This module uses neither clock nor database."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from typing import NamedTuple

# How late an alert may be: with everything up, and after the end of an outage.
UP_S, MENDED_S = 6.0, 10.0

RANKS = {"warning": 1, "due": 2, "critical": 3}


class Moment(NamedTuple):
    """Hold when an alert must be recorded, and its severity then; `opens`: it is the first for its cause."""

    check: str
    subject: str
    severity: str
    at: float
    opens: bool = True

    def __str__(self) -> str:
        return f"{self.check} of {self.subject}, {self.severity}"


class Told(NamedTuple):
    """Hold a journal entry about an alert, and when it was stored."""

    check: str
    subject: str
    alert: int
    action: str
    severity: str
    at: float


class Outage(NamedTuple):
    """Hold the start and end of an outage in which no alert can be recorded."""

    began: float
    ended: float


class Timed(NamedTuple):
    """Hold a moment, when it was recorded, and what its limit counts from: itself or the end of an outage."""

    moment: Moment
    told_at: float | None
    counts_from: float
    limit: float

    @property
    def seconds(self) -> float:
        """Return the delay; 0 if it was recorded before the outage ended."""
        return max(0.0, (self.told_at or float("inf")) - max(self.counts_from, self.moment.at))

    @property
    def is_late(self) -> bool:
        """Return whether it was recorded too late. A moment just after an outage gets that outage's limit."""
        return self.told_at is not None and self.told_at > self.counts_from + self.limit

    @property
    def is_caught(self) -> bool:
        """Return whether an outage delayed it."""
        return self.limit == MENDED_S


def time_all(moments: Iterable[Moment], told: Iterable[Told], outages: Sequence[Outage]) -> list[Timed]:
    """Find the entry that recorded each moment."""
    by_subject: dict[tuple[str, str], list[Told]] = defaultdict(list)
    for each in sorted(told, key=lambda each: each.at):
        by_subject[each.check, each.subject].append(each)
    return [_timed(moment, by_subject[moment.check, moment.subject], outages) for moment in moments]


def _timed(moment: Moment, told: Iterable[Told], outages: Sequence[Outage]) -> Timed:
    """Time one moment. An entry of higher severity counts too: the alert may have worsened meanwhile."""
    rank = RANKS[moment.severity]
    at = next((each.at for each in told if each.at >= moment.at and RANKS[each.severity] >= rank), None)
    counts_from, limit = moment.at, UP_S
    for outage in sorted(outages):
        deadline = counts_from + limit
        untold = at is None or outage.began < at
        if untold and outage.began < deadline < outage.ended + MENDED_S:
            counts_from, limit = outage.ended, MENDED_S
    return Timed(moment, at, counts_from, limit)


def lost(timed: Iterable[Timed]) -> list[str]:
    return [f"{each.moment}: never recorded" for each in timed if each.told_at is None]


def late(timed: Iterable[Timed]) -> list[str]:
    return [
        f"{each.moment}: after {each.seconds:.1f} s, {'' if each.is_caught else 'not '}delayed by an outage"
        for each in timed
        if each.is_late
    ]


def twice(moments: Iterable[Moment], told: Iterable[Told]) -> list[str]:
    """Return what was recorded more than once: by several alerts, or by several entries of one alert."""
    expected = Counter((moment.check, moment.subject) for moment in moments if moment.opens)
    alerts: dict[tuple[str, str], set[int]] = defaultdict(set)
    said: Counter[tuple[int, str, str]] = Counter()
    for each in told:
        alerts[each.check, each.subject].add(each.alert)
        # An alert is opened once, whatever its severity.
        said[each.alert, each.action, each.severity if each.action == "alert.raised" else ""] += 1
    many = [
        f"{check} of {subject}: {len(found)} alerts, {expected[check, subject]} expected"
        for (check, subject), found in alerts.items()
        if len(found) > expected[check, subject]
    ]
    again = [f"alert {alert}: {count} times {action}" for (alert, action, _), count in said.items() if count > 1]
    return many + again + [f"alert {alert}: opened again" for alert, action, _ in said if action == "alert.reopened"]
