"""Checks: what the rules want looked at by the clock, declared by the apps that know what it is.

A check is declared once (`declare`): its name, who hears of what it finds, who may close that with a reason. A finder
(`finds`) is a function that looks at one thing with a stream of its own, a table or a facility, and yields findings; it
also tells when to look again (`Look.again`). Which things are looked at when, and what becomes of the findings, is up
to scanning.py: `compliance` itself knows neither decks nor rounds.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, NamedTuple

from .models import Entry, Facility, Severity, Staff, Stream
from .staff.roles import OFFICERS, PIT, Role, Roles


@dataclass(frozen=True)
class Check:
    """`to` hears of it first, `closed_by` may close it with a reason though its cause may stand.

    A check that `lasts` finds the same again as long as its cause is there, and the alert ends with it. Of one that
    does not, the alert tells of something that happened: only a person ends it.
    """

    name: str
    label: str
    to: Role = Role.FLOORPERSON
    closed_by: Roles = PIT | OFFICERS
    lasts: bool = True
    # How many minutes it may stay unacknowledged, if not as long as its severity says.
    patience: int | None = None


class Finding(NamedTuple):
    """What was found, of what, which time; since when, how bad, by which paragraph; and the one act that ends it.

    An `occurrence` that is left out is whichever it is: the same as long as it stands, another one if it comes back.
    `act` may also name a page; left out, it is ended by resolving the alert.
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
    """One look at one thing at one moment. `entries` are those that were added to its stream since the last look."""

    stream: Stream
    thing: Any
    at: datetime
    entries: Sequence[Entry] = ()
    # Where alerts are shown, and who is in charge there.
    place: str = ""
    floorperson: Staff | None = None
    pit_boss: Staff | None = None
    # What was fetched for several looks at once.
    known: dict[str, Any] = field(default_factory=dict)
    next_at: datetime | None = None
    # Whether nothing follows from it, but that it is noted.
    is_idle: bool = False

    @property
    def facility(self) -> Facility:
        return self.stream.facility

    def recheck_at(self, *moments: datetime | None) -> None:
        """Look again at the first of these moments that is still to come, if not before."""
        for moment in moments:
            if moment is not None and moment > self.at and (self.next_at is None or moment < self.next_at):
                self.next_at = moment


Finder = Callable[[Inspection], Iterator[Finding]]
# Returns, for each key that there is such a thing for, the thing with all that finders look at.
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
    """Say how things of a kind of stream, "table" or "facility", are fetched, several at once."""

    def register(fetch: Fetch) -> Fetch:
        FETCHES[kind] = fetch
        return fetch

    return register


def prepares(kind: str) -> Callable[[Prepare], Prepare]:
    """Fetch more for several looks at once, into what each of them knows, so that no finder asks for each thing."""

    def register(prepare: Prepare) -> Prepare:
        _PREPARATIONS.setdefault(kind, []).append(prepare)
        return prepare

    return register


def finds(kind: str) -> Callable[[Finder], Finder]:
    """Let a finder look at every thing of a kind."""

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
    """Return what is found at a look; an undeclared check is an error of whoever wrote the finder."""
    found = [finding for finder in _FINDERS.get(stream_kind(inspection.stream), ()) for finding in finder(inspection)]
    for finding in found:
        if finding.check not in CHECKS:
            raise ValueError(f"the check {finding.check} is not declared")
    return found


def label_of_check(name: str) -> str:
    """Return a check's label; of one that there is no more, its name."""
    return CHECKS[name].label if name in CHECKS else name.replace("_", " ").capitalize()


def closing_roles(name: str) -> Roles:
    """Return who may close an alert of a check with a reason."""
    return CHECKS[name].closed_by if name in CHECKS else OFFICERS


def choices() -> Iterable[tuple[str, str]]:
    return sorted(((check.name, check.label) for check in CHECKS.values()), key=lambda choice: choice[1])
