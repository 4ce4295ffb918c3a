"""Registry of checks, finders and findings. Upper apps register theirs; `compliance` knows neither decks nor rounds.

A check is declared once (`declare`): its name, the role that gets its alerts, the roles that may resolve them. A finder
(`finds`) is a function that inspects one thing with its own stream, a table or a facility, and yields findings. It also
says when to inspect again (`Inspection.recheck_at`). alerts/scan.py decides what to inspect when; alerts/lifecycle.py
turns findings into alerts.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, NamedTuple

from .models import Entry, Facility, Severity, Staff, Stream
from .staff.roles import OFFICERS, PIT, Role, Roles


@dataclass(frozen=True)
class Check:
    """`to` is the role that gets the alert first; `closed_by` are the roles that may resolve it with a note.

    A check that `lasts` finds the same again while the cause is present, and the alert closes with it. Without `lasts`
    the alert reports an event, and only a person closes it.
    """

    name: str
    label: str
    to: Role = Role.FLOORPERSON
    closed_by: Roles = PIT | OFFICERS
    lasts: bool = True
    # Minutes it may stay unacknowledged; by default the severity decides.
    patience: int | None = None


class Finding(NamedTuple):
    """What a check found about a subject, and the one act that ends it.

    Without an `occurrence` it is the same one while the cause lasts, and a new one if it returns. `act` may also name a
    page; without an `act` a person resolves the alert.
    """

    check: str
    subject: str
    severity: Severity
    text: str
    cite: str = ""
    occurrence: str = ""
    since: datetime | None = None
    due_at: datetime | None = None
    act: str = ""
    act_on: object = ""


@dataclass
class Inspection:
    """The inspection of one thing at one time. `entries` were added to its stream since the last inspection."""

    stream: Stream
    thing: Any
    at: datetime
    entries: Sequence[Entry] = ()
    # The table that alerts are shown under, and who is in charge there.
    place: str = ""
    floorperson: Staff | None = None
    pit_boss: Staff | None = None
    # Data that was fetched for several inspections at once.
    known: dict[str, Any] = field(default_factory=dict)
    next_at: datetime | None = None
    # Whether it changes no alert.
    is_idle: bool = False

    @property
    def facility(self) -> Facility:
        return self.stream.facility

    def recheck_at(self, *moments: datetime | None) -> None:
        """Inspect again at the earliest of these times that is in the future."""
        for moment in moments:
            if moment is not None and moment > self.at and (self.next_at is None or moment < self.next_at):
                self.next_at = moment


Finder = Callable[[Inspection], Iterator[Finding]]
# Returns the things that exist, by key, with all the data that finders need.
Fetch = Callable[[Sequence[str], datetime], Mapping[str, Any]]
Prepare = Callable[[Sequence[Inspection]], None]

CHECKS: dict[str, Check] = {}
FETCHES: dict[str, Fetch] = {}
_PREPARATIONS: dict[str, list[Prepare]] = {}
_FINDERS: dict[str, list[Finder]] = {}


def declare(*checks: Check) -> None:
    for check in checks:
        if check.name in CHECKS:
            raise ValueError(f"the check {check.name} is declared twice")
        CHECKS[check.name] = check


def fetches(kind: str) -> Callable[[Fetch], Fetch]:
    """Register how to fetch several things of a kind, "table" or "facility", at once."""

    def register(fetch: Fetch) -> Fetch:
        FETCHES[kind] = fetch
        return fetch

    return register


def prepares(kind: str) -> Callable[[Prepare], Prepare]:
    """Register a function that fetches data into `known` of several inspections, to save queries in finders."""

    def register(prepare: Prepare) -> Prepare:
        _PREPARATIONS.setdefault(kind, []).append(prepare)
        return prepare

    return register


def finds(kind: str) -> Callable[[Finder], Finder]:
    """Register a finder for every thing of a kind."""

    def register(finder: Finder) -> Finder:
        _FINDERS.setdefault(kind, []).append(finder)
        return finder

    return register


def stream_kind(stream: Stream) -> str:
    return stream.key.partition(":")[0]


def stream_subject_key(stream: Stream) -> str:
    return stream.key.partition(":")[2]


def prepare(kind: str, inspections: Sequence[Inspection]) -> None:
    for each in _PREPARATIONS.get(kind, ()):
        each(inspections)


def findings_of(inspection: Inspection) -> list[Finding]:
    """Return the findings of an inspection; raise ValueError for an undeclared check."""
    found = [finding for finder in _FINDERS.get(stream_kind(inspection.stream), ()) for finding in finder(inspection)]
    for finding in found:
        if finding.check not in CHECKS:
            raise ValueError(f"the check {finding.check} is not declared")
    return found


def label_of_check(name: str) -> str:
    """Return a check's label, or its name if the check no longer exists."""
    return CHECKS[name].label if name in CHECKS else name.replace("_", " ").capitalize()


def closing_roles(name: str) -> Roles:
    """Return the roles that may resolve alerts of a check."""
    return CHECKS[name].closed_by if name in CHECKS else OFFICERS


def choices() -> Iterable[tuple[str, str]]:
    return sorted(((check.name, check.label) for check in CHECKS.values()), key=lambda choice: choice[1])
