"""Present journal entries to people: what happened, who did it, who signed, which paragraph applies."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, NamedTuple

from django.db.models import QuerySet
from django.utils.dateparse import parse_datetime

from compliance.formatting import format_weekday_moment
from compliance.models import Entry, Staff
from games.engine.money import format_money


@dataclass
class Vocabulary:
    """Texts for entries. Upper apps add theirs with `register_vocabulary`."""

    # Titles of actions whose names are not clear enough.
    titles: dict[str, str] = field(default_factory=dict)
    # Labels of facts whose names are not clear enough.
    labels: dict[str, str] = field(default_factory=dict)
    # Icons by the first part of an action.
    icons: dict[str, str] = field(default_factory=dict)
    # Facts that contain a person's badge.
    people: frozenset[str] = frozenset()
    # Facts that the title, subject or people of an entry already show.
    hidden: frozenset[str] = frozenset()
    # Facts that name the subject of an entry, the best first.
    about: tuple[str, ...] = ()
    # Formats of facts that are not text, numbers or times.
    formats: dict[str, Callable[[Any], str]] = field(default_factory=dict)


_vocabulary = Vocabulary(
    titles={
        "alert.opened": "Alert opened",
        "alert.raised": "Alert severity raised",
        "alert.reopened": "Alert reopened",
        "alert.escalated": "Alert escalated",
        "alert.acknowledged": "Alert acknowledged",
        "alert.noted": "Note on an alert",
        "alert.assigned": "Alert assigned",
        "alert.snoozed": "Alert snoozed",
        "alert.resolved": "Alert resolved with a note",
        "alert.closed": "Alert closed automatically",
        "staff.signed_in": "Signed in",
        "staff.wrong_password": "Wrong password",
        "staff.wrong_pin": "Wrong PIN",
        "staff.locked": "Locked out",
        "key.created": "API key created",
        "key.used": "API key used",
        "key.revoked": "API key revoked",
        "key.shut_out": "API key blocked",
    },
    icons={"staff": "person", "alert": "alert", "key": "key"},
    people=frozenset({"checked_by", "badge", "to"}),
    hidden=frozenset({"badge", "name", "opens"}),
)


def register_vocabulary(more: Vocabulary) -> None:
    """Add an app's texts."""
    _vocabulary.titles |= more.titles
    _vocabulary.labels |= more.labels
    _vocabulary.icons |= more.icons
    _vocabulary.people |= more.people
    _vocabulary.hidden |= more.hidden
    _vocabulary.about += more.about
    _vocabulary.formats |= more.formats


class TimelineEntry(NamedTuple):
    at: datetime
    title: str
    who: str
    second: str
    detail: list[tuple[str, str]]
    cite: str
    icon: str
    subject: str
    stream: str
    sequence: int
    hash: str


def recent_timeline(entries: QuerySet[Entry], most: int = 50) -> list[TimelineEntry]:
    """Return the newest of these entries as a timeline."""
    return timeline(entries.select_related("actor", "signature__signer", "stream").order_by("-id")[:most])


def timeline(entries: Iterable[Entry]) -> list[TimelineEntry]:
    """Return entries for display, with names instead of badges."""
    found = list(entries)
    people = _vocabulary.people
    badges = {entry.facts[name] for entry in found for name in people if isinstance(entry.facts.get(name), str)}
    badges |= {entry.subject.removeprefix("staff:") for entry in found if entry.subject.startswith("staff:")}
    names = dict(Staff.objects.filter(badge__in=badges).values_list("badge", "name"))
    return [_present(entry, names) for entry in found]


def _present(entry: Entry, names: dict[str, str]) -> TimelineEntry:
    badges = {name: badge for name in _vocabulary.people if isinstance(badge := entry.facts.get(name), str)}
    facts = entry.facts | {name: names.get(badge, badge) for name, badge in badges.items()}
    if entry.subject.startswith("staff:"):
        facts["name"] = names.get(entry.subject.removeprefix("staff:"), entry.subject)
    return TimelineEntry(
        at=entry.at,
        title=_title(entry.action, facts),
        who=entry.actor.name if entry.actor else "",
        second=entry.signature.signer.name if entry.signature else "",
        detail=list(_detail(facts)),
        cite=entry.cite,
        icon=_vocabulary.icons.get(entry.action.partition(".")[0], ""),
        subject=entry.subject,
        stream=entry.stream.key,
        sequence=entry.sequence,
        hash=entry.hash,
    )


def _title(action: str, facts: dict[str, object]) -> str:
    kind, _, past = action.partition(".")
    title = _vocabulary.titles.get(action) or f"{kind} {past}".replace("_", " ").capitalize()
    about = next((facts[name] for name in (*_vocabulary.about, "name") if facts.get(name)), None)
    return f"{title}: {about}" if about else title


def _detail(facts: dict[str, object]) -> Iterable[tuple[str, str]]:
    for name, value in facts.items():
        if name not in _vocabulary.hidden and value not in (None, "", [], {}, False):
            plain = name.removesuffix("_at").removesuffix("_cents").replace("_", " ").capitalize()
            yield _vocabulary.labels.get(name, plain), _format_fact(name, value)


def _format_fact(name: str, value: object) -> str:
    """Format a fact: in its own format, or cents as dollars."""
    if name in _vocabulary.formats:
        return _vocabulary.formats[name](value)
    if name.endswith("_cents") and isinstance(value, int):
        return format_money(value)
    return _format_value(value)


def _format_value(value: object) -> str:
    if value is True:
        return "yes"
    if isinstance(value, list):
        return ", ".join(_format_value(each) for each in value)
    if isinstance(value, dict):
        return ", ".join(f"{name}: {_format_value(each)}" for name, each in value.items())
    text = str(value)
    at = parse_datetime(text) if "T" in text else None
    return format_weekday_moment(at) if at else text.replace("_", " ")
