"""What is wrong or due on the floor: the finding, the checks, and the registry of finders.

A finder is a function that inspects one thing with its own stream, a table or a facility, and yields findings. Gates
refuse what blocks play; pages, the API and the handover list show findings; alerts store them (alerts/lifecycle.py).
None of them derives a rule on its own. Upper apps register their finders in `ready()`; `compliance` knows neither decks
nor rounds.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any, Literal, NamedTuple

from .errors import RuleViolation
from .models import Entry, Facility, Severity, Staff, Stream
from .staff.roles import OFFICERS, PIT, Role, Roles

Status = Literal["fine", "soon", "due", "blocked", "rest"]

URGENCY: dict[Status, int] = {"blocked": 0, "due": 1, "soon": 2, "fine": 3, "rest": 4}


def status_of(severity: Severity, *, blocks_play: bool) -> Status:
    """Return the status, and with it the shape, on every screen. Only what blocks play is blocked."""
    if blocks_play:
        return "blocked"
    return "due" if severity >= Severity.DUE else "soon"


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
    """Something that is wrong or due: what, how bad, the paragraph, and the act that ends it.

    The `message` states the fact, and `advice` says what to do. `remedy` names an act or a page, and `remedy_on` is
    what it is done to, or its key; without a remedy a person resolves the alert. `changes_at` is when it next changes
    on its own. Without an `occurrence` it is the same one while the cause lasts, and a new one if it returns.
    """

    code: str
    subject: str
    severity: Severity
    message: str
    cite: str = ""
    remedy: str = ""
    remedy_on: Any = None
    due_at: datetime | None = None
    blocks_play: bool = False
    changes_at: datetime | None = None
    since: datetime | None = None
    occurrence: str = ""
    advice: str = ""

    @property
    def text(self) -> str:
        return f"{self.message} {self.advice}".strip()

    @property
    def status(self) -> Status:
        return status_of(self.severity, blocks_play=self.blocks_play)

    @property
    def status_word(self) -> str:
        """The word beside the status: how due it is if that is known, otherwise how bad."""
        if self.severity == Severity.DUE:
            return "due"
        if self.due_at and self.severity != Severity.NOTICE:
            return "due soon" if self.severity == Severity.WARNING else "overdue"
        return "blocked" if self.blocks_play else self.severity.label.lower()

    @property
    def urgency(self) -> tuple[bool, int, datetime]:
        """Its place in a list: what blocks play first, then by severity and due time.

        `compliance/alerts/inbox.py:open_alerts` orders by the same in the database.
        """
        return not self.blocks_play, -self.severity, self.due_at or datetime.max.replace(tzinfo=UTC)

    def fields(self) -> dict[str, Any]:
        """Return it for the API, without the remedy, which depends on who asks."""
        return {
            "code": self.code,
            "subject": self.subject,
            "severity": self.severity.name.lower(),
            "message": self.text,
            "cite": self.cite or None,
            "due_at": self.due_at,
            "blocks_play": self.blocks_play,
        }

    def refusal(self) -> RuleViolation:
        remedy = {"remedy": self.remedy, "remedy_on": self.remedy_on} if self.remedy else {}
        return RuleViolation(self.code, self.text, self.cite, **remedy, fact=self.message)


@dataclass
class Inspection:
    """The inspection of one thing at one time, by a scan or for a page."""

    thing: Any
    at: datetime
    # For a scan: the thing's stream, and the entries that were added to it since the last scan.
    stream: Stream | None = None
    entries: Sequence[Entry] = ()
    # The table that alerts are shown under, and who is in charge there.
    place: str = ""
    floorperson: Staff | None = None
    pit_boss: Staff | None = None
    # Data that was fetched for several inspections at once.
    known: dict[str, Any] = field(default_factory=dict)
    next_at: datetime | None = None

    @property
    def facility(self) -> Facility:
        thing: Any = self.thing or self.stream
        facility: Facility = thing.facility
        return facility

    def recheck_at(self, *moments: datetime | None) -> None:
        """Inspect again at the earliest of these times that is in the future."""
        self.next_at = self.after(self.next_at, *moments)

    def after(self, *moments: datetime | None) -> datetime | None:
        """Return the earliest of these times that is in the future."""
        return min((moment for moment in moments if moment is not None and moment > self.at), default=None)


Finder = Callable[[Inspection], Iterator[Finding]]
# Returns the things that exist, by key, with all the data that finders need.
Fetch = Callable[[Sequence[str], datetime], Mapping[str, Any]]
Prepare = Callable[[Sequence[Inspection]], None]


class Finders(NamedTuple):
    """Checks, their finders, and functions that fetch data for several inspections at once, to save queries.

    Finders of a table's state run whenever it is shown. Those that are `scan_only` read more, such as the journal;
    what they find is shown from the stored alerts.
    """

    checks: tuple[Check, ...] = ()
    prepare: tuple[Prepare, ...] = ()
    find: tuple[Finder, ...] = ()
    scan_only: bool = False


CHECKS: dict[str, Check] = {}
FETCHES: dict[str, Fetch] = {}
_FINDERS: dict[str, list[Finders]] = {}


def declare(*checks: Check) -> None:
    for check in checks:
        if check.name in CHECKS:
            raise ValueError(f"the check {check.name} is declared twice")
        CHECKS[check.name] = check


def register_finders(kind: str, *several: Finders, fetch: Fetch | None = None) -> None:
    """Register finders for every thing of a kind, "table" or "facility", and how to fetch several at once."""
    for finders in several:
        declare(*finders.checks)
        _FINDERS.setdefault(kind, []).append(finders)
    if fetch:
        FETCHES[kind] = fetch


def stream_kind(stream: Stream) -> str:
    return stream.key.partition(":")[0]


def stream_subject_key(stream: Stream) -> str:
    return stream.key.partition(":")[2]


def find(kind: str, inspections: Sequence[Inspection], *, scan: bool = False) -> list[list[Finding]]:
    """Return the findings of each inspection, in order; raise ValueError for an undeclared check."""
    groups = [finders for finders in _FINDERS.get(kind, ()) if scan or not finders.scan_only]
    for finders in groups:
        for prepare in finders.prepare:
            prepare(inspections)
    return [_findings_of(inspection, groups) for inspection in inspections]


def _findings_of(inspection: Inspection, groups: Iterable[Finders]) -> list[Finding]:
    found = [finding for finders in groups for finder in finders.find for finding in finder(inspection)]
    for finding in found:
        if finding.code not in CHECKS:
            raise ValueError(f"the check {finding.code} is not declared")
        inspection.recheck_at(finding.changes_at)
    return found


def shown_from_alerts(kind: str) -> set[str]:
    """Return the checks of a kind of thing that only a scan evaluates, or no finder at all."""
    computed = {check.name for group in _FINDERS.get(kind, ()) if not group.scan_only for check in group.checks}
    return CHECKS.keys() - computed


def label_of_check(name: str) -> str:
    """Return a check's label, or its name if the check no longer exists."""
    return CHECKS[name].label if name in CHECKS else name.replace("_", " ").capitalize()


def closing_roles(name: str) -> Roles:
    """Return the roles that may resolve alerts of a check."""
    return CHECKS[name].closed_by if name in CHECKS else OFFICERS


def choices() -> Iterable[tuple[str, str]]:
    return sorted(((check.name, check.label) for check in CHECKS.values()), key=lambda choice: choice[1])
