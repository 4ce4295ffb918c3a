"""The verdict: what was to be told when, what was told, and how late that is. It knows neither clock nor database."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from typing import NamedTuple

# How late an alert may be: with everything up, and counted from the moment in which what was broken was mended.
UP_S, MENDED_S = 6.0, 10.0

RANKS = {"warning": 1, "due": 2, "critical": 3}


class Moment(NamedTuple):
    """A moment at which something is to be told, and how bad it is then; `opens`: nothing was told of it before."""

    check: str
    subject: str
    severity: str
    at: float
    opens: bool = True

    def __str__(self) -> str:
        return f"{self.check} of {self.subject}, {self.severity}"


class Told(NamedTuple):
    """An entry of the journal about an alert: what the alert is of, and when the entry was stored."""

    check: str
    subject: str
    alert: int
    action: str
    severity: str
    at: float


class Outage(NamedTuple):
    """From when to when something was broken without which nothing is told."""

    began: float
    ended: float


class Timed(NamedTuple):
    """A moment, when it was told of, and from when that counts: the moment itself, or the end of an outage."""

    moment: Moment
    told_at: float | None
    counts_from: float
    limit: float

    @property
    def seconds(self) -> float:
        """How long after it could have been it was told; 0 if that was while something was still being mended."""
        return max(0.0, (self.told_at or float("inf")) - max(self.counts_from, self.moment.at))

    @property
    def is_late(self) -> bool:
        """Whether it was told, and too late. What falls due just after an outage has until that one's limit."""
        return self.told_at is not None and self.told_at > self.counts_from + self.limit

    @property
    def is_caught(self) -> bool:
        """Whether an outage caught it."""
        return self.limit == MENDED_S


def time_all(moments: Iterable[Moment], told: Iterable[Told], outages: Sequence[Outage]) -> list[Timed]:
    """Find for each moment when it was told of."""
    by_subject: dict[tuple[str, str], list[Told]] = defaultdict(list)
    for each in sorted(told, key=lambda each: each.at):
        by_subject[each.check, each.subject].append(each)
    return [_timed(moment, by_subject[moment.check, moment.subject], outages) for moment in moments]


def _timed(moment: Moment, told: Iterable[Told], outages: Sequence[Outage]) -> Timed:
    """What has grown worse by the time that it is told at last is told at once as what it is by then."""
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
    return [f"{each.moment}: never told" for each in timed if each.told_at is None]


def late(timed: Iterable[Timed]) -> list[str]:
    return [
        f"{each.moment}: after {each.seconds:.1f} s, {'' if each.is_caught else 'not '}caught by an outage"
        for each in timed
        if each.is_late
    ]


def twice(moments: Iterable[Moment], told: Iterable[Told]) -> list[str]:
    """Return what was told more than once: by several alerts, or by several entries of one."""
    expected = Counter((moment.check, moment.subject) for moment in moments if moment.opens)
    alerts: dict[tuple[str, str], set[int]] = defaultdict(set)
    said: Counter[tuple[int, str, str]] = Counter()
    for each in told:
        alerts[each.check, each.subject].add(each.alert)
        # However bad it was when it was opened, that happens once.
        said[each.alert, each.action, each.severity if each.action == "alert.raised" else ""] += 1
    many = [
        f"{check} of {subject}: {len(found)} alerts, {expected[check, subject]} expected"
        for (check, subject), found in alerts.items()
        if len(found) > expected[check, subject]
    ]
    again = [f"alert {alert}: {count} times {action}" for (alert, action, _), count in said.items() if count > 1]
    return many + again + [f"alert {alert}: opened again" for alert, action, _ in said if action == "alert.reopened"]
